import { Client, Query, type QueryConfig } from 'pg';
import { StatementNames } from './statementNames.ts';

type Send = (...args: unknown[]) => unknown;

/** What `pg` keeps of the protocol; a test holds it to that. */
interface Wire {
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

  override query(...sent: unknown[]): never {
    const [text, values, ...rest] = sent;
    const send = super.query as Send;
    if (typeof text !== 'string' || !Array.isArray(values)) return send.apply(this, sent) as never;
    const name = this.names.nameOf(text);
    for (const stale of this.names.takeStale()) this.close(stale);
    if (name === undefined) return send.call(this, text, values, ...rest) as never;
    if (rest.length > 0) return send.call(this, { name, text, values }, ...rest) as never;
    const answer = this.answerOf({ name, text, values }, send);
    answer.catch((error) => this.names.failed(error));
    return answer as never;
  }

  private answerOf(statement: QueryConfig & { readonly name: string }, send: Send): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const columns = this.columns.get(statement.name);
      const query = new Query(statement, (error, result) => {
        if (error) return reject(error);
        if (!columns) this.columns.set(statement.name, columnsOf(result as unknown as Columns));
        resolve(result);
      });
      if (columns) sendUndescribed(query, columns);
      send.call(this, query);
    });
  }

  /** By a message that never fails, in no transaction, and that a pooler understands; `deallocate` is neither. */
  private close(name: string): void {
    const { connection } = this as unknown as { connection: Wire };
    delete connection.parsedStatements[name];
    this.columns.delete(name);
    connection.close({ type: 'S', name });
  }
}
