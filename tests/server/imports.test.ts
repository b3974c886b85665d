import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cast, startCast } from '../support/cast.ts';
import { eitherEngine } from '../support/database.ts';
import { type Client, ok } from '../support/product.ts';
import { scale } from '../support/scale.ts';

let cast: Cast;
beforeAll(async () => {
  cast = await startCast(eitherEngine);
});
afterAll(() => cast.close());

const path = '/v1/product/import';
const columns = ['name', 'code', 'deployment_id', 'category_id', 'metering', 'unit'];
const row = (code: string, more: readonly string[] = ['', '']) => [`Name ${code}`, code, '1', '1001', ...more];
const send = (client: Client, rows: readonly (readonly string[])[], more: object = {}, language = 'en') =>
  client.post(path, { columns, rows, ...more }, { 'X-LANG': language });
/** The events of a stream in order. */
const eventsOf = (body: unknown) =>
  [...String(body).matchAll(/^event: (\w+)\ndata: (.*)$/gm)].map(([, event, data = '']) => ({
    event,
    data: JSON.parse(data),
  }));
const count = async (search: string): Promise<number> =>
  (await ok(cast.admin.get(`/v1/product/list?search=${search}`))).total;
const audited = async (): Promise<string[]> =>
  (await ok(cast.admin.get('/v1/audit/list?per_page=100&search=product'))).items
    .filter(({ entity }: { entity: string }) => entity === 'product')
    .map(({ action }: { action: string }) => action);

