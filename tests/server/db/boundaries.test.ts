import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { type Database, transaction } from '../../../server/db/connection.ts';
import { deadlineIn } from '../../../server/db/engine/deadline.ts';
import { DeadlineExceeded } from '../../../server/db/engine/errors.ts';
import { freshDatabase } from '../../support/database.ts';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase('postgres');
  await database.executeSql('create table thing (id int primary key)');
});
afterAll(() => database.close());
afterEach(() => vi.restoreAllMocks());

/** Records what a connection sends and receives, in order; `begin` is replaced by another text if one is given. */
function listen(instead = 'begin'): string[] {
  const heard: string[] = [];
  const query = Client.prototype.query as (...args: unknown[]) => Promise<unknown>;
  const hearing = async function (this: Client, ...[sent, ...rest]: unknown[]) {
    const text = typeof sent === 'string' ? sent : (sent as { text: string }).text;
    heard.push(text);
    const answer = query.call(this, text === 'begin' ? instead : sent, ...rest);
    const say = (how: string) => () => heard.push(`${how}: ${text}`);
    answer.then(say('done'), say('failed'));
    return answer;
  };
  vi.spyOn(Client.prototype, 'query').mockImplementation(hearing as never);
  return heard;
}

const read = sql`select count(*) from thing`;
const write = sql`insert into thing values (${1})`;
const things = async () => (await database.executeSql('select id from thing')).rows;

it('a read does not wait for its transaction to begin', async () => {
  const heard = listen();
  await transaction(database, (trx) => read.execute(trx));
  expect(heard.slice(0, 2)).toEqual(['begin', 'select count(*) from thing']);
  expect(heard).toContain('done: commit');
});

it('a write does, and so do all statements but the first', async () => {
  const heard = listen();
  await transaction(database, async (trx) => {
    await Promise.all([read.execute(trx), write.execute(trx)]);
    await sql`delete from thing`.execute(trx);
  });
  await transaction(database, (trx) => write.execute(trx).then(() => sql`delete from thing`.execute(trx)));
  const writes = heard.flatMap((one, at) => (one.startsWith('insert') ? [heard.slice(0, at)] : []));
  expect(writes).toHaveLength(2);
  for (const before of writes) expect(before.lastIndexOf('done: begin')).toBeGreaterThan(before.lastIndexOf('begin'));
});

it('nothing is done in a transaction that could not begin, and its connection serves the next', async () => {
  const heard = listen('select 1 / 0');
  const tries = [
    transaction(database, (trx) => write.execute(trx)),
    transaction(database, async (trx) => {
      await read.execute(trx).catch(() => undefined);
      await write.execute(trx);
    }),
    transaction(database, (trx) => read.execute(trx).catch(() => undefined)),
  ];
  await Promise.all(tries.map((one) => expect(one).rejects.toThrow('division by zero')));
  expect(heard.filter((one) => /insert|commit|rollback/.test(one))).toEqual([]);
  vi.restoreAllMocks();
  expect(await things()).toEqual([]);
  await transaction(database, async (trx) => {
    await read.execute(trx);
    await write.execute(trx);
    throw new Error('no');
  }).catch(() => undefined);
  expect(await things()).toEqual([]);
});

it('one without a statement is none', async () => {
  const heard = listen();
  expect(await transaction(database, async () => 'done')).toBe('done');
  await expect(transaction(database, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(heard).toEqual([]);
});

const insert = (id: number) => sql<{ id: number }>`insert into thing values (${sql.lit(id)}) returning id`;

it('one whose failure was swallowed does not pass for committed', async () => {
  const swallowed = transaction(database, async (trx) => {
    await insert(8).execute(trx);
    await insert(8)
      .execute(trx)
      .catch(() => undefined);
  });
  await expect(swallowed).rejects.toMatchObject({ code: '25P02' });
  expect((await things()).map(({ id }) => id)).not.toContain(8);
});

it('one whose time is over is not committed', async () => {
  const late = transaction(database.withLimits(deadlineIn(60)), async (trx) => {
    await insert(9).execute(trx);
    await sql`select pg_sleep(1)`.execute(trx);
  });
  await expect(late).rejects.toBeInstanceOf(DeadlineExceeded);
  expect((await things()).map(({ id }) => id)).not.toContain(9);
});
