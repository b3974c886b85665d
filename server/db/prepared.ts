import { Client } from 'pg';
import { StatementNames } from './statementNames.ts';

type Send = (...args: unknown[]) => unknown;

/** What `pg` keeps of the protocol; a test holds it to that. */
interface Wire {
  readonly parsedStatements: Record<string, string>;
  close(message: { type: 'S'; name: string }): void;
}

/** A connection to PostgreSQL that prepares the statements that it is sent again. */
export class PreparingClient extends Client {
  private readonly names = new StatementNames();

  override query(...sent: unknown[]): never {
    const [text, values, ...rest] = sent;
    const send = super.query as Send;
    if (typeof text !== 'string' || !Array.isArray(values)) return send.apply(this, sent) as never;
    const name = this.names.nameOf(text);
    for (const stale of this.names.takeStale()) this.close(stale);
    if (name === undefined) return send.call(this, text, values, ...rest) as never;
    const answer = send.call(this, { name, text, values }, ...rest);
    if (answer instanceof Promise) answer.catch((error) => this.names.failed(error));
    return answer as never;
  }

  /** By a message that never fails, in no transaction, and that a pooler understands; `deallocate` is neither. */
  private close(name: string): void {
    const { connection } = this as unknown as { connection: Wire };
    delete connection.parsedStatements[name];
    connection.close({ type: 'S', name });
  }
}
