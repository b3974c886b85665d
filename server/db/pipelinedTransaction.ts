import { CompiledQuery, type QueryResult } from 'kysely';
import { publishesChanges } from './changes/changeLog.ts';
import type { Beginning, EngineConnection, EngineDriver } from './engine/engine.ts';

const begin = CompiledQuery.raw('begin');

/** True for a statement that changes nothing, even outside of its transaction: it reads, and at most locks. */
const isReadOnly = (text: string): boolean => /^\s*select\b/i.test(text) && !publishesChanges(text);

/**
 * Waits for both results.
 * @throws the error of the first that failed
 */
async function both<One, Other>(one: Promise<One>, other: Promise<Other>): Promise<[One, Other]> {
  await Promise.allSettled([one, other]);
  return [await one, await other];
}

/** Sends the `begin` of a transaction together with its first statement. */
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
    // If `begin` fails, the transaction stays unopened, and each further statement fails with the same error.
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
 * Begins the transactions of a pipelining driver with their first statement, to save the round trip of a `begin`. A
 * statement that writes waits for its `begin`, since it would be committed by itself if the transaction could not
 * begin. A transaction without a statement is not sent at all.
 */
export function pipelineTransactions(driver: EngineDriver): void {
  const { acquireConnection, beginTransaction, commitTransaction, rollbackTransaction } = driver;
  driver.acquireConnection = async (terms) => {
    const connection = await acquireConnection.call(driver, terms);
    if (!connection.isPipelined) pipelined(connection);
    return connection;
  };
  driver.beginTransaction = async (connection: EngineConnection, settings) => {
    const isDefault = !settings.isolationLevel && !settings.accessMode;
    if (!isDefault) return beginTransaction.call(driver, connection, settings);
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
