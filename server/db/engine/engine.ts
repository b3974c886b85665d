import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely';
import type { TimeLimits } from './deadline.ts';

/** What a statement was answered. */
export interface StatementResult {
  readonly rows: object[];
  /** The first word of the command's tag: SELECT, INSERT, COMMIT... */
  readonly command: string;
  /** How many rows it wrote, or read. */
  readonly affected: number;
}

const counted = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** A transaction that is to begin with its first statement. */
export interface Beginning {
  /** That it begins, once that was sent. */
  sent?: Promise<unknown>;
}

/** A connection while somebody has it, on terms of their own. */
export abstract class EngineConnection implements DatabaseConnection {
  abstract readonly timeLimits: TimeLimits;
  /** Are its statements observed, and refused when the time of its terms is over (`connection.ts`)? */
  isWatched = false;
  /** Does a transaction of it begin with its first statement (`pipelinedTransaction.ts`)? */
  isPipelined = false;
  /** The transaction that is to begin with the next statement. */
  beginning: Beginning | undefined;

  /** Sends one statement. Throws what the engine throws. */
  abstract run(text: string, values: readonly unknown[]): Promise<StatementResult>;

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const { rows, command, affected } = await this.run(query.sql, query.parameters);
      return { rows: rows as R[], numAffectedRows: counted.has(command) ? BigInt(affected) : undefined };
    } catch (error) {
      // The error was made by what came from the database; the stack of the caller is the useful one.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('rows are read by the page, not streamed');
  }
}

/** A driver whose connections are given on terms. */
export interface EngineDriver extends Driver {
  acquireConnection(terms?: TimeLimits): Promise<EngineConnection>;
}

/** What each engine brings to a Database. */
export interface Engine {
  readonly name: 'pglite' | 'postgres';
  readonly driver: EngineDriver;
  /** A connection takes a statement before it has answered the one before. */
  readonly pipelines: boolean;
  /** How many files were synced to disk so far; only the embedded engine counts. */
  syncs?(): Promise<number>;
  /** The whole data folder as a gzipped tar; only the embedded engine packs. */
  dump?(): Promise<Uint8Array>;
  /** Calls once, when its files turn out to be damaged; a server tells its own log. */
  whenDamaged?(tell: (error: Error) => void): void;
  /** How many callers wait for a connection. */
  waiting(): number;
  /** Releases what the driver does not. */
  close?(): Promise<void>;
}

export interface ConnectionLimits {
  /** The longest that one statement may take, where its terms say nothing else. */
  readonly limitMs: number;
  /** How long a transaction may stay open without a statement. */
  readonly idleMs: number;
}

/** The statement that begins a transaction. */
export const beginStatement = ({ isolationLevel, accessMode }: TransactionSettings): string =>
  ['begin', isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(' ');

/**
 * How statements are planned, by the parameters of PostgreSQL. Joins are made in the order in which they are written: to look for
 * a better one among the references of a list took the planner longer than to read its page. And what a statement looks for is in
 * memory, or on a disk without moving parts: with a random page at the price of four, a few hundred users or enterprises were read
 * from end to end to find one.
 * https://www.postgresql.org/docs/current/explicit-joins.html
 * https://www.postgresql.org/docs/current/runtime-config-query.html
 */
export const plannerSettings = ['join_collapse_limit=1', 'random_page_cost=1.1'];
