import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import { createApp } from '../../server/app.ts';
import { type Database, openDatabase } from '../../server/db/connection.ts';
import { migrate } from '../../server/db/migrate/migrate.ts';
import { compose, type RunningProduct } from '../../server/start/compose.ts';
import { readConfig } from '../../server/start/config.ts';
import { type Cast, delivery, periods, placeOrder, startCast } from '../support/cast.ts';
import { addressOf, createPostgres } from '../support/database.ts';
import { ok, password } from '../support/product.ts';

const log = pino({ level: 'silent' });
const config = readConfig({ SECRET_KEY: 'a secret key for tests alone', DEMO: '0' });

let cast: Cast;
let database: Database;
let other: RunningProduct;
let app: ReturnType<typeof createApp>;

/** A second process for the same database, with its own connections and prepared statements. */
beforeAll(async () => {
  cast = await startCast('postgres', { withoutWorkers: true });
  database = await openDatabase({ databaseUrl: await addressOf(cast.database) });
  other = await compose(contract, database, config, log, { withoutWorkers: true });
  app = createApp(other.services);
});
afterAll(async () => {
  await other.stop();
  await database.close();
  await cast.close();
});

const signIn = async (name: string): Promise<string> =>
  (await ok(cast.request('POST', '/v1/auth/login', { body: { name, password } }))).api_key;
const asked = async (key: string): Promise<number> =>
  (await app.request('/v1/order/list', { headers: { authorization: key } })).status;
/** The response of the other process to a read: status and body. */
async function read(key: string, path: string): Promise<[number, { total?: number; code?: string; id?: number }]> {
  const answer = await app.request(path, { headers: { authorization: key } });
  return [answer.status, (await answer.json()) as { total?: number }];
}
/** The response of the other process to a write. */
async function write(key: string, [method, path, body]: Write): Promise<[number, { code?: string; id?: number }]> {
  const given = typeof body === 'string' ? body : JSON.stringify(body);
  const headers = { authorization: key, 'content-type': 'application/json' };
  const answer = await app.request(path, { method, headers, body: given });
  return [answer.status, (await answer.json()) as { id?: number }];
}
type Write = readonly [method: 'POST' | 'DELETE', path: string, body?: object | string];
const orders = async (key: string): Promise<number> => {
  const answer = await app.request('/v1/order/list', { headers: { authorization: key } });
  return ((await answer.json()) as { total: number }).total;
};

describe('what one process has answered holds in the other at once (D9)', () => {
  it('a key that signed out', async () => {
    for (let times = 0; times < 5; times += 1) {
      const key = await signIn('sales');
      for (const _ of [1, 2, 3]) expect(await asked(key)).toBe(200);
      await ok(cast.request('POST', '/v1/auth/logout', { key }));
      expect(await asked(key)).toBe(401);
    }
  });

  it('a user who is deleted', async () => {
    const user = { name: 'leaver', nick_name: 'Leaver', role_id: 3, password };
    const { id } = await ok(cast.admin.post('/v1/user', user));
    const { key } = await cast.login('leaver');
    for (const _ of [1, 2, 3]) expect(await asked(key)).toBe(200);
    await ok(cast.admin.delete(`/v1/user/${id}`));
    expect(await asked(key)).toBe(401);
  });

  it('an enterprise that goes to another salesman, with the acting for it', async () => {
    const own = await signIn('sales');
    const acting = (await ok(cast.request('POST', `/v1/auth/login/user/${cast.customer.id}`, { key: own }))).api_key;
    await placeOrder(cast, 1);
    for (const _ of [1, 2, 3]) expect([await asked(acting), await orders(own)]).toEqual([200, 1]);
    await ok(cast.admin.post(`/v1/enterprise/${cast.enterprise}`, { sales_user_id: cast.otherSales.id }));
    expect([await asked(acting), await orders(own)]).toEqual([401, 0]);
  });
});

it('who follows what is changed goes on in the other process, and in one that began meanwhile (D3)', async () => {
  const followed = async (at: ReturnType<typeof createApp>, after?: string): Promise<[string[], string]> => {
    const headers = { authorization: cast.admin.key, ...(after && { 'last-event-id': after }) };
    const text = await (await at.request('/v1/events?wait=0', { headers })).text();
    expect(text).not.toContain('event: reset');
    const published = [...text.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => JSON.parse(data));
    const made = published.filter(({ entity, action }) => entity === 'order' && action === 'create');
    return [made.map(({ id }) => id), [...text.matchAll(/^id: (.+)$/gm)].at(-1)?.[1] ?? ''];
  };
  const [, start] = await followed(cast.app);
  const first = await placeOrder(cast, 1);
  const [here, position] = await followed(app, start);
  expect(here).toEqual([first]);
  const second = await placeOrder(cast, 2);
  const begun = await openDatabase({ databaseUrl: await addressOf(cast.database) });
  const later = await compose(contract, begun, config, log, { withoutWorkers: true });
  expect((await followed(createApp(later.services), position))[0]).toEqual([second]);
  expect((await followed(createApp(later.services), start))[0]).toEqual([first, second]);
  await later.stop();
  await begun.close();
});

