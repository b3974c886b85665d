import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../server/app.ts';
import { compose, type Product } from '../../server/compose.ts';
import { readConfig } from '../../server/config.ts';
import { type Database, openDatabase } from '../../server/db/connection.ts';
import { migrate } from '../../server/db/migrate.ts';
import { buy, type Cast, startCast } from '../support/cast.ts';
import { createPostgres, urlOf } from '../support/database.ts';
import { ok, password } from '../support/product.ts';

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
