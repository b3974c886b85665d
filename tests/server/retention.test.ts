import { afterAll, beforeAll, expect, it } from 'vitest';
import { purgeSessions } from '../../server/domain/account/session.ts';
import { createUseCounter } from '../../server/domain/licence/use/seatDays.ts';
import { purgeFailedJobs } from '../../server/jobs/jobTable.ts';
import { purgeDeliveries } from '../../server/jobs/webhook/deliveries.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { forEachEngine } from '../support/database.ts';
import { ok, startProduct } from '../support/product.ts';

/** For how long data is stored that the clock deletes (issue 35, section 6). */

const page = '/v1/setting/retention/1';
let cast: Cast;
const run = (text: string) => cast.database.executeSql(text);
const count = async (table: string): Promise<number> =>
  Number((await run(`select count(*)::int as n from ${table}`)).rows[0]?.['n']);

/** Waits until this process applies the settings. */
const applied = (values: object) =>
  expect.poll(() => cast.product.services.settings.retention, { timeout: 6_000 }).toMatchObject(values);

/** Ended sessions, deliveries, failed jobs and days of use, each of some days ago. */
async function fill(): Promise<void> {
  const { id } = cast.sales;
  await run(`insert into session (user_id, key_hash, expires_at, seen_at, ended_at)
    select ${id}, 'old-' || n, now(), now(), now() - make_interval(days => n) from generate_series(10, 29) n`);
  const hook = { name: 'Shop', url: 'https://receiver.example/hook', events: ['order.created'] };
  const { id: webhook_id } = await ok(cast.admin.post('/v1/webhook', hook));
  await run(`insert into webhook_delivery (webhook_id, created_at, event_id, type, entity, state)
    select ${webhook_id}, now() - make_interval(days => n), 'event-' || n, 'order.created', 'order', 1
    from generate_series(10, 29) n`);
  await run(`insert into job (queue, data, failed_at)
    select 'none', '{}', now() - make_interval(days => n) from generate_series(10, 29) n`);
}
const purge = async () => {
  const { inTransaction } = cast.product;
  await inTransaction(purgeSessions);
  await inTransaction(purgeDeliveries);
  await inTransaction(purgeFailedJobs);
  await inTransaction(createUseCounter());
};
const endedLongAgo = `session where key_hash like 'old-%'`;

forEachEngine('the days for which data is stored', (engine) => {
  beforeAll(async () => {
    cast = await startCast(engine, { withoutClock: true });
    await fill();
  });
  afterAll(() => cast.close());

  it('are at first as they were, and change nothing then', async () => {
    expect(await ok(cast.admin.get(page))).toMatchObject({
      session_days: 30,
      delivery_days: 30,
      job_days: 30,
      usage_days: 400,
    });
    await purge();
    expect([
      await count(endedLongAgo),
      await count('webhook_delivery'),
      await count("job where queue = 'none'"),
    ]).toEqual([20, 20, 20]);
  });

  it('are not made shorter before the number of what is deleted has been seen', async () => {
    const answer = await cast.admin.post(page, { session_days: 20, delivery_days: 15, job_days: 30 });
    expect([answer.status, answer.body.error.fields]).toEqual([
      422,
      {
        session_days: ['This deletes 10 entries. Turn on “Delete what is older now” and save again to do so'],
        delivery_days: ['This deletes 15 entries. Turn on “Delete what is older now” and save again to do so'],
      },
    ]);
    const chinese = await cast.admin.post(page, { job_days: 29 }, { 'x-lang': 'zh' });
    expect(chinese.body.error.fields).toEqual({
      job_days: ['将删除 1 条记录。如确认，请开启“立即删除超期数据”后再次保存'],
    });
    expect((await ok(cast.admin.get(page))).session_days).toBe(30);
    expect(await count(endedLongAgo)).toBe(20);
  });

  it('are made longer, or shorter where nothing is deleted, without a question', async () => {
    expect(await ok(cast.admin.post(page, { session_days: 90, usage_days: 800 }))).toMatchObject({ session_days: 90 });
    expect(await ok(cast.admin.post(page, { session_days: 60 }))).toMatchObject({ session_days: 60 });
  });

  it('delete exactly what was counted once it is confirmed; the audit has the change', async () => {
    const body = { session_days: 20, delivery_days: 15, job_days: 25, delete_older: true };
    const saved = await ok(cast.admin.post(page, body));
    expect(saved).not.toHaveProperty('delete_older');
    await applied({ session_days: 20, delivery_days: 15, job_days: 25 });
    await purge();
    expect([
      await count(endedLongAgo),
      await count('webhook_delivery'),
      await count("job where queue = 'none'"),
    ]).toEqual([10, 5, 15]);
    const { rows } = await run(
      `select actor_id, after from audit where entity = 'retention_setting' order by id desc limit 1`,
    );
    expect(rows[0]).toMatchObject({ actor_id: cast.admin.id, after: { session_days: 20, delivery_days: 15 } });
  });

  it('are changed only after a sign-in of the last ten minutes', async () => {
    await run(`update session set created_at = now() - interval '1 hour', confirmed_at = null
      where user_id = ${cast.admin.id}`);
    const answer = await cast.admin.post(page, { session_days: 40 });
    expect([answer.status, answer.body.code]).toEqual([403, 'confirm_with_password']);
    await run(`update session set confirmed_at = now() where user_id = ${cast.admin.id}`);
  });

  it.each([
    ['session_days', 6],
    ['session_days', 366],
    ['delivery_days', 0],
    ['job_days', 400],
    ['usage_days', 399],
    ['usage_days', 3651],
  ])('%s cannot be %i', async (field, days) => {
    const answer = await cast.admin.post(page, { [field]: days, delete_older: true });
    expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([422, [field]]);
  });
});

it('are locked by the environment, within the same limits', async () => {
  cast = await startCast('pglite', { withoutClock: true }, { RETAIN_DELIVERIES: '7', RETAIN_USAGE: '500' });
  try {
    const { settings } = cast.product.services;
    expect(settings.retention).toEqual({ session_days: 30, delivery_days: 7, job_days: 30, usage_days: 500 });
    expect(await ok(cast.admin.get(page))).toMatchObject({
      delivery_days: 7,
      locked_fields: ['delivery_days', 'usage_days'],
    });
    const answer = await cast.admin.post(page, { delivery_days: 8 });
    expect(answer.body.error.fields).toEqual({ delivery_days: ['Set by the environment: RETAIN_DELIVERIES'] });
    await expect(startProduct(cast.database, {}, { RETAIN_SESSIONS: '1' })).rejects.toThrow('RETAIN_SESSIONS');
  } finally {
    await cast.close();
  }
});
