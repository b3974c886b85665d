import type { TransactionSettings } from 'kysely';
import { remainingMs, type TimeLimits } from '../engine/deadline.ts';
import { beginStatement, EngineConnection, type EngineDriver } from '../engine/engine.ts';
import { DatabaseError } from '../engine/errors.ts';
import type { EmbeddedClient } from './client.ts';
import type { ConnectionQueue } from './connectionQueue.ts';
import type { WireResult } from './wire.ts';

export interface EmbeddedParts {
  readonly client: EmbeddedClient;
  readonly turns: ConnectionQueue;
  /** The time limit of a statement that is sent now. */
  readonly limitMs: (terms: TimeLimits) => number;
  /** How long a transaction may stay open without a statement. */
  readonly idleLimitMs: number;
}

/** The connection while one caller uses it. It is valid only for the session of the thread in which it began. */
class EmbeddedConnection extends EngineConnection {
  readonly timeLimits: TimeLimits;
  private readonly parts: EmbeddedParts;
  private readonly session: number;
  private idle: NodeJS.Timeout | undefined;
  private inTransaction = false;
  private ended = false;

  constructor(parts: EmbeddedParts, terms: TimeLimits) {
    super();
    this.parts = parts;
    this.timeLimits = terms;
    this.session = parts.client.session;
  }

  async run(text: string, values: readonly unknown[]): Promise<WireResult> {
    if (this.lost())
      throw new DatabaseError('the transaction was lost: it was idle, or the database restarted', '57P01');
    clearTimeout(this.idle);
    try {
      const answer = await this.parts.client.query(text, values, this.parts.limitMs(this.timeLimits));
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

  /** Rolls back a transaction that is left idle, since it blocks everyone else; PostgreSQL does the same. */
  private async revoke(): Promise<void> {
    if (this.lost()) return;
    this.ended = true;
    await this.parts.client.query('rollback', [], this.parts.limitMs(this.timeLimits)).catch(() => undefined);
    this.parts.turns.give();
  }
}

/** Kysely's driver for the embedded client: one connection, given to one caller after the other. */
export class EmbeddedDriver implements EngineDriver {
  private readonly parts: EmbeddedParts;

  constructor(parts: EmbeddedParts) {
    this.parts = parts;
  }

  async init(): Promise<void> {}

  async acquireConnection(terms: TimeLimits = {}): Promise<EmbeddedConnection> {
    await this.parts.turns.acquire(remainingMs(terms));
    return new EmbeddedConnection(this.parts, terms);
  }

  async releaseConnection(lease: EmbeddedConnection): Promise<void> {
    lease.release();
  }

  async beginTransaction(lease: EmbeddedConnection, settings: TransactionSettings): Promise<void> {
    await lease.run(beginStatement(settings), []);
  }

  async commitTransaction(lease: EmbeddedConnection): Promise<void> {
    const { command } = await lease.run('commit', []);
    if (command === 'ROLLBACK') throw new DatabaseError('the transaction had failed and was rolled back', '25P02');
  }

  async rollbackTransaction(lease: EmbeddedConnection): Promise<void> {
    if (!lease.lost()) await lease.run('rollback', []);
  }

  async destroy(): Promise<void> {
    await this.parts.client.close();
  }
}
