import type { Writable } from 'node:stream';
import { Client, Query, type QueryResult } from 'pg';
import { DatabaseError } from './errors.ts';
import { StatementNames } from './statementNames.ts';

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const failedTransaction = '25P02';

type Send = (...args: unknown[]) => unknown;

/** What `pg` keeps of the protocol; a test holds it to that. */
interface Wire {
  readonly stream: Writable;
  readonly parsedStatements: Record<string, string>;
  close(message: { type: 'S'; name: string }): void;
  describe(message: object): void;
}

/** The columns of an answer, and how each is read. */
interface Columns {
  readonly fields: unknown;
  readonly _parsers: unknown;
  readonly _prebuiltEmptyResultObject: unknown;
}

/** What `pg` sends a statement by. */
interface Sending {
  readonly _result: Columns;
  /** Are rows kept? It decides so when it learns of the columns. */
  _accumulateRows: boolean;
  prepare(connection: Wire): void;
}

/** The same connection, which does not ask for the columns of what it sends. */
const undescribed = (connection: Wire): Wire => Object.assign(Object.create(connection), { describe: () => undefined });

const columnsOf = ({ fields, _parsers, _prebuiltEmptyResultObject }: Columns): Columns => ({
  fields,
  _parsers,
  _prebuiltEmptyResultObject,
});

/** Has a statement sent whose columns are known: what is prepared answers the same ones as long as it is. */
function sendUndescribed(query: Query, columns: Columns): void {
  const sending = query as unknown as Sending;
  const { prepare } = sending;
  Object.assign(sending._result, columns);
  sending._accumulateRows = true;
  sending.prepare = (connection) => prepare.call(sending, undescribed(connection));
}

/** A connection to PostgreSQL that prepares the statements that it is sent again, and learns their columns once. */
export class PreparingClient extends Client {
  private readonly names = new StatementNames();
  private readonly columns = new Map<string, Columns>();

  private get wire(): Wire {
    return (this as unknown as { connection: Wire }).connection;
  }

  override query(...sent: unknown[]): never {
    this.gather();
    const [text, values, ...rest] = sent;
    const send = super.query as Send;
    if (typeof text !== 'string' || !Array.isArray(values)) return send.apply(this, sent) as never;
    if (text === 'commit') return this.commit(send) as never;
    const name = this.names.nameOf(text);
    for (const stale of this.names.takeStale()) this.close(stale);
    if (name === undefined) return send.call(this, text, values, ...rest) as never;
    if (rest.length > 0) return send.call(this, { name, text, values }, ...rest) as never;
    return this.answerOf(name, text, values, send) as never;
  }

  /**
   * Commits, or throws where a statement before has failed: PostgreSQL only tells that it rolled back, and a transaction that
   * swallowed the failure would pass for committed.
   */
  private async commit(send: Send): Promise<QueryResult> {
    const result = (await send.call(this, 'commit')) as QueryResult;
    if (result.command === 'COMMIT') return result;
    throw new DatabaseError('a statement of the transaction has failed: nothing of it is kept', failedTransaction);
  }

  /** What is sent at one time leaves by one write: each is a call of the system. */
  private gather(): void {
    const { stream } = this.wire;
    stream.cork();
    process.nextTick(() => stream.uncork());
  }

  private answerOf(name: string, text: string, values: unknown[], send: Send): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const columns = this.columns.get(name);
      const query = new Query(text, values, (error, result) => {
        if (error) {
          this.names.failed(error);
          return reject(error);
        }
        if (!columns) this.columns.set(name, columnsOf(result as unknown as Columns));
        resolve(result);
      });
      // Given with the text, `pg` would copy all three by their descriptors.
      Object.assign(query, { name });
      if (columns) sendUndescribed(query, columns);
      send.call(this, query);
    });
  }

  /** By a message that never fails, in no transaction, and that a pooler understands; `deallocate` is neither. */
  private close(name: string): void {
    delete this.wire.parsedStatements[name];
    this.columns.delete(name);
    this.wire.close({ type: 'S', name });
  }
}