describe('an import', () => {
  it('says what would happen and leaves nothing behind, then makes every record and tells the audit', async () => {
    const rows = [row('IMP-1'), row('IMP-2', ['value', 'TB'])];
    const before = (await audited()).length;
    expect(await ok(send(cast.admin, rows, { dry_run: true }))).toEqual({ rows: 2, created: 0, mistakes: [] });
    expect([await count('IMP-'), (await audited()).length]).toEqual([0, before]);
    expect(await ok(send(cast.admin, rows))).toEqual({ rows: 2, created: 2, mistakes: [] });
    const { items } = await ok(cast.admin.get('/v1/product/list?search=IMP-&sort=id'));
    expect(items).toMatchObject([
      { name: 'Name IMP-1', code: 'IMP-1', deployment_id: 1, metering: 'host', unit: null },
      { code: 'IMP-2', metering: 'value', unit: 'TB', category: { id: 1001 } },
    ]);
    expect((await audited()).sort().slice(0, 3)).toEqual(['create', 'create', 'create']);
    expect(await audited()).toContain('import');
  });

  it('makes all or nothing, and says of every row what is wrong with it, in the reader’s language', async () => {
    const rows = [row('ALL-1'), ['', 'ALL-2', 'nowhere', '1001', '', ''], row('imp-1'), row('ALL-3', ['value', ''])];
    const { mistakes, created } = await ok(send(cast.admin, rows));
    expect(created).toBe(0);
    expect(mistakes).toEqual([
      { row: 1, field: 'name', message: 'The current item cannot be empty' },
      { row: 1, field: 'deployment_id', message: 'Choose one of the offered values' },
    ]);
    const later = [row('ALL-1'), row('imp-1'), row('ALL-3', ['value', '']), row('all-1')];
    expect((await ok(send(cast.admin, later, {}, 'zh'))).mistakes).toEqual([
      { row: 1, field: 'code', message: '该值已被使用' },
      { row: 2, field: 'unit', message: '当前项不能为空' },
      { row: 3, field: 'code', message: '该值已被使用' },
    ]);
    expect(await count('ALL-')).toBe(0);
  });

  it('reads choices by their label in either language', async () => {
    const { items } = await ok(cast.admin.get('/v1/product/list?per_page=1'));
    const names = ['en', 'zh'].map(async (language) => {
      const answer = await ok(cast.admin.get(`/v1/product/${items[0].id}`, { 'X-LANG': language }));
      return [answer.deployment.name, answer.category.name] as const;
    });
    const rows = (await Promise.all(names)).map(([deployment, category], at) => [
      `Word ${at}`,
      `WORD-${at}`,
      deployment,
      category,
      '',
      '',
    ]);
    expect((await ok(send(cast.admin, rows))).created).toBe(2);
  });

  it('refuses a row with a text beyond its columns, rather than lose it', async () => {
    const [first, second] = [row('WIDE-1'), row('WIDE-2')];
    const { created, mistakes } = await ok(send(cast.admin, [first, [...second, '', 'lost']]));
    expect([created, mistakes]).toEqual([0, [{ row: 1, field: '_', message: `At most ${second.length} entries` }]]);
    expect((await ok(send(cast.admin, [first, [...second, '', ' ']]))).created).toBe(2);
  });

  it('is for those who may make one by hand, and takes the fields that they may set', async () => {
    expect((await send(cast.sales, [row('NO-1')])).status).toBe(403);
    for (const body of [
      { columns: ['id'], rows: [['1']] },
      { columns: ['name', 'name'], rows: [['a', 'b']] },
      { columns: [], rows: [['a']] },
      { columns, rows: [] },
      { columns, rows: [[1]] },
      { columns, rows: 'x' },
      { columns },
      { columns, rows: [['a']], more: 1 },
    ])
      expect((await cast.admin.post(path, body)).status).toBe(422);
    expect(await count('NO-')).toBe(0);
  });

  it('makes enterprises as the form does: a salesman’s are theirs and wait for review', async () => {
    const rows = [
      ['Import One', 'IMPONE'],
      ['Import Two', 'IMPTWO'],
    ];
    const enterprises = '/v1/enterprise/import';
    expect(await ok(cast.sales.post(enterprises, { columns: ['name', 'code'], rows }))).toMatchObject({ created: 2 });
    const { items } = await ok(cast.sales.get('/v1/enterprise/list?search=Import'));
    expect(
      items.map(({ code, status, sales_user_id }: Record<string, unknown>) => [code, status, sales_user_id]),
    ).toEqual([
      ['IMPTWO', 0, cast.sales.id],
      ['IMPONE', 0, cast.sales.id],
    ]);
    const columns = ['name', 'code', 'sales_user_id'];
    const body = { columns, rows: [['Import Three', 'IMPTHREE', 'sales.other']] };
    expect((await cast.sales.post(enterprises, body)).status).toBe(422);
    expect((await cast.customer.post(enterprises, body)).status).toBe(403);
    const without = { columns: ['name', 'code'], rows: [['Import Four', 'IMPFOUR']] };
    expect((await ok(cast.admin.post(enterprises, without))).mistakes).toMatchObject([
      { row: 0, field: 'sales_user_id' },
    ]);
    expect((await ok(cast.admin.post(enterprises, body))).created).toBe(1);
  });

  it('takes ten thousand rows in one go, tells how far it is, and gives the same answer to the same key', async () => {
    const many = scale(800, 10_000);
    const rows = Array.from({ length: many }, (_, at) => row(`MANY-${at}`));
    const key = { 'Idempotency-Key': 'many' };
    const streamed = await cast.admin.post(path, { columns, rows }, { ...key, Accept: 'text/event-stream' });
    expect([streamed.status, streamed.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    const events = eventsOf(streamed.body);
    const done = { rows: many, created: many, mistakes: [] };
    expect(events.at(-1)).toEqual({ event: 'done', data: done });
    expect(events.slice(0, -1).every(({ event }) => event === 'progress')).toBe(true);
    expect(events.at(0)?.data).toEqual({ done: 0, all: many });
    expect(events.at(-2)?.data).toEqual({ done: many, all: many });
    expect(await ok(cast.admin.post(path, { columns, rows }, key))).toEqual(done);
    expect(await count('MANY-')).toBe(many);
  });

  it('finds the few rows of many that are to blame, and says what a stream failed of as the request would', async () => {
    const rows = Array.from({ length: 300 }, (_, at) => row(`FEW-${at === 217 ? 100 : at}`));
    const streamed = { Accept: 'text/event-stream' };
    const { body } = await cast.admin.post(path, { columns, rows }, streamed);
    expect(eventsOf(body).at(-1)).toMatchObject({
      event: 'done',
      data: { created: 0, mistakes: [{ row: 217, field: 'code' }] },
    });
    expect(await count('FEW-')).toBe(0);
    expect((await cast.sales.post(path, { columns, rows }, streamed)).status).toBe(403);
    const other = { ...streamed, 'Idempotency-Key': 'few' };
    await ok(cast.admin.post(path, { columns, rows: [row('FEW-A')] }, { 'Idempotency-Key': 'few' }));
    const refused = await cast.admin.post(path, { columns, rows: [row('FEW-B')] }, other);
    expect(eventsOf(refused.body)).toEqual([
      { event: 'failed', data: expect.objectContaining({ status: 422, code: 'idempotency' }) },
    ]);
  });
});
