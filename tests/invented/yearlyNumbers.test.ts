import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { admins, everything } from '../../contract/schema/access.ts';
import { defineEntity, type Entity } from '../../contract/schema/entity.ts';
import { type Field, type Fields, serial, text } from '../../contract/schema/field/field.ts';
import type { Database } from '../../server/db/connection.ts';
import { schemaDifferences } from '../../server/db/migrate/drift.ts';
import { declaredSchema, readSchema } from '../../server/db/migrate/liveSchema.ts';
import { migrate, readMigrations } from '../../server/db/migrate/migrate.ts';
import { withinTransaction } from '../../server/db/migrate/onlineStatements.ts';
import { planEntity } from '../../server/db/migrate/planMigration.ts';
import { addTables } from '../support/addTables.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { contractWith, inContract } from '../support/contractWith.ts';
import { forEachEngine, freshDatabase } from '../support/database.ts';
import { type Client, ok } from '../support/product.ts';
import { scale } from '../support/scale.ts';

const label = { en: 'Visit', zh: '维护' };
const subject = text({ label, required: true, unique: true });
const yearly = (options: { gapless?: boolean } = {}) => serial('MV-{YYYY}-{0000}', { label, ...options });

const declare = (name: string, fields: Fields, more: object = {}) =>
  defineEntity({
    name,
    label,
    title: 'subject',
    fields: { subject, ...fields },
    access: {
      list: admins,
      create: admins,
      remove: admins,
      rows: { SuperAdmin: everything, GeneralAdmin: everything },
    },
    list: { columns: ['subject', ...Object.keys(fields)], search: Object.keys(fields) },
    import: true,
    ...more,
  } as never);

const numbersUpTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