it('first starts that meet on an empty database all go well, and there is one signing key', async () => {
  const { url, drop } = await createPostgres('template0');
  let waiting = 6;
  let go = () => {};
  const together = new Promise<void>((resolve) => {
    go = resolve;
  });
  /** Starts like a process; after creating the schema, it waits until all have come as far. */
  const start = async (): Promise<number> => {
    const own = await openDatabase({ databaseUrl: url, connections: 3 });
    await migrate(own).finally(() => {
      waiting -= 1;
      if (waiting === 0) go();
    });
    await together;
    const product = await compose(contract, own, config, log, { withoutWorkers: true });
    const { rows } = await own.executeSql('select kid from signing_key');
    await product.stop();
    await own.close();
    return rows.length;
  };
  const starts = await Promise.allSettled(Array.from({ length: waiting }, start));
  await drop();
  expect(starts).toEqual(starts.map(() => ({ status: 'fulfilled', value: 1 })));
});

describe('a caller who is asked for by every request (B4)', () => {
  /** A salesman's reads, and their status while he is signed in; without a valid session, all of them are refused. */
  const reads = async (): Promise<[path: string, status: number][]> => [
    ['/v1/order/list', 200],
    [`/v1/enterprise/${cast.enterprise}`, 200],
    ['/v1/order/list?filter_status=9', 200],
    ['/v1/order/list?search=O', 200],
    ['/v1/order/list?search=nothing like it', 200],
    ['/v1/order/999999999', 404],
    ['/v1/order/list?sort=nonsense', 422],
    ['/v1/order/1?stray=1', 422],
    ['/v1/audit/list', 403],
  ];
  const signOut: [string, (key: string) => Promise<unknown>][] = [
    ['signs out', (key) => ok(cast.request('POST', '/v1/auth/logout', { key }))],
    ['is deleted', () => cast.database.executeSql(`update users set deleted_at = now() where name = 'sales.gone'`)],
    [
      'leaves the session alone for longer than it lives',
      () =>
        cast.database.executeSql(`update session set seen_at = now() - interval '13 hours' where user_id = (
        select id from users where name = 'sales.gone')`),
    ],
  ];

  it.each(signOut)('is refused every read in the other process at once: who %s', async (_, leave) => {
    await ok(cast.admin.post('/v1/user', { name: 'sales.gone', nick_name: 'Gone', role_id: 3, password }));
    const { key, id } = await cast.login('sales.gone');
    await ok(cast.admin.post(`/v1/enterprise/${cast.enterprise}`, { sales_user_id: id }));
    for (const [path, status] of await reads())
      for (const _time of [1, 2]) expect([path, (await read(key, path))[0]]).toEqual([path, status]);
    await leave(key);
    for (const [path] of await reads()) expect([path, (await read(key, path))[0]]).toEqual([path, 401]);
    await ok(cast.admin.post(`/v1/enterprise/${cast.enterprise}`, { sales_user_id: cast.sales.id }));
    await cast.database.executeSql(
      `update users set deleted_at = now(), name = 'gone ' || id where name = 'sales.gone'`,
    );
  });

  /**
   * A salesman's writes, and their status while he is signed in.
   * @param order one of his orders
   */
  const writes = (order: number): [Write, status: number][] => {
    const bought = { category_id: 1001, product_id: cast.productId, purchased: { hosts: 1 }, params: delivery };
    const whose = { enterprise_id: cast.enterprise, user_id: cast.customer.id };
    return [
      [['POST', '/v1/order', { ...bought, ...whose }], 200],
      [['POST', `/v1/order/${order}`, { comment: 'Seen' }], 200],
      [['POST', `/v1/order/${order}`, { status: 1, ...periods }], 200],
      [['POST', `/v1/order/${order}`, { status: 2 }], 403],
      [['POST', `/v1/order/${order}`, { nonsense: 1 }], 422],
      [['POST', `/v1/order/${order}`, '{'], 400],
      [['POST', `/v1/order/${order}?stray=1`, {}], 422],
      [['POST', '/v1/order/999999999', { comment: 'Seen' }], 404],
      [['DELETE', `/v1/order/${order}`], 422],
      [['POST', '/v1/project/relocation/1', {}], 403],
      [['POST', '/v1/user', { name: 'no.one', nick_name: 'No', role_id: 2, password }], 422],
    ];
  };
  /** Everything that those writes could leave in the database. */
  const left = async (): Promise<unknown> => {
    const { rows } = await cast.database.executeSql(`select
      (select json_agg(json_build_array(id, version, status)) from orders) as orders,
      (select count(*) from audit where entity in ('order', 'user')) as told, (select count(*) from notification) as messages`);
    return rows[0];
  };

  it.each(signOut)(
    'is refused every write in the other process at once, and leaves nothing: who %s',
    async (_, leave) => {
      await ok(cast.admin.post('/v1/user', { name: 'sales.gone', nick_name: 'Gone', role_id: 3, password }));
      const { key, id } = await cast.login('sales.gone');
      await ok(cast.admin.post(`/v1/enterprise/${cast.enterprise}`, { sales_user_id: id }));
      await cast.database.executeSql(
        `insert into user_product (user_id, product_id) values (${id}, ${cast.productId})`,
      );
      for (const _time of [1, 2])
        for (const [one, status] of writes(await placeOrder(cast, 1)))
          expect([one, (await write(key, one))[0]]).toEqual([one, status]);
      const order = await placeOrder(cast, 1);
      await leave(key);
      const before = await left();
      for (const [one] of writes(order)) expect([one, (await write(key, one))[0]]).toEqual([one, 401]);
      expect(await left()).toEqual(before);
      await ok(cast.admin.post(`/v1/enterprise/${cast.enterprise}`, { sales_user_id: cast.sales.id }));
      await cast.database.executeSql(
        `update users set deleted_at = now(), name = 'gone ' || id where name = 'sales.gone'`,
      );
    },
  );

  it('writes as who they are now: another role, another enterprise, a password that is due', async () => {
    const { key, id } = await cast.login('sales.other');
    const set = (what: string) => cast.database.executeSql(`update users set ${what} where id = ${id}`);
    let made = 0;
    const answers = async (...all: Write[]) => Promise.all(all.map(async (one) => (await write(key, one))[0]));
    const product = (): Write => ['POST', '/v1/product', { name: `P${++made}`, code: `P-${made}`, category_id: 1 }];
    const action: Write = ['POST', '/v1/project/relocation/999999999', {}];
    const order = await placeOrder(cast, 1);
    const edit: Write = ['POST', `/v1/order/${order}`, { comment: 'Seen' }];
    for (const _ of [1, 2]) expect(await answers(product(), action, edit)).toEqual([403, 403, 404]);
    await set('role_id = 1');
    const asAdmin = await answers(product(), action, edit);
    expect([asAdmin[0], asAdmin[1]]).not.toContain(403);
    await set('role_id = 3');
    for (const _ of [1, 2]) expect(await answers(product(), action, edit)).toEqual([403, 403, 404]);
    await ok(cast.admin.post(`/v1/enterprise/${cast.enterprise}`, { sales_user_id: id }));
    for (const _ of [1, 2]) expect(await answers(edit)).toEqual([200]);
    await cast.database.executeSql(`update session set must_change_password = true where user_id = ${id}`);
    expect(await write(key, edit)).toMatchObject([403, { code: 'password_due' }]);
    await cast.database.executeSql(`update session set must_change_password = false where user_id = ${id}`);
    await ok(cast.admin.post(`/v1/enterprise/${cast.enterprise}`, { sales_user_id: cast.sales.id }));
    expect(await answers(edit)).toEqual([404]);
    const { rows } = await cast.database.executeSql(
      `select actor_id, count(*)::int from audit where entity = 'order' and entity_id = ${order} and action = 'update' group by 1`,
    );
    expect(rows.map(Object.values)).toEqual([[id, 2]]);
  });

  it('reads as who they are now: another role, another enterprise, a password that is due', async () => {
    const { key, id } = await cast.login('sales.other');
    const set = (what: string) => cast.database.executeSql(`update users set ${what} where id = ${id}`);
    const list = async () => (await read(key, '/v1/audit/list'))[0];
    for (const _ of [1, 2]) expect(await list()).toBe(403);
    await set('role_id = 1');
    for (const _ of [1, 2]) expect(await list()).toBe(200);
    await set('role_id = 3');
    for (const _ of [1, 2]) expect(await list()).toBe(403);
    const own = async () => (await read(key, `/v1/user/${id}`))[1];
    for (const _ of [1, 2]) expect(await own()).toMatchObject({ id });
    await cast.database.executeSql(`update session set must_change_password = true where user_id = ${id}`);
    expect(await read(key, '/v1/order/list')).toMatchObject([403, { code: 'password_due' }]);
    expect(await own()).toMatchObject({ id });
    await cast.database.executeSql(`update session set must_change_password = false where user_id = ${id}`);
    expect((await read(key, '/v1/order/list'))[0]).toBe(200);
  });

  it('uses their session as before: it is noted once a minute, and lives on by that', async () => {
    let now = Date.now();
    const later = createApp({ ...other.services, now: () => new Date(now) });
    const key = await signIn('sales');
    const seen = `select max(seen_at) as seen from session where user_id = ${cast.sales.id}`;
    for (const minutes of [0, 0.5, 2, 0.5, 600, 600]) {
      const at = now + minutes * 60_000;
      now = at;
      for (const _ of [1, 2, 3]) {
        const answer = await later.request('/v1/order/list', { headers: { authorization: key } });
        expect([minutes, answer.status]).toEqual([minutes, 200]);
      }
      const { rows } = await cast.database.executeSql(seen);
      expect(at - Number(rows[0]?.['seen'])).toBeLessThan(60_000);
    }
    now += 12 * 60 * 60_000 + 1;
    expect((await later.request('/v1/order/list', { headers: { authorization: key } })).status).toBe(401);
  });
});
