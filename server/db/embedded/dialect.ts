import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import { DatabaseError } from '../errors.ts';
import type { EmbeddedClient } from './client.ts';
import type { Turns } from './turns.ts';
import type { Answer } from './wire.ts';

export interface EmbeddedParts {
  readonly client: EmbeddedClient;
  readonly turns: Turns;
  /** The time limit of a statement sent now. */
  readonly limitMs: () => number;
  /** How long the caller's work may still take. */
  readonly leftMs: () => number | undefined;
  /** How long a transaction may stay open without a statement. */
  readonly idleLimitMs: number;
}

const counted = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** The connection while one caller has it. It ends with the thread's session in which it began. */
class Lease implements DatabaseConnection {
  private readonly parts: EmbeddedParts;
  private readonly session: number;
  private idle: NodeJS.Timeout | undefined;
  private inTransaction = false;
  private ended = false;

  constructor(parts: EmbeddedParts) {
    this.parts = parts;
    this.session = parts.client.session;
  }

  async run(text: string, values: readonly unknown[]): Promise<Answer> {
    if (this.lost())
      throw new DatabaseError('the transaction was lost: it was idle, or the database restarted', '57P01');
    clearTimeout(this.idle);
    try {
      const answer = await this.parts.client.query(text, values, this.parts.limitMs());
      this.inTransaction = answer.state !== 'I';
      return answer;
    } finally {
      if (this.inTransaction) this.idle = setTimeout(() => void this.revoke(), this.parts.idleLimitMs);
    }
  }

  lost(): boolean {
    return this.ended || this.parts.client.session !== this.session;
  }

  release(): void {
    clearTimeout(this.idle);
    if (!this.ended) this.parts.turns.give();
    this.ended = true;
  }

  /** A transaction that is left open blocks everybody; PostgreSQL ends such a one too. */
  private async revoke(): Promise<void> {
    if (this.lost()) return;
    this.ended = true;
    await this.parts.client.query('rollback', [], this.parts.limitMs()).catch(() => undefined);
    this.parts.turns.give();
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const { rows, command, affected } = await this.run(query.sql, query.parameters);
      return { rows: rows as R[], numAffectedRows: counted.has(command) ? BigInt(affected) : undefined };
    } catch (error) {
      // The error was made by a message of the thread; the stack of the caller is the useful one.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  // biome-ignore lint/correctness/useYield: the interface asks for a generator.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('the embedded database does not stream');
  }
}

class EmbeddedDriver implements Driver {
  private readonly parts: EmbeddedParts;

  constructor(parts: EmbeddedParts) {
    this.parts = parts;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Lease> {
    await this.parts.turns.take(this.parts.leftMs());
    return new Lease(this.parts);
  }

  async releaseConnection(lease: Lease): Promise<void> {
    lease.release();
  }

  async beginTransaction(lease: Lease, settings: TransactionSettings): Promise<void> {
    const level = settings.isolationLevel ? ` isolation level ${settings.isolationLevel}` : '';
    await lease.run(`begin${level} ${settings.accessMode ?? ''}`, []);
  }

  async commitTransaction(lease: Lease): Promise<void> {
    const { command } = await lease.run('commit', []);
    if (command === 'ROLLBACK') throw new DatabaseError('the transaction had failed and was rolled back', '25P02');
  }

  async rollbackTransaction(lease: Lease): Promise<void> {
    if (!lease.lost()) await lease.run('rollback', []);
  }

  async savepoint(lease: Lease, name: string): Promise<void> {
    await lease.run(`savepoint "${name}"`, []);
  }

  async rollbackToSavepoint(lease: Lease, name: string): Promise<void> {
    await lease.run(`rollback to "${name}"`, []);
  }

  async releaseSavepoint(lease: Lease, name: string): Promise<void> {
    await lease.run(`release "${name}"`, []);
  }

  async destroy(): Promise<void> {
    await this.parts.client.close();
  }
}

/** Kysely over the embedded client. In: the client and its turns. */
export function embeddedDialect(parts: EmbeddedParts): Dialect {
  return {
    // Not PGlite's adapter: it has Kysely queue the callers, without a limit, before our guard sees them.
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new EmbeddedDriver(parts),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}
