import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { contract } from '../../contract/index.ts';
import { createLease } from '../../server/db/maintenance/lease.ts';
import { startClock } from '../../server/start/cron.ts';
import { eitherEngine } from '../support/database.ts';
import { startProduct, type TestProduct } from '../support/product.ts';

it('what the clock brings about does not wait for a file that cannot be written', async () => {
  const keep = () => Promise.reject(Object.assign(new Error('read-only file system'), { code: 'EROFS' }));
  const product = await startProduct(eitherEngine, { checkpoints: { keep } });
  const { database } = product;
  await product.login('admin');
  await database.executeSql("insert into rate_limit (key, points, expire) values ('long ago', 1, 1)");
  const left = async () => (await database.executeSql("select 1 from rate_limit where key = 'long ago'")).rows.length;
  await expect.poll(left, { timeout: 30_000 }).toBe(0);
  expect((await database.executeSql('select 1 from audit_seal')).rows).not.toEqual([]);
  expect(product.logged.join('\n')).toContain('a checkpoint could not be written to its file');
  await product.close();
});

/**
 * Starts another clock next to the product, with short intervals.
 * @returns mocks that count how often it asked for the lease and did its work, and a function that ends it
 */
function besides({ product, database }: TestProduct) {
  const lease = createLease(database.db, 'clock');
  const asked = vi.fn(lease.hold);
  const seal = vi.fn(async () => undefined);
  const parts = { seal, takeSteps: async () => undefined, sweep: async () => undefined };
  const rounds = { turn: { ...lease, hold: asked }, everyMs: 10 };
  return { asked, seal, end: startClock(contract, product.inTransaction, parts, pino({ level: 'silent' }), rounds) };
}

it('one of several processes does the work of the clock, and another once that one has ended', async () => {
  const product = await startProduct('postgres');
  const { database } = product;
  const holders = async () => (await database.executeSql('select holder from lease')).rows.length;
  await expect.poll(holders, { timeout: 30_000 }).toBe(1);
  const other = besides(product);
  await expect.poll(() => other.asked.mock.calls.length).toBeGreaterThan(30);
  expect(other.seal).not.toHaveBeenCalled();
  await product.product.stop();
  await expect.poll(() => other.seal.mock.calls.length).toBeGreaterThan(2);
  await other.end();
  expect(await holders()).toBe(0);
  await database.close();
});

it('another process does the work of the clock once its holder gives no sign of life', async () => {
  const product = await startProduct('postgres', { withoutWorkers: true });
  const { database } = product;
  await database.executeSql(`insert into lease (name, holder, until)
    values ('clock', gen_random_uuid(), now() + interval '1 hour')`);
  const other = besides(product);
  await expect.poll(() => other.asked.mock.calls.length).toBeGreaterThan(30);
  expect(other.seal).not.toHaveBeenCalled();
  await database.executeSql(`update lease set until = now() - interval '1 second'`);
  await expect.poll(() => other.seal.mock.calls.length).toBeGreaterThan(2);
  await other.end();
  await product.close();
});

it('what is over for long is forgotten: failed jobs, and sessions with those that they opened, some at a time', async () => {
  const product = await startProduct('postgres', { withoutWorkers: true });
  const { database } = product;
  const { id } = await product.login('admin');
  await database.executeSql(`
    insert into job (queue, data, failed_at)
      select 'sendMail', '{}', now() - d * interval '1 day' from unnest(array[29, 31]) d;
    insert into session (key_hash, user_id, seen_at, expires_at, ended_at, deleted_at)
      select 'old-' || g, ${id}, now(), now(), now() - interval '31 days', case when g % 2 = 0 then now() end
      from generate_series(1, 1500) g;
    insert into session (key_hash, user_id, seen_at, expires_at, ended_at, parent_session_id)
      select 'acting-' || s.id, ${id}, now(), now(), now() - interval '31 days', s.id from session s where key_hash like 'old-1__';
    insert into session (key_hash, user_id, seen_at, expires_at, ended_at)
      values ('young', ${id}, now(), now(), now() - interval '29 days');`);
  const other = besides(product);
  const sessions = async () => (await database.executeSql('select key_hash from session order by id')).rows;
  await expect.poll(async () => (await sessions()).length, { timeout: 30_000 }).toBe(2);
  expect((await sessions()).at(-1)).toEqual({ key_hash: 'young' });
  const jobs = `select (now() - failed_at) < interval '30 days' as young from job`;
  await expect.poll(async () => (await database.executeSql(jobs)).rows).toEqual([{ young: true }]);
  expect((await product.request('GET', '/v1/session/list', { key: (await product.login('admin')).key })).status).toBe(
    200,
  );
  await other.end();
  await product.close();
});
