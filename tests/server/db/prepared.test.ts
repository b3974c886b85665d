import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../server/db/connection.ts';
import { PreparingClient } from '../../../server/db/engine/preparingClient.ts';
import { createPostgres } from '../../support/database.ts';

/** A connection of an engine with prepared statements. */
interface Connection {
  ask(text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

async function toPostgres(): Promise<Connection> {
  const { url, drop } = await createPostgres('template1');
  const pool = new Pool({ connectionString: url, max: 1, pipeline: true, Client: PreparingClient as never });
  const client = await pool.connect();
  const close = async () => {
    client.release();
    await pool.end();
    await drop();
  };
  return { ask: async (text, values) => (await client.query(text, values && [...values])).rows, close };
}

async function toPglite(): Promise<Connection> {
  const database = await openDatabase({});
  return { ask: async (text, values) => (await database.executeSql(text, values)).rows, close: database.close };
}

describe.each([
  ['postgres', toPostgres],
  ['pglite', toPglite],
] as const)('a connection to %s', (_, connect) => {
  let ask: Connection['ask'];
  let close: Connection['close'];
  beforeAll(async () => {
    ({ ask, close } = await connect());
    await ask('create table thing (id int primary key, name text); insert into thing values (1, $$a$$)');
  });
  afterAll(() => close());

  /** The prepared statements of the connection in the database. */
  const prepared = async (): Promise<string[]> =>
    (await ask('select statement from pg_prepared_statements;')).map(({ statement }) => String(statement));

  it('prepares a statement that it is sent again', async () => {
    const text = 'select name from thing where id = $1';
    expect(await ask(text, [1])).toEqual([{ name: 'a' }]);
    expect(await prepared()).not.toContain(text);
    for (const id of [1, 2, 1]) expect(await ask(text, [id])).toEqual(id === 1 ? [{ name: 'a' }] : []);
    expect((await prepared()).filter((one) => one === text)).toHaveLength(1);
  });

  it.each([
    ['all columns there are', 'select * from thing where id = $1', 1],
    ['the columns that were written', 'update thing set name = name where id = $1 returning *', 1],
    ['a search', 'select id from thing where lower(name) like $1', 'a'],
    ['an offset that is a parameter', 'select id from thing order by id offset $1', 0],
  ])('plans anew: %s', async (_, text, value) => {
    for (let times = 0; times < 3; times += 1) expect(await ask(text, [value])).toHaveLength(1);
    expect(await prepared()).not.toContain(text);
  });

  it('forgets the oldest, and knows them again', async () => {
    const texts = Array.from({ length: 250 }, (_, at) => `select ${at}::int as value, $1::int as given`);
    for (const text of texts) for (const value of [1, 2]) await ask(text, [value]);
    const names = await prepared();
    expect(names.length).toBeLessThanOrEqual(200);
    expect(names).toContain(texts.at(-1));
    expect(names).not.toContain(texts[0]);
    for (const given of [1, 2, 3]) expect(await ask(texts[0] ?? '', [given])).toEqual([{ value: 0, given }]);
  });

  it('goes on after a migration changed what a statement answers', async () => {
    const text = 'select name from thing where id = $1';
    for (const id of [1, 1]) await ask(text, [id]);
    await ask('alter table thing alter name type varchar(9)');
    await ask(text, [1]).catch(() => undefined);
    expect(await ask(text, [1])).toEqual([{ name: 'a' }]);
  });
});
