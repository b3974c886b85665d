import { Client, type QueryResult } from 'pg';
import { DatabaseError } from './errors.ts';
import { StatementNames } from './statementNames.ts';

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const failedTransaction = '25P02';

type Send = (...args: unknown[]) => Promise<QueryResult>;

/** A connection to PostgreSQL that prepares repeated statements under a name. */
export class PreparingClient extends Client {
  private readonly names = new StatementNames();
  /** The names that the database knows: deallocating an unknown one would fail its transaction. */
  private readonly prepared = new Set<string>();

  override query(...sent: unknown[]): never {
    const send = (super.query as Send).bind(this);
    const [text, values, ...rest] = sent;
    if (typeof text !== 'string' || !Array.isArray(values) || rest.length > 0) return send(...sent) as never;
    return (text === 'commit' ? this.commit(send) : this.prepare(send, text, values)) as never;
  }

  /**
   * Commits, or throws where an earlier statement has failed: PostgreSQL only answers ROLLBACK to such a commit, and a
   * transaction that swallowed the error would look committed.
   */
  private async commit(send: Send): Promise<QueryResult> {
    const result = await send('commit');
    if (result.command === 'COMMIT') return result;
    throw new DatabaseError('a statement of the transaction has failed, so it was rolled back', failedTransaction);
  }

  private async prepare(send: Send, text: string, values: unknown[]): Promise<QueryResult> {
    const name = this.names.nameOf(text);
    this.deallocate(send);
    if (name === undefined) return send(text, values);
    try {
      const result = await send({ name, text, values });
      this.prepared.add(name);
      return result;
    } catch (error) {
      this.names.failed(error);
      throw error;
    }
  }

  /** Deallocates statements that are no longer used. In a failed transaction they stay until the connection ends. */
  private deallocate(send: Send): void {
    for (const name of this.names.takeStale())
      if (this.prepared.delete(name)) send(`deallocate "${name}"`).catch(() => undefined);
  }
}
