import {
  type Compilable,
  CompiledQuery,
  type DatabaseConnection,
  type Kysely,
  type QueryResult,
  type RawBuilder,
} from 'kysely';
import { tells } from './changes/changeLog.ts';
import type { EngineDriver } from './engine/engine.ts';
import type { Tables } from './schema/tables.ts';

/** A transaction that is to begin with its first statement. */
interface Beginning {
  /** That it begins, once that was sent. */
  sent?: Promise<unknown>;
}

const begin = CompiledQuery.raw('begin');

/** What leaves nothing behind, were it to happen outside of its transaction: it reads, and at most locks. */
const leavesNothing = (text: string): boolean => /^\s*select\b/i.test(text) && !tells(text);

const lastOnes = new WeakSet<CompiledQuery>();

/**
 * Sends the last statement of a transaction: where the connection can, its commit right behind it, which is done if the statement
 * is. No other may follow, and what it answers can undo nothing any more.
 */
export async function executeLast<Row>(trx: Kysely<Tables>, statement: RawBuilder<Row>): Promise<QueryResult<Row>> {
  const query = (statement as RawBuilder<Row> & Compilable<Row>).compile(trx);
  lastOnes.add(query);
  return trx.executeQuery(query);
}

/** Both of what was sent together, once both have ended. Throws the error of the first that failed. */
async function both<One, Other>(one: Promise<One>, other: Promise<Other>): Promise<[One, Other]> {
  await Promise.allSettled([one, other]);
  return [await one, await other];
}

/** The connection, whose first statement in a transaction is sent right behind the `begin`, and its last one before the commit. */
function bound(
  connection: DatabaseConnection,
  beginnings: WeakMap<DatabaseConnection, Beginning>,
  ended: WeakSet<DatabaseConnection>,
  commit: (connection: DatabaseConnection) => Promise<void>,
): void {
  const run = connection.executeQuery.bind(connection);
  const first = async <R>(query: CompiledQuery, open: Beginning): Promise<QueryResult<R>> => {
    if (open.sent || !leavesNothing(query.sql)) {
      open.sent ??= run(begin);
      await open.sent;
      beginnings.delete(connection);
      return run(query);
    }
    open.sent = run(begin);
    // What did not begin takes no further statement: each is told why.
    const [, answer] = await both(
      open.sent.then(() => void beginnings.delete(connection)),
      run<R>(query),
    );
    return answer;
  };
  const last = async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
    const [answer] = await both(run<R>(query), commit(connection));
    ended.add(connection);
    return answer;
  };
  connection.executeQuery = (query) => {
    if (ended.has(connection)) return Promise.reject(new Error('the transaction has ended with its last statement'));
    const open = beginnings.get(connection);
    if (open) return first(query, open);
    return lastOnes.has(query) ? last(query) : run(query);
  };
}

/**
 * Lets the transactions of a driver, whose connections take a statement before they have answered the one before, begin
 * with their first statement, and end with the one that is said to be their last: nobody waits for a `begin` or a `commit`
 * alone. A statement that writes waits for its `begin`: if its transaction could not begin, it would be kept. A commit does nothing where
 * a statement before it has failed. A transaction without a statement is none.
 */
export function joinBoundaries(driver: EngineDriver): void {
  const beginnings = new WeakMap<DatabaseConnection, Beginning>();
  const ended = new WeakSet<DatabaseConnection>();
  const known = new WeakSet<DatabaseConnection>();
  const { acquireConnection, beginTransaction, commitTransaction, rollbackTransaction } = driver;
  const commit = (connection: DatabaseConnection) => commitTransaction.call(driver, connection);
  driver.acquireConnection = async (terms) => {
    const connection = await acquireConnection.call(driver, terms);
    if (!known.has(connection)) bound(connection, beginnings, ended, commit);
    known.add(connection);
    return connection;
  };
  driver.beginTransaction = async (connection, settings) => {
    const isUsual = !settings.isolationLevel && !settings.accessMode;
    if (!isUsual) return beginTransaction.call(driver, connection, settings);
    beginnings.set(connection, {});
  };
  driver.commitTransaction = async (connection) => {
    if (ended.delete(connection)) return;
    const open = beginnings.get(connection);
    await open?.sent;
    beginnings.delete(connection);
    if (!open || open.sent) await commit(connection);
  };
  driver.rollbackTransaction = async (connection) => {
    if (ended.delete(connection)) return;
    const open = beginnings.get(connection);
    const hasBegun = open ? await open.sent?.then(Boolean, () => false) : true;
    beginnings.delete(connection);
    if (hasBegun) await rollbackTransaction.call(driver, connection);
  };
}
