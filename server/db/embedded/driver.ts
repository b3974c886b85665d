import type { TransactionSettings } from 'kysely';
import { leftMs, type Terms } from '../engine/deadline.ts';
import { beginOf, EngineConnection, type EngineDriver } from '../engine/engine.ts';
import { DatabaseError } from '../engine/errors.ts';
import type { EmbeddedClient } from './client.ts';
import type { Turns } from './turns.ts';
import type { Answer } from './wire.ts';

export interface EmbeddedParts {
  readonly client: EmbeddedClient;
  readonly turns: Turns;
  /** The time limit of a statement that is sent now. */
  readonly limitMs: (terms: Terms) => number;
  /** How long a transaction may stay open without a statement. */
  readonly idleLimitMs: number;
}

/** The connection while one caller uses it. It is valid only for the session of the thread in which it began. */
class Lease extends EngineConnection {
  readonly terms: Terms;
  private readonly parts: EmbeddedParts;
  private readonly session: number;
  private idle: NodeJS.Timeout | undefined;
  private inTransaction = false;
  private ended = false;

  constructor(parts: EmbeddedParts, terms: Terms) {
    super();
    this.parts = parts;
    this.terms = terms;
    this.session = parts.client.session;
  }

  async run(text: string, values: readonly unknown[]): Promise<Answer> {
    if (this.lost())
      throw new DatabaseError('the transaction was lost: it was idle, or the database restarted', '57P01');
    clearTimeout(this.idle);
    try {
      const answer = await this.parts.client.query(text, values, this.parts.limitMs(this.terms));
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
    await this.parts.client.query('rollback', [], this.parts.limitMs(this.terms)).catch(() => undefined);
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

  async acquireConnection(terms: Terms = {}): Promise<Lease> {
    await this.parts.turns.take(leftMs(terms));
    return new Lease(this.parts, terms);
  }

  async releaseConnection(lease: Lease): Promise<void> {
    lease.release();
  }

  async beginTransaction(lease: Lease, settings: TransactionSettings): Promise<void> {
    await lease.run(beginOf(settings), []);
  }

  async commitTransaction(lease: Lease): Promise<void> {
    const { command } = await lease.run('commit', []);
    if (command === 'ROLLBACK') throw new DatabaseError('the transaction had failed and was rolled back', '25P02');
  }

  async rollbackTransaction(lease: Lease): Promise<void> {
    if (!lease.lost()) await lease.run('rollback', []);
  }

  async destroy(): Promise<void> {
    await this.parts.client.close();
  }
}
