import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../server/db/connection.ts';
import { StreamingReplica } from '../../server/db/maintenance/replica.ts';
import { migrate } from '../../server/db/migrate/migrate.ts';
import { type Cast, placeOrder, startCast } from '../support/cast.ts';
import { type PostgresServer, startOwnPostgres, startStandby } from '../support/postgres.ts';
import { ok } from '../support/product.ts';

let primary: PostgresServer;
let standby: PostgresServer;
let cast: Cast;
const open: Database[] = [];
const opened = async (databaseUrl: string) => {
  const database = await openDatabase({ databaseUrl, connections: 4 });
  open.push(database);
  return database;
};
/** What is reported about the replica: an error when it fails, undefined when it is back. */
const published: unknown[] = [];
/** The number of statements of requests that the standby has answered. */
let answered = 0;

/** The same database, with its statements counted. */
const counting = (database: Database): Database => ({
  ...database,
  withLimits: (terms) => counting(database.withLimits(terms)),
  db: database.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      answered += 1;
      return result;
    },
  }),
});

beforeAll(async () => {
  primary = await startOwnPostgres();
  // As in production; the test server has it off.
  await (await opened(primary.url)).executeSql('alter database postgres set synchronous_commit = on');
  const database = await opened(primary.url);
  await migrate(database);
  standby = await startStandby(primary.url);
  const follower = async () => counting(await opened(standby.url));
  const replica = new StreamingReplica(database, follower, (trouble) => void published.push(trouble));
  cast = await startCast(database, { withoutWorkers: true, replica });
}, 120_000);
afterAll(async () => {
  await cast?.product.stop();
  for (const database of open) await database.close().catch(() => undefined);
  await standby?.stop();
  await primary?.stop();
});

const orders = async () => (await ok(cast.customer.get('/v1/order/list'))).total as number;
const byReplica = async (work: () => Promise<unknown>): Promise<boolean> => {
  const before = answered;
  await work();
  return answered > before;
};
const pause = (how: 'pause' | 'resume') => open[2]?.executeSql(`select pg_wal_replay_${how}()`);

it('answers lists, records, exports, searches and the dashboard, and shows at once what was written', async () => {
  for (let count = 1; count <= 5; count += 1) {
    await placeOrder(cast, count);
    expect(await orders()).toBe(count);
  }
  for (const path of ['/v1/order/list', '/v1/order/1', '/v1/order/export', '/v1/search?q=MOVER', '/v1/dashboard'])
    await expect.poll(() => byReplica(() => ok(cast.customer.get(path))), { timeout: 10_000 }).toBe(true);
});

it('leaves the answer to the primary while it is behind, and never shows what is past', async () => {
  await pause('pause');
  const total = await orders();
  await placeOrder(cast, 1);
  expect(await byReplica(async () => expect(await orders()).toBe(total + 1))).toBe(false);
  await pause('resume');
  await expect.poll(() => byReplica(orders), { timeout: 10_000 }).toBe(true);
});

it('decides nothing: who may ask is looked up at the primary', async () => {
  const key = (await cast.login('operations')).key;
  await pause('pause');
  await ok(cast.request('POST', '/v1/auth/logout', { key }));
  expect((await cast.request('GET', '/v1/order/list', { key })).status).toBe(401);
  await pause('resume');
});

it('may go and come back: meanwhile the primary answers, and one line says so', async () => {
  const total = await orders();
  await standby.halt();
  for (let at = 0; at < 3; at += 1) expect(await orders()).toBe(total);
  await placeOrder(cast, 1);
  for (let at = 0; at < 3; at += 1) expect(await orders()).toBe(total + 1);
  expect(published).toEqual([expect.any(Error)]);
  await standby.resume();
  await expect.poll(() => byReplica(orders), { timeout: 30_000, interval: 200 }).toBe(true);
  expect(published).toEqual([expect.any(Error), undefined]);
}, 60_000);

it('is refused where it follows another server, or none', async () => {
  const trouble: unknown[] = [];
  const database = await opened(primary.url);
  const wrong = new StreamingReplica(
    database,
    async () => database,
    (one) => void trouble.push(one),
  );
  const { rows } = await database.executeSql('select pg_current_wal_flush_lsn()::text as position');
  expect(await wrong.at(String(rows[0]?.['position']))).toBeUndefined();
  expect(String(trouble[0])).toContain('DATABASE_READ_URL is not a standby');
  // All of this must work with the rights of a plain role.
  const asked =
    'pg_current_wal_flush_lsn(), pg_last_wal_replay_lsn(), (select system_identifier from pg_control_system())';
  await database.executeSql(`begin; create role plain; set local role plain; select ${asked}; rollback`);
});