forEachEngine('serial numbers of each year or month', (engine) => {
  const contract = contractWith({
    visit: declare('visit', { number: yearly() }),
    bill: declare('bill', { number: yearly({ gapless: true }) }),
    report: declare('report', { number: serial('R{YYYY}{MM}/{00}', { label }) }),
  });
  let cast: Cast;
  beforeAll(async () => {
    cast = await startCast(engine, { contract, withoutClock: true }, { TIME_ZONE: 'Asia/Shanghai' });
    await addTables(cast.database, contract);
  }, 120_000);
  afterAll(() => cast.close());
  let admin: Client;
  /** Sets the clock of the server, which draws the numbers, and signs in. */
  const at = async (moment: string) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(moment) });
    admin = await cast.login('admin');
  };
  afterEach(() => void vi.useRealTimers());

  const post = (entity: string, name: string) => admin.post(`/v1/${entity}`, { subject: name });
  const numberOf = async (entity: string, name: string): Promise<string> => (await ok(post(entity, name))).number;
  const send = (entity: string, rows: string[][], dry_run: boolean) =>
    admin.post(`/v1/${entity}/import`, { columns: ['subject'], rows, dry_run });
  const listed = async (entity: string, query: string): Promise<string[]> => {
    const { items } = await ok(admin.get(`/v1/${entity}/list?is_paginate=false&${query}`));
    return items.map(({ number }: { number: string }) => number);
  };

  it.each(['visit', 'bill'])('of a %s begin at 1 at New Year in the time zone of the product', async (entity) => {
    // Shanghai is eight hours ahead of UTC.
    await at('2026-12-31T15:59:59.999Z');
    expect(await numberOf(entity, 'Old 1')).toBe('MV-2026-0001');
    expect(await numberOf(entity, 'Old 2')).toBe('MV-2026-0002');
    await at('2026-12-31T16:00:00.000Z');
    expect(await numberOf(entity, 'New 1')).toBe('MV-2027-0001');
    // Another server whose clock is late.
    await at('2026-12-31T15:59:59.999Z');
    expect(await numberOf(entity, 'Old 3')).toMatch(/^MV-2026-000[3-9]$/);
    await at('2027-01-02T00:00:00.000Z');
    expect(await numberOf(entity, 'New 2')).toMatch(/^MV-2027-000[2-9]$/);
    const { items } = await ok(admin.get('/v1/audit/list?is_paginate=false&search=MV-2027-0001'));
    expect(items.every(({ action }: { action: string }) => action === 'create')).toBe(true);
  });

  it('of a month begin at 1 in each, also where a month has more than its digits', async () => {
    await at('2026-11-30T15:00:00Z');
    const rows = numbersUpTo(101).map((one) => [`November ${one}`]);
    expect((await ok(send('report', rows, false))).created).toBe(101);
    await at('2026-11-30T16:00:00Z');
    expect(await numberOf('report', 'December')).toBe('R202612/01');
    const all = await listed('report', 'sort=number');
    expect([all[0], all[98], all[99], all[100], all[101]]).toEqual([
      'R202611/01',
      'R202611/99',
      'R202611/100',
      'R202611/101',
      'R202612/01',
    ]);
    expect(await listed('report', 'sort=-number')).toEqual(all.toReversed());
    expect(await listed('report', 'search=r202612')).toEqual(['R202612/01']);
  });

  it('is found by an index where a list is sorted by it', async () => {
    const { rows } = await cast.database.executeSql(
      "select pg_get_indexdef('report_number_idx'::regclass) as definition",
    );
    expect(rows[0]?.['definition']).toContain('("left"(number, 8), length(number), number, id)');
  });

  it.each(['visit', 'bill'])(
    'of a %s are each used once, however many begin a year at once',
    async (entity) => {
      await at('2030-06-01T00:00:00Z');
      const rounds = scale(20, 200);
      const rows = (name: string, count: number) => numbersUpTo(count).map((one) => [`${name} ${one}`]);
      await Promise.all(
        numbersUpTo(rounds).flatMap((round) => [
          post(entity, `Many ${round}`),
          // Refused half of the time, because the subject is unique.
          post(entity, `Many ${Math.ceil(round / 2)}`),
          ...(round % 10 === 1 ? [send(entity, rows(`Import ${round}`, 20), false)] : []),
          ...(round % 10 === 2 ? [send(entity, rows(`Trial ${round}`, 20), true)] : []),
        ]),
      );
      const numbers = (await listed(entity, 'search=MV-2030')).map((number) => Number(number.slice(8)));
      expect(new Set(numbers).size).toBe(numbers.length);
      expect(numbers.length).toBe(rounds + Math.ceil(rounds / 10) * 20);
      expect(numbers).toContain(1);
      if (entity === 'bill') expect(numbers.toSorted((one, other) => one - other)).toEqual(numbersUpTo(numbers.length));
    },
    60_000,
  );

  it.each(['visit', 'bill'])(
    'of a %s are used by no trial, and follow each other in an import',
    async (entity) => {
      await at('2031-06-01T00:00:00Z');
      const rows = numbersUpTo(1_200).map((one) => [`Row ${one}`]);
      expect((await ok(send(entity, rows, true))).created).toBe(0);
      expect((await ok(send(entity, [...rows, ['Row 1']], false))).created).toBe(0);
      expect(await numberOf(entity, 'Between')).toBe('MV-2031-0001');
      expect((await ok(send(entity, rows, false))).created).toBe(1_200);
      const numbers = (await listed(entity, 'search=MV-2031&sort=number')).map((number) => Number(number.slice(8)));
      expect(numbers).toEqual(numbersUpTo(1_201));
    },
    60_000,
  );

  it('are drawn by the clock of the database for rows that SQL alone inserts', async () => {
    for (const table of ['visit', 'bill']) {
      const { rows } = await cast.database.executeSql(
        `insert into ${table} (subject) values ('By SQL') returning number, to_char(now(), 'YYYY') as year`,
      );
      expect(rows[0]?.['number']).toMatch(new RegExp(`^MV-${rows[0]?.['year']}-[0-9]{4,}$`));
    }
  });
});

