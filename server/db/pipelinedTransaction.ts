import { CompiledQuery, type QueryResult } from 'kysely';
import { publishesChanges } from './changes/changeLog.ts';
import type { Beginning, EngineConnection, EngineDriver } from './engine/engine.ts';

const begin = CompiledQuery.raw('begin');

/** What leaves nothing behind, were it to happen outside of its transaction: it reads, and at most locks. */
const isReadOnly = (text: string): boolean => /^\s*select\b/i.test(text) && !publishesChanges(text);

/** Both of what was sent together, once both have ended. Throws the error of the first that failed. */
async function both<One, Other>(one: Promise<One>, other: Promise<Other>): Promise<[One, Other]> {
  await Promise.allSettled([one, other]);
  return [await one, await other];
}

/** The connection, whose first statement in a transaction is sent right behind the `begin`. */
function pipelined(connection: EngineConnection): void {
  connection.isPipelined = true;
  const run = connection.executeQuery.bind(connection);
  const first = async <R>(query: CompiledQuery, open: Beginning): Promise<QueryResult<R>> => {
    if (open.sent || !isReadOnly(query.sql)) {
      open.sent ??= run(begin);
      await open.sent;
      connection.beginning = undefined;
      return run(query);
    }
    open.sent = run(begin);
    // What did not begin takes no further statement: each is told why.
    const [, answer] = await both(
      open.sent.then(() => {
        connection.beginning = undefined;
      }),
      run<R>(query),
    );
    return answer;
  };
  connection.executeQuery = (query) => {
    const open = connection.beginning;
    return open ? first(query, open) : run(query);
  };
}

/**
 * Lets the transactions of a driver, whose connections take a statement before they have answered the one before, begin
 * with their first statement: nobody waits for a `begin` alone. A statement that writes waits for its `begin`: if its
 * transaction could not begin, it would be kept. A transaction without a statement is none.
 */
export function pipelineTransactions(driver: EngineDriver): void {
  const { acquireConnection, beginTransaction, commitTransaction, rollbackTransaction } = driver;
  driver.acquireConnection = async (terms) => {
    const connection = await acquireConnection.call(driver, terms);
    if (!connection.isPipelined) pipelined(connection);
    return connection;
  };
  driver.beginTransaction = async (connection: EngineConnection, settings) => {
    const isUsual = !settings.isolationLevel && !settings.accessMode;
    if (!isUsual) return beginTransaction.call(driver, connection, settings);
    connection.beginning = {};
  };
  driver.commitTransaction = async (connection: EngineConnection) => {
    const open = connection.beginning;
    await open?.sent;
    connection.beginning = undefined;
    if (!open || open.sent) await commitTransaction.call(driver, connection);
  };
  driver.rollbackTransaction = async (connection: EngineConnection) => {
    const open = connection.beginning;
    const hasBegun = open ? await open.sent?.then(Boolean, () => false) : true;
    connection.beginning = undefined;
    if (hasBegun) await rollbackTransaction.call(driver, connection);
  };
}
