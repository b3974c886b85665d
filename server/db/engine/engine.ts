import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely';
import type { TimeLimits } from './deadline.ts';

/** The result of a statement. */
export interface StatementResult {
  readonly rows: object[];
  /** The first word of the command's tag: SELECT, INSERT, COMMIT... */
  readonly command: string;
  /** The number of rows it wrote, or read. */
  readonly affected: number;
}

const counted = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** A transaction whose `begin` is sent with its first statement. */
export interface Beginning {
  /** The result of the `begin`, once it was sent. */
  sent?: Promise<unknown>;
}

/** A connection in use, with its time limits. */
export abstract class EngineConnection implements DatabaseConnection {
  abstract readonly timeLimits: TimeLimits;
  /** True if its statements are observed, and refused after the deadline (`connection.ts`). */
  isWatched = false;
  /** True if its transactions begin with their first statement (`pipelinedTransaction.ts`). */
  isPipelined = false;
  /** The transaction that begins with the next statement. */
  beginning: Beginning | undefined;

  /**
   * Sends one statement.
   * @throws what the engine throws
   */
  abstract run(text: string, values: readonly unknown[]): Promise<StatementResult>;

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const { rows, command, affected } = await this.run(query.sql, query.parameters);
      return { rows: rows as R[], numAffectedRows: counted.has(command) ? BigInt(affected) : undefined };
    } catch (error) {
      // The error was created on data from the database; the stack of the caller is more useful.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('rows are read by the page, not streamed');
  }
}

/** A driver whose connections have time limits. */
export interface EngineDriver extends Driver {
  acquireConnection(limits?: TimeLimits): Promise<EngineConnection>;
}

/** The parts of a Database that depend on the engine. */
export interface Engine {
  readonly name: 'pglite' | 'postgres';
  readonly driver: EngineDriver;
  /** True if a connection accepts a statement before it has answered the previous one. */
  readonly pipelines: boolean;
  /** The number of files synced to disk so far; only the embedded engine counts. */
  syncs?(): Promise<number>;
  /** The whole data folder as an uncompressed tar; only the embedded engine packs. */
  dump?(): Promise<Uint8Array>;
  /** Calls back once when its files are found damaged; a server writes its own log. */
  whenDamaged?(report: (error: Error) => void): void;
  /** The number of callers that wait for a connection. */
  waiting(): number;
  /** Releases resources that the driver does not release. */
  close?(): Promise<void>;
}

export interface ConnectionLimits {
  /** The maximum duration of one statement, unless the handle has its own limit. */
  readonly limitMs: number;
  /** The maximum time in ms that a transaction may be open without a statement. */
  readonly idleMs: number;
}

/** The statement that begins a transaction. */
export const beginStatement = ({ isolationLevel, accessMode }: TransactionSettings): string =>
  ['begin', isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(' ');

/**
 * Settings of the PostgreSQL planner. Joins are made in the written order: searching for a better one among the
 * references of a list took longer than reading its page. Random pages are cheap, since data is in memory or on an SSD:
 * with the default cost, a few hundred users or enterprises were scanned in full to find one.
 * https://www.postgresql.org/docs/current/explicit-joins.html
 * https://www.postgresql.org/docs/current/runtime-config-query.html
 */
export const plannerSettings = ['join_collapse_limit=1', 'random_page_cost=1.1'];
