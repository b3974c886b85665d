import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely';
import { tells } from './changes.ts';

/** A transaction that is to begin with its first statement. */
interface Beginning {
  /** That it begins, once that was sent. */
  sent?: Promise<unknown>;
}

const begin = CompiledQuery.raw('begin');

/** What leaves nothing behind, were it to happen outside of its transaction: it reads, and at most locks. */
const leavesNothing = (text: string): boolean => /^\s*select\b/i.test(text) && !tells(text);

/** The connection, whose first statement in a transaction is sent right behind the `begin`. */
function beginning(connection: DatabaseConnection, beginnings: WeakMap<DatabaseConnection, Beginning>): void {
  const run = connection.executeQuery.bind(connection);
  const first = async <R>(query: CompiledQuery, open: Beginning): Promise<QueryResult<R>> => {
    if (open.sent || !leavesNothing(query.sql)) {
      open.sent ??= run(begin);
      await open.sent;
      beginnings.delete(connection);
      return run(query);
    }
    open.sent = run(begin);
    const [begun, answer] = await Promise.allSettled([open.sent, run<R>(query)]);
    // What did not begin takes no further statement: each is told why.
    if (begun.status === 'rejected') throw begun.reason;
    beginnings.delete(connection);
    if (answer.status === 'rejected') throw answer.reason;
    return answer.value;
  };
  connection.executeQuery = (query) => {
    const open = beginnings.get(connection);
    return open ? first(query, open) : run(query);
  };
}

/**
 * Lets the transactions of a driver, whose connections take a statement before they have answered the one before, begin
 * with their first statement: nobody waits for a `begin`. A statement that writes does: if its transaction could not
 * begin, it would be kept. One without a statement is none.
 */
export function beginLate(driver: Driver): void {
  const beginnings = new WeakMap<DatabaseConnection, Beginning>();
  const known = new WeakSet<DatabaseConnection>();
  const { acquireConnection, beginTransaction, commitTransaction, rollbackTransaction } = driver;
  driver.acquireConnection = async () => {
    const connection = await acquireConnection.call(driver);
    if (!known.has(connection)) beginning(connection, beginnings);
    known.add(connection);
    return connection;
  };
  driver.beginTransaction = async (connection, settings) => {
    const isUsual = !settings.isolationLevel && !settings.accessMode;
    if (!isUsual) return beginTransaction.call(driver, connection, settings);
    beginnings.set(connection, {});
  };
  driver.commitTransaction = async (connection) => {
    const open = beginnings.get(connection);
    await open?.sent;
    beginnings.delete(connection);
    if (!open || open.sent) await commitTransaction.call(driver, connection);
  };
  driver.rollbackTransaction = async (connection) => {
    const open = beginnings.get(connection);
    const hasBegun = open ? await open.sent?.then(Boolean, () => false) : true;
    beginnings.delete(connection);
    if (hasBegun) await rollbackTransaction.call(driver, connection);
  };
}
