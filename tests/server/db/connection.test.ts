import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { afterCommit, type Database, executeInTransaction, transaction } from '../../../server/db/connection.ts';
import { forEachEngine, freshDatabase } from '../../support/database.ts';

const values = {
  big: '9007199254740991::int8',
  counted: 'count(*)',
  moment: "'2026-01-02T03:04:05.678+08:00'::timestamptz",
  day: "'2026-01-02'::date",
  object: `'{"a":[1,"é"]}'::jsonb`,
  json: "'[1]'::json",
  numbers: "'{1,2}'::int8[]",
  words: '\'{a,"b,c",null}\'::text[]',
  truth: 'true',
  nothing: 'null',
  decimal: '1.50::numeric',
  float: '0.25::float8',
  bytes: "'\\x00ff'::bytea",
};

const parsed = {
  big: 9007199254740991,
  counted: 1,
  moment: new Date('2026-01-01T19:04:05.678Z'),
  day: '2026-01-02',
  object: { a: [1, 'é'] },
  json: [1],
  numbers: [1, 2],
  words: ['a', 'b,c', null],
  truth: true,
  nothing: null,
  decimal: '1.50',
  float: 0.25,
  bytes: Buffer.from([0, 255]),
};

forEachEngine('a database', (engine) => {
  let database: Database;

  beforeAll(async () => {
    database = await freshDatabase(engine, { idleTransactionMs: 1000 });
    await sql`create table thing (name text primary key check (name <> 'bad'))`.execute(database.db);
  });
  afterAll(() => database.close());
  beforeEach(() => sql`delete from thing`.execute(database.db));

  const names = async (): Promise<unknown[]> => {
    const { rows } = await sql<{ name: string }>`select name from thing order by name`.execute(database.db);
    return rows.map((row) => row.name);
  };
  const insert = (name: string, db = database.db): Promise<unknown> =>
    sql`insert into thing values (${name})`.execute(db);

  test('reads every type alike', async () => {
    const list = Object.entries(values).map(([name, text]) => `${text} as ${name}`);
    const { rows } = await sql.raw(`select ${list.join(', ')}`).execute(database.db);
    expect(rows).toEqual([parsed]);
  });

  test('takes every type of parameter alike', async () => {
    const now = new Date('2026-01-02T03:04:05.678Z');
    const { rows } = await sql`select ${now}::timestamptz as moment, ${{ a: '"\\' }}::jsonb as object,
      ${['x', 'a"b\\', null]}::text[] as words, ${[[1], [2]]}::int[] as nested, ${12345678901}::int8 as big,
      ${true}::boolean as truth, ${null}::text as nothing, ${Buffer.from([1, 254])}::bytea as bytes,
      ${'naïve 汉字 🙂'}::text as text`.execute(database.db);
    expect(rows).toEqual([
      {
        moment: now,
        object: { a: '"\\' },
        words: ['x', 'a"b\\', null],
        nested: [[1], [2]],
        big: 12345678901,
        truth: true,
        nothing: null,
        bytes: Buffer.from([1, 254]),
        text: 'naïve 汉字 🙂',
      },
    ]);
  });

  test('counts the rows that a statement changed', async () => {
    await insert('a');
    await insert('b');
    const changed = await sql`update thing set name = name || 'x'`.execute(database.db);
    expect(changed.numAffectedRows).toBe(2n);
    const { numAffectedRows } = await sql`select 1`.execute(database.db);
    expect(numAffectedRows).toBeUndefined();
  });

  test('names the constraint that a statement broke, and goes on', async () => {
    await insert('a');
    await expect(insert('a')).rejects.toMatchObject({ code: '23505', constraint: 'thing_pkey', table: 'thing' });
    await expect(insert('bad')).rejects.toMatchObject({ code: '23514', constraint: 'thing_name_check' });
    await expect(sql`selec`.execute(database.db)).rejects.toMatchObject({ code: '42601' });
    await expect(sql`select ${'x'}::int`.execute(database.db)).rejects.toMatchObject({ code: '22P02' });
    expect(await names()).toEqual(['a']);
  });

  test('commits what returns and rolls back what throws', async () => {
    const returned = await transaction(database, async (trx) => {
      await insert('kept', trx);
      return 7;
    });
    const failing = transaction(database, async (trx) => {
      await insert('lost', trx);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(returned).toBe(7);
    expect(await names()).toEqual(['kept']);
  });

  test('does not report a commit that was none', async () => {
    const swallowing = transaction(database, async (trx) => {
      await insert('a', trx);
      await insert('bad', trx).catch(() => undefined);
    });
    await expect(swallowing).rejects.toThrow();
    expect(await names()).toEqual([]);
  });

  test('refuses the root handle inside a transaction, at once', async () => {
    await transaction(database, async (trx) => {
      await insert('a', trx);
      const refusal = /inside an open transaction/;
      await expect(names()).rejects.toThrow(refusal);
      await expect(database.executeSql('select 1')).rejects.toThrow(refusal);
      await expect(transaction(database, async () => undefined)).rejects.toThrow(refusal);
    });
    expect(await names()).toEqual(['a']);
  });

  test('lets work that a transaction left behind use the root handle', async () => {
    let later: Promise<unknown> | undefined;
    await transaction(database, async () => {
      later = new Promise((resolve) => setTimeout(resolve, 50)).then(names);
    });
    expect(await later).toEqual([]);
  });

  test('calls back after the commit, and only then', async () => {
    const calls: string[] = [];
    await transaction(database, async (trx) => {
      afterCommit(trx, () => calls.push('after'));
      calls.push('inside');
    });
    const failing = transaction(database, async (trx) => {
      afterCommit(trx, () => calls.push('never'));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(calls).toEqual(['inside', 'after']);
  });

  test('runs foreign SQL inside the transaction', async () => {
    await transaction(database, async (trx) => {
      const { rows } = await executeInTransaction(trx).executeSql('insert into thing values ($1) returning name', [
        'a',
      ]);
      expect(rows).toEqual([{ name: 'a' }]);
    });
    expect(await names()).toEqual(['a']);
  });

  test('leaves no failed transaction of a script behind', async () => {
    await expect(database.executeSql("begin; insert into thing values ('a'); select 1/0; commit")).rejects.toThrow(
      'zero',
    );
    for (let count = 0; count < 12; count++) expect(await names()).toEqual([]);
  });

  test('gives each caller its turn', async () => {
    const many = Array.from({ length: 40 }, (_, index) => transaction(database, (trx) => insert(`n${index}`, trx)));
    await Promise.all(many);
    expect(await names()).toHaveLength(40);
  });

  test('ends a transaction that is left open', async () => {
    const forgetful = transaction(database, async (trx) => {
      await insert('a', trx);
      await new Promise((resolve) => setTimeout(resolve, 1800));
      await insert('b', trx);
    });
    const others = new Promise((resolve) => setTimeout(resolve, 1400)).then(names);
    await expect(forgetful).rejects.toThrow();
    expect(await others).toEqual([]);
    expect(await names()).toEqual([]);
  });
});

const endless = sql`select count(*) from generate_series(1, 100000) a, generate_series(1, 100000) b`;

test('ends a statement over its time limit on PostgreSQL', async () => {
  const database = await freshDatabase('postgres', { statementTimeoutMs: 300 });
  await expect(endless.execute(database.db)).rejects.toMatchObject({ code: '57014' });
  await database.close();
});
