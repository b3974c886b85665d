import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../server/db/connection.ts';
import { waitForDatabase } from '../../server/db/engine/waitForDatabase.ts';
import { migrate, readMigrations } from '../../server/db/migrate/migrate.ts';
import { type Cast, placeOrder, startCast } from '../support/cast.ts';
import { createPostgres } from '../support/database.ts';
import { ok } from '../support/product.ts';

describe('what does not go now', () => {
  let cast: Cast;
  beforeAll(async () => {
    cast = await startCast('postgres', { withoutWorkers: true });
  });
  afterAll(() => cast.close());
  afterEach(() => cast.database.executeSql('drop function if exists fault cascade'));

  it.each([
    ['a lock that is held for too long', '55P03', 503, 'busy'],
    ['too many connections', '53300', 503, 'busy'],
    ['a deadlock', '40P01', 503, 'busy'],
    ['a full disk', '53100', 507, 'disk_full'],
  ])('is told so, with the time of a later try: %s', async (_, sqlstate, status, code) => {
    const order = await placeOrder(cast, 1);
    await cast.database.executeSql(`
      create function fault() returns trigger language plpgsql as $$ begin
        raise exception 'not now' using errcode = '${sqlstate}';
      end $$;
      create trigger fault before update on orders for each row execute function fault();`);
    const answer = await cast.customer.post(`/v1/order/${order}`, { status: 8 });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    await cast.database.executeSql('drop function fault cascade');
    await ok(cast.customer.post(`/v1/order/${order}`, { status: 8 }));
  });

  it('is a lock after five seconds, so that who waits for one does not fill the pool', async () => {
    expect((await cast.database.executeSql('show lock_timeout')).rows).toEqual([{ lock_timeout: '5s' }]);
  });
});

describe('a migration', () => {
  let database: Database;
  let url: string;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    ({ url, drop } = await createPostgres('template0'));
    database = await openDatabase({ databaseUrl: url, connections: 2 });
  });
  afterAll(async () => {
    await database.close();
    await drop();
  });

  it('steps back from a table that somebody reads, and is made later', async () => {
    const all = readMigrations();
    const version = (all.at(-1)?.version ?? 0) + 1;
    const text = "set local lock_timeout = '50ms'; alter table orders add column later text";
    await migrate(database, all);
    const reader = new Client({ connectionString: url });
    await reader.connect();
    await reader.query('begin; select count(*) from orders');
    const made = migrate(database, [...all, { version, name: 'later', text, checksum: text }]);
    const blocked =
      "select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    await expect.poll(async () => (await reader.query(blocked)).rows[0].n).toBe(1);
    await expect.poll(async () => (await reader.query(blocked)).rows[0].n).toBe(0);
    await reader.query('commit');
    await reader.end();
    expect(await made).toEqual(['later']);
  });
});

describe('a start', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

  it('waits for a database that is not up yet, and says so once', async () => {
    let tries = 0;
    const messages: string[] = [];
    const open = async () => {
      tries += 1;
      if (tries < 4)
        throw tries < 3 ? new AggregateError([refused]) : Object.assign(new Error('starting'), { code: '57P03' });
      return 'open';
    };
    expect(await waitForDatabase(open, 60, (reason) => void messages.push(reason), 1)).toBe('open');
    expect(messages).toEqual(['connect ECONNREFUSED']);
  });

  it('gives up after its time, and at once where waiting does not help', async () => {
    let tries = 0;
    const open = (error: Error) => async () => {
      tries += 1;
      throw error;
    };
    await expect(waitForDatabase(open(refused), 0.02, () => undefined, 5)).rejects.toThrow('ECONNREFUSED');
    expect(tries).toBeGreaterThan(1);
    tries = 0;
    const wrong = Object.assign(new Error('password authentication failed'), { code: '28P01' });
    await expect(waitForDatabase(open(wrong), 60, () => undefined)).rejects.toThrow('password');
    expect(tries).toBe(1);
  });
});
