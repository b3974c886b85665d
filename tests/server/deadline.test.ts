import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '../../server/db/connection.ts';
import { deadlineIn } from '../../server/db/engine/deadline.ts';
import { type Cast, placeOrder, startCast } from '../support/cast.ts';
import { type Answer, ok, startProduct } from '../support/product.ts';

async function timed(asked: Promise<Answer>) {
  const begun = performance.now();
  const answer = await asked;
  return { ...answer, ms: performance.now() - begun };
}

describe('a request that takes longer than it may', () => {
  let cast: Cast;
  beforeAll(async () => {
    cast = await startCast('postgres', { withoutWorkers: true }, { REQUEST_LIMIT: '1', IMPORT_LIMIT: '3' });
  });
  afterAll(() => cast.close());
  afterEach(() => cast.database.executeSql('drop function if exists slow cascade'));

  const sleeping = async () =>
    Number(
      (
        await cast.database.executeSql(
          "select count(*) from pg_stat_activity where state = 'active' and wait_event = 'PgSleep' and datname = current_database()",
        )
      ).rows[0]?.['count'],
    );

  it('is told so, its statement is cancelled, and nothing of it is kept', async () => {
    const order = await placeOrder(cast, 1);
    await cast.database.executeSql(`
      create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(25); return new; end $$;
      create trigger slow before update on orders for each row execute function slow();`);
    const answer = await timed(cast.customer.post(`/v1/order/${order}`, { comment: 'slow' }, { 'X-LANG': 'zh' }));
    expect([answer.status, answer.body.code]).toEqual([503, 'too_slow']);
    expect(answer.body.title).toContain('耗时过长');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answer.ms).toBeLessThan(15_000);
    expect(await sleeping()).toBe(0);
    await cast.database.executeSql('drop function slow cascade');
    expect((await ok(cast.customer.get(`/v1/order/${order}`))).comment).not.toBe('slow');
    await ok(cast.customer.post(`/v1/order/${order}`, { comment: 'quick' }));
  });

  it('may be an import, which has a time of its own', async () => {
    const slow = (seconds: number) =>
      cast.database.executeSql(`
        create or replace function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(${seconds}); return new; end $$;
        create or replace trigger slow before insert on product for each row execute function slow();`);
    const columns = ['name', 'code', 'deployment_id', 'category_id'];
    const send = (code: string, headers = {}) =>
      cast.admin.post('/v1/product/import', { columns, rows: [[code, code, '1', '1001']] }, headers);
    await slow(1.2);
    expect((await ok(send('SLOW-1'))).created).toBe(1);
    await slow(25);
    const late = await timed(send('SLOW-2', { Accept: 'text/event-stream' }));
    expect(String(late.body)).toMatch(/event: failed\ndata: \{"status":503,.*"code":"too_slow"/);
    expect(late.ms).toBeLessThan(15_000);
    expect(await sleeping()).toBe(0);
    await cast.database.executeSql('drop function slow cascade');
    expect((await ok(cast.admin.get('/v1/product/list?search=SLOW-'))).total).toBe(1);
  });

  it('is ended between its statements too', async () => {
    const { database } = cast;
    let statements = 0;
    const work = transaction(database.withLimits(deadlineIn(200)), async (trx) => {
      for (; statements < 1_000; statements += 1) {
        await trx.selectFrom('orders').select('id').limit(1).execute();
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    });
    await expect(work).rejects.toThrow('longer than its limit');
    expect(statements).toBeLessThan(1_000);
    expect((await database.executeSql('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });
});

it('a request that waits too long for the embedded database is told to come again', async () => {
  const product = await startProduct('pglite', { withoutWorkers: true }, { REQUEST_LIMIT: '1' });
  const admin = await product.login('admin');
  let release: () => void = () => undefined;
  const paused = new Promise<void>((resolve) => {
    release = resolve;
  });
  const holding = product.database.db.transaction().execute(() => paused);
  const answer = await timed(admin.get('/v1/order/list'));
  release();
  await holding;
  expect([answer.status, answer.body.code]).toEqual([503, 'busy']);
  expect(answer.ms).toBeLessThan(15_000);
  await ok(admin.get('/v1/order/list'));
  await product.close();
});