forEachEngine('a migration to serial numbers of each year', (engine) => {
  const declared = (fields: Fields, more: object = {}) => inContract(declare('visit', fields, more));

  /** Applies the next migration as a starting server does, in a time zone. */
  async function become(database: Database, entity: Entity): Promise<void> {
    const wanted = await declaredSchema(database, entity.contract);
    const { sql, online, after, refusals } = await planEntity(database, entity, wanted);
    expect(refusals).toEqual([]);
    const text = [sql, withinTransaction(online.replace(/^-- online.*\n/, '')), after].join('\n');
    const migrations = readMigrations();
    const applied = await database.executeSql('select version, name, checksum from schema_migration');
    const known = applied.rows.filter((row) => Number(row['version']) > (migrations.at(-1)?.version ?? 0));
    const former = known.map((row) => ({ ...row, text: '' }) as never);
    const version = 9_000 + known.length;
    const next = { version, name: 'next', text, checksum: String(version) };
    await migrate(database, [...migrations, ...former, next], 'Asia/Shanghai');
    expect(schemaDifferences(await readSchema(database), wanted, entity)).toEqual([]);
  }

  async function withDatabase(work: (database: Database) => Promise<void>): Promise<void> {
    const database = await freshDatabase(engine);
    try {
      await work(database);
    } finally {
      await database.close();
    }
  }

  const thisYear = new Date().getUTCFullYear();

  it.each([false, true])('numbers the rows that are there by the year of their creation (gapless: %s)', (gapless) =>
    withDatabase(async (database) => {
      await become(database, declared({}));
      await database.executeSql(`insert into visit (subject, created_at) values
        ('a', '2024-05-01Z'), ('b', '2025-12-31T15:59:59Z'), ('c', '2024-06-01Z'), ('d', '2025-12-31T16:00:00Z')`);
      await database.executeSql(`insert into visit (subject) values ('e')`);
      await database.executeSql("update visit set deleted_at = now() where subject = 'a'");
      await become(database, declared({ number: yearly({ gapless }) }));
      const { rows } = await database.executeSql('select number from visit order by subject');
      const former = ['MV-2024-0001', 'MV-2025-0001', 'MV-2024-0002', 'MV-2026-0001'];
      expect(rows.map(({ number }) => number).slice(0, 4)).toEqual(former);
      const last = Number(String(rows[4]?.['number']).slice(8));
      const { rows: next } = await database.executeSql(`insert into visit (subject) values ('f') returning number`);
      expect(next[0]?.['number']).toBe(`MV-${thisYear}-000${last + 1}`);
    }),
  );

  it(
    'goes on after the numbers of the pattern that are there, whichever way they were drawn',
    () =>
      withDatabase(async (database) => {
        let count = 0;
        const add = async (table = 'visit', column = 'number') => {
          count += 1;
          const { rows } = await database.executeSql(
            `insert into ${table} (subject) values ('${count}') returning ${column} as number`,
          );
          return String(rows[0]?.['number']);
        };
        const year = `MV-${thisYear}`;
        const ofYear = (options: { gapless?: boolean } = {}) => serial(`${year}-{0000}`, { label, ...options });
        const forms: [Field, string][] = [
          [ofYear(), `${year}-0001`],
          [yearly(), `${year}-0002`],
          [yearly({ gapless: true }), `${year}-0003`],
          [ofYear({ gapless: true }), `${year}-0004`],
          [yearly({ gapless: true }), `${year}-0005`],
          [ofYear(), `${year}-0006`],
          [yearly(), `${year}-0007`],
          [serial('V{YYYY}-{00}', { label }), `V${thisYear}-01`],
          // A gap, because the sequence went on.
          [yearly(), `${year}-0009`],
        ];
        for (const [number, expected] of forms) {
          await become(database, declared({ number }));
          expect(await add()).toEqual(expected);
        }
      }),
    300_000,
  );

  it.each([false, true])('goes on under another name (gapless: %s)', (gapless) =>
    withDatabase(async (database) => {
      await become(database, declared({ number: yearly({ gapless }) }));
      const add = async (table: string, column: string, name: string) => {
        const { rows } = await database.executeSql(
          `insert into ${table} (subject) values ('${name}') returning ${column} as number`,
        );
        return String(rows[0]?.['number']);
      };
      expect(await add('visit', 'number', 'a')).toBe(`MV-${thisYear}-0001`);
      const code = { ...yearly({ gapless }), migrate: { renamedFrom: 'number' } };
      await become(database, declared({ code }));
      expect(await add('visit', 'code', 'b')).toBe(`MV-${thisYear}-0002`);
      await become(
        database,
        inContract(declare('call', { code: yearly({ gapless }) }, { migrate: { renamedFrom: 'visit' } })),
      );
      expect(await add('call', 'code', 'c')).toBe(`MV-${thisYear}-0003`);
      // A new table of the former name begins anew, also after one that was dropped.
      for (let round = 0; round < 2; round += 1) {
        await become(database, declared({ number: yearly({ gapless }) }));
        expect(await add('visit', 'number', 'a')).toBe(`MV-${thisYear}-0001`);
        expect(await add('visit', 'number', 'b')).toBe(`MV-${thisYear}-0002`);
        await database.executeSql('drop table visit');
      }
    }),
  );
});
