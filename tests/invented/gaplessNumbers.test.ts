import { afterAll, beforeAll, expect, it } from 'vitest';
import { admins, everything } from '../../contract/schema/access.ts';
import { defineEntity, type Entity } from '../../contract/schema/entity.ts';
import { type Fields, serial, text } from '../../contract/schema/field/field.ts';
import type { Database } from '../../server/db/connection.ts';
import { withinTransaction } from '../../server/db/migrate/onlineStatements.ts';
import { planEntity } from '../../server/db/migrate/planMigration.ts';
import { addTables } from '../support/addTables.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { contractWith, inContract } from '../support/contractWith.ts';
import { forEachEngine, freshDatabase } from '../support/database.ts';
import { ok } from '../support/product.ts';
import { tableDifferences } from '../support/tableDifferences.ts';

const label = { en: 'Bill', zh: '账单' };

const subject = text({ label, required: true, unique: true });
const gapless = serial('B-{0000}', { label, gapless: true });

const bill = (fields: Fields = { number: gapless }, more: object = {}) =>
  defineEntity({
    name: 'bill',
    label,
    title: 'number',
    fields: { subject, ...fields },
    access: {
      list: admins,
      create: admins,
      remove: admins,
      rows: { SuperAdmin: everything, GeneralAdmin: everything },
    },
    list: { columns: ['number', 'subject'] },
    import: true,
    ...more,
  } as never);

const drawn = (number: string): number => Number(number.slice(2));

forEachEngine('serial numbers without gaps', (engine) => {
  const contract = contractWith({ bill: bill() });
  let cast: Cast;
  beforeAll(async () => {
    cast = await startCast(engine, { contract });
    await addTables(cast.database, contract);
  }, 120_000);
  afterAll(() => cast.close());

  const make = (subject: string) => cast.admin.post('/v1/bill', { subject });
  const numbers = async (): Promise<number[]> => {
    const { rows } = await cast.database.executeSql('select number from bill order by number');
    return rows.map((row) => drawn(String(row['number'])));
  };
  const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

  it('are given back by records that are refused, and kept by those that are deleted', async () => {
    const first = await ok(make('First'));
    expect((await make('First')).status).toBe(422);
    const second = await ok(make('Second'));
    expect([drawn(first.number), drawn(second.number)]).toEqual([1, 2]);
    await ok(cast.admin.delete(`/v1/bill/${second.id}`));
    expect(drawn((await ok(make('Third'))).number)).toBe(3);
  });

  it('follow each other, however many are created, refused, imported and tried at once', async () => {
    const before = (await numbers()).length;
    const rows = (round: number, count: number) => Array.from({ length: count }, (_, at) => [`Row ${round} ${at}`]);
    const send = (given: string[][], dry_run: boolean) =>
      cast.admin.post('/v1/bill/import', { columns: ['subject'], rows: given, dry_run });
    const answers = await Promise.all(
      upTo(30).flatMap((round) => [
        make(`Bill ${round}`),
        make(`Bill ${round % 7}`),
        ...(round % 10 === 0 ? [send(rows(round, 20), false), send(rows(round + 100, 20), true)] : []),
        ...(round % 10 === 1 ? [send([...rows(round, 5), ['First']], false)] : []),
      ]),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 422]));
    const after = await numbers();
    expect(after.length).toBeGreaterThan(before + 30 + 40);
    expect(after).toEqual(upTo(after.length));
  }, 60_000);
});

forEachEngine('a migration of serial numbers', (engine) => {
  const declared = (fields: Fields, more: object = {}) => inContract(bill(fields, more));
  const gaps = serial('B-{0000}', { label });

  async function become(database: Database, entity: Entity): Promise<void> {
    const { sql, online, after, refusals } = await planEntity(database, entity);
    expect(refusals).toEqual([]);
    for (const words of [sql, withinTransaction(online), after]) if (words) await database.executeSql(words);
    expect(await tableDifferences(database, entity.contract, [entity.name])).toEqual([]);
  }

  it('goes on after the last number, whichever way it was drawn and whatever it is called', async () => {
    const database = await freshDatabase(engine);
    const add = async (subject: string, table = 'bill', column = 'number') => {
      const { rows } = await database.executeSql(
        `insert into ${table} (subject) values ('${subject}') returning ${column} as number`,
      );
      return drawn(String(rows[0]?.['number']));
    };
    try {
      await become(database, declared({ number: gaps }));
      expect([await add('a'), await add('b')]).toEqual([1, 2]);
      await become(database, declared({ number: gapless }));
      expect([await add('c'), await add('d')]).toEqual([3, 4]);
      const code = serial('B-{0000}', { label, gapless: true, migrate: { renamedFrom: 'number' } });
      await become(database, declared({ code }, { title: 'code', list: { columns: ['code'] } }));
      expect(await add('e', 'bill', 'code')).toBe(5);
      const elsewhere = {
        name: 'invoice',
        migrate: { renamedFrom: 'bill' },
        title: 'code',
        list: { columns: ['code'] },
      };
      await become(database, declared({ code: gapless }, elsewhere));
      expect(await add('f', 'invoice', 'code')).toBe(6);
      await become(database, declared({ code: gaps }, { ...elsewhere, migrate: undefined }));
      expect([await add('g', 'invoice', 'code'), await add('h', 'invoice', 'code')]).toEqual([7, 8]);
    } finally {
      await database.close();
    }
  }, 120_000);

  it('numbers the rows that are there', async () => {
    const database = await freshDatabase(engine);
    try {
      await become(database, declared({}, { title: 'subject', list: { columns: ['subject'] } }));
      await database.executeSql(`insert into bill (subject) values ('a'), ('b'), ('c')`);
      await become(database, declared({ number: gapless }));
      const { rows } = await database.executeSql(`insert into bill (subject) values ('d') returning number`);
      expect(rows[0]?.['number']).toBe('B-0004');
    } finally {
      await database.close();
    }
  }, 120_000);
});
