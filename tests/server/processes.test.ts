import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApp } from '../../server/app.ts';
import { compose, type Product } from '../../server/compose.ts';
import { readConfig } from '../../server/config.ts';
import { type Database, openDatabase } from '../../server/db/connection.ts';
import { migrate } from '../../server/db/migrate.ts';
import { buy, type Cast, startCast } from '../support/cast.ts';
import { createPostgres, urlOf } from '../support/database.ts';
import { ok, password } from '../support/product.ts';
import { heard, listen } from '../support/statements.ts';

const log = pino({ level: 'silent' });
const config = readConfig({ SECRET_KEY: 'a secret key for tests alone', DEMO: '0' });

let cast: Cast;
let database: Database;
let other: Product;
let app: ReturnType<typeof createApp>;

/** The same database, served by a second process with connections and prepared statements of its own. */
beforeAll(async () => {
  cast = await startCast('postgres', { withoutWorkers: true });
  const { rows } = await cast.database.executeSql('select current_database() as name');
  database = await openDatabase({ databaseUrl: urlOf(String(rows[0]?.['name'])) });
  other = await compose(database, config, log, { withoutWorkers: true });
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
/** What the other process answers to a read: its status, and its body. */
async function read(key: string, path: string): Promise<[number, { total?: number; code?: string; id?: number }]> {
  const answer = await app.request(path, { headers: { authorization: key } });
  return [answer.status, (await answer.json()) as { total?: number }];
}
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
    await buy(cast, 1);
    for (const _ of [1, 2, 3]) expect([await asked(acting), await orders(own)]).toEqual([200, 1]);
    await ok(cast.admin.post(`/v1/enterprise/${cast.enterprise}`, { sales_user_id: cast.otherSales.id }));
    expect([await asked(acting), await orders(own)]).toEqual([401, 0]);
  });
});

it('who follows what is changed goes on in the other process, and in one that began meanwhile (D3)', async () => {
  const { rows } = await cast.database.executeSql('select current_database() as name');
  const followed = async (at: ReturnType<typeof createApp>, after?: string): Promise<[string[], string]> => {
    const headers = { authorization: cast.admin.key, ...(after && { 'last-event-id': after }) };
    const text = await (await at.request('/v1/events?wait=0', { headers })).text();
    expect(text).not.toContain('event: reset');
    const told = [...text.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => JSON.parse(data));
    const made = told.filter(({ entity, action }) => entity === 'order' && action === 'create');
    return [made.map(({ id }) => id), [...text.matchAll(/^id: (.+)$/gm)].at(-1)?.[1] ?? ''];
  };
  const [, start] = await followed(cast.app);
  const first = await buy(cast, 1);
  const [here, position] = await followed(app, start);
  expect(here).toEqual([first]);
  const second = await buy(cast, 2);
  const begun = await openDatabase({ databaseUrl: urlOf(String(rows[0]?.['name'])) });
  const later = await compose(begun, config, log, { withoutWorkers: true });
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
  /** A process as it starts; once the schema is there it goes on when all have come as far. */
  const start = async (): Promise<number> => {
    const own = await openDatabase({ databaseUrl: url, connections: 3 });
    await migrate(own).finally(() => {
      waiting -= 1;
      if (waiting === 0) go();
    });
    await together;
    const product = await compose(own, config, log, { withoutWorkers: true });
    const { rows } = await own.executeSql('select kid from signing_key');
    await product.stop();
    await own.close();
    return rows.length;
  };
  const starts = await Promise.allSettled(Array.from({ length: waiting }, start));
  await drop();
  expect(starts).toEqual(starts.map(() => ({ status: 'fulfilled', value: 1 })));
});

describe('a caller whom a process remembers from the requests before (B4)', () => {
  /** A salesman's reads, and what they are answered while he is signed in; nothing of them reaches whoever is not. */
  const reads = async (): Promise<[path: string, status: number][]> => [
    ['/v1/order/list', 200],
    [`/v1/enterprise/${cast.enterprise}`, 200],
    ['/v1/order/list?filter_status=9', 200],
    ['/v1/order/list?search=O', 200],
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

  it('is asked for by the statement of a list or a record itself', async () => {
    const key = await signIn('sales');
    const id = await buy(cast, 1);
    listen();
    for (const path of ['/v1/order/list', '/v1/order/list?filter_status=0', `/v1/order/${id}`]) {
      expect((await read(key, path))[0]).toBe(200);
      const { result, statements } = await heard(() => read(key, path));
      expect([path, result[0], statements.length]).toEqual([path, 200, 1]);
    }
    vi.restoreAllMocks();
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
