import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findMistakes } from '../../contract/checks/index.ts';
import { above, admins, atLeast, type Condition, everything, not } from '../../contract/schema/access.ts';
import { defineEntity, type Entity } from '../../contract/schema/entity.ts';
import {
  boolean,
  choice,
  computed,
  decimal,
  integer,
  reference,
  rollup,
  text,
} from '../../contract/schema/field/field.ts';
import { times } from '../../contract/schema/field/formula.ts';
import type { Database } from '../../server/db/connection.ts';
import { schemaDifferences } from '../../server/db/migrate/drift.ts';
import { declaredSchema, readSchema } from '../../server/db/migrate/liveSchema.ts';
import { withinTransaction } from '../../server/db/migrate/onlineStatements.ts';
import { planEntity } from '../../server/db/migrate/planMigration.ts';
import { addTables } from '../support/addTables.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { contractWith } from '../support/contractWith.ts';
import { forEachEngine, freshDatabase } from '../support/database.ts';
import { ok } from '../support/product.ts';
import { wrongRollups } from '../support/rollups.ts';
import { scale } from '../support/scale.ts';

const label = { en: 'Word', zh: '词' };
const words = {
  label,
  title: 'name',
  access: {
    list: admins,
    create: admins,
    edit: admins,
    remove: admins,
    rows: { SuperAdmin: everything, GeneralAdmin: everything },
  },
  list: { columns: ['name'], sort: 'id' },
} as const;
const name = text({ label, required: true });
const whole = integer({ label, read: admins });
const loans = (more: object) => ({ entity: 'loan', by: 'device_id', ...more });

const open = { status: [0, 1] };
const lateOrLost = { anyOf: [{ late: true, status: 1 }, { days: null }, { status: 3 }] } as const;

/** A device with several counts and sums of its loans, each of other ones. */
const device = (counted: object) => defineEntity({ ...words, name: 'device', fields: { name, ...counted } } as never);
const counts = {
  all_loans: rollup(loans({}), whole),
  open_loans: rollup(loans({ when: open }), whole),
  open_days: rollup(loans({ sum: 'days', when: open }), whole),
  troubles: rollup(loans({ when: lateOrLost }), whole),
  short_or_open: rollup(loans({ when: { status: not(3), days: not(above(5)) } }), whole),
  long_days: rollup(loans({ sum: 'days', when: { days: atLeast(7) } }), whole),
  open_cost: rollup(loans({ sum: 'cost', when: { late: false } }), decimal({ label, scale: 2, read: admins })),
};
const conditions = {
  'device.open_loans': 'c.status in (0, 1)',
  'device.open_days': 'c.status in (0, 1)',
  'device.troubles': '(c.late and c.status = 1) or c.days is null or c.status = 3',
  'device.open_cost': 'not c.late',
  'device.short_or_open': 'c.status is distinct from 3 and coalesce(c.days, 0) <= 5',
  'device.long_days': 'c.days >= 7',
};
const formulas = { 'loan.cost': 'coalesce(round(c.days * c.rate, 2), 0)' };
const loan = defineEntity({
  ...words,
  name: 'loan',
  fields: {
    name,
    device_id: reference('device', { label }),
    status: choice([0, 1, 2, 3].map((id) => ({ id, label: { en: `State ${id}`, zh: `状态 ${id}` } })) as never, {
      label,
    }),
    late: boolean({ label, default: false }),
    days: integer({ label, min: -9 }),
    rate: decimal({ label, scale: 2 }),
    cost: computed(times('days', 'rate'), decimal({ label, scale: 2 })),
  },
} as never);

const contract = contractWith({ device: device(counts), loan });

/** A value of each column, as SQL. */
const values = fc.record({
  device_id: fc.constantFrom('1', '2', '3', 'null'),
  status: fc.constantFrom('0', '1', '2', '3', 'null'),
  late: fc.boolean().map(String),
  days: fc.constantFrom('null', '0', '1', '7', '-3'),
  rate: fc.constantFrom('null', '0.5', '1.25'),
  deleted_at: fc.constantFrom('null', 'now()'),
});
const which = fc.constantFrom('true', 'id % 2 = 0', 'id % 3 = 1', 'status = 1', 'late', 'device_id = 2');
const statement = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.array(values, { minLength: 1, maxLength: 4 }).map((rows) => ({ work: 'insert', rows }) as const),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      work: fc.constant('update' as const),
      changed: values,
      names: fc.subarray(['device_id', 'status', 'late', 'days', 'rate', 'deleted_at'] as const, { minLength: 1 }),
      which,
    }),
  },
  { weight: 1, arbitrary: which.map((one) => ({ work: 'delete', which: one }) as const) },
  { weight: 1, arbitrary: fc.constant({ work: 'truncate' } as const) },
);
type Statement = typeof statement extends fc.Arbitrary<infer One> ? One : never;

function sqlOf(one: Statement): string {
  if (one.work === 'truncate') return 'truncate loan';
  if (one.work === 'delete') return `delete from loan where ${one.which}`;
  if (one.work === 'update')
    return `update loan set ${one.names.map((column) => `${column} = ${one.changed[column]}`).join(', ')} where ${one.which}`;
  const rows = one.rows.map(
    (row) => `('L', ${row.device_id}, ${row.status}, ${row.late}, ${row.days}, ${row.rate}, ${row.deleted_at})`,
  );
  return `insert into loan (name, device_id, status, late, days, rate, deleted_at) values ${rows.join(', ')}`;
}

forEachEngine('counts and sums of some children', (engine) => {
  let cast: Cast;
  const wrong = () => wrongRollups(cast.database, contract, formulas, conditions);
  beforeAll(async () => {
    cast = await startCast(engine, { contract, withoutClock: true });
    await addTables(cast.database, contract);
    await cast.database.executeSql(`insert into device (name) values ('A'), ('B'), ('C')`);
  }, 120_000);
  afterAll(() => cast.close());

  it('are declared without a mistake', () => {
    expect(findMistakes(contract)).toEqual([]);
  });

  it('are what a fresh count finds, whatever statements change children', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(statement, { minLength: 1, maxLength: 12 }), async (statements) => {
        for (const one of statements) {
          await cast.database.executeSql(sqlOf(one));
          expect(await wrong(), sqlOf(one)).toEqual([]);
        }
      }),
      { numRuns: scale(60, 600) },
    );
  }, 240_000);

  it('follow a child whose state, parent and summed value one request changes', async () => {
    await cast.database.executeSql('truncate loan');
    const numbers = async (id: number) => {
      const { all_loans, open_loans, open_days } = await ok(cast.admin.get(`/v1/device/${id}`));
      return [all_loans, open_loans, open_days];
    };
    const { id } = await ok(cast.admin.post('/v1/loan', { name: 'First', device_id: 1, status: 1, days: 5 }));
    await ok(cast.admin.post('/v1/loan', { name: 'Other', device_id: 1, status: 2, days: 9 }));
    expect([await numbers(1), await numbers(2)]).toEqual([
      [2, 1, 5],
      [0, 0, 0],
    ]);
    const edit = (body: object) => cast.admin.post(`/v1/loan/${id}`, body);
    await ok(edit({ device_id: 2, days: 7 }));
    expect([await numbers(1), await numbers(2)]).toEqual([
      [1, 0, 0],
      [1, 1, 7],
    ]);
    await ok(edit({ device_id: 1, days: 8, status: 2 }));
    expect([await numbers(1), await numbers(2)]).toEqual([
      [2, 0, 0],
      [0, 0, 0],
    ]);
    await ok(edit({ device_id: 2, days: 3, status: 0 }));
    await ok(cast.admin.delete(`/v1/loan/${id}`));
    expect(await numbers(2)).toEqual([0, 0, 0]);
    await ok(cast.admin.post(`/v1/loan/restore/${id}`, {}));
    expect(await numbers(2)).toEqual([1, 1, 3]);
    expect(await wrong()).toEqual([]);
  });

  it('are exact at every step of writers at once', async () => {
    await cast.database.executeSql(`truncate loan;
      insert into loan (name, device_id, status, days) select 'L' || g, 1 + g % 3, g % 4, g from generate_series(1, 12) g`);
    const { rows } = await cast.database.executeSql('select id from loan order by id');
    const ids = rows.map(({ id }) => Number(id));
    let writing = 4;
    const writer = async (seed: number) => {
      for (let at = 0; at < scale(12, 80); at += 1) {
        const id = ids[(seed * 5 + at * 7) % ids.length];
        const body = [{ status: at % 4 }, { device_id: 1 + (at % 3), days: at }, { late: at % 2 === 0 }][
          (at + seed) % 3
        ];
        await ok(cast.admin.post(`/v1/loan/${id}`, body ?? {}));
      }
      writing -= 1;
    };
    const all = [0, 1, 2, 3].map(writer);
    while (writing > 0) expect(await wrong()).toEqual([]);
    await Promise.all(all);
    expect(await wrong()).toEqual([]);
  }, 120_000);
});

forEachEngine('the migration of counts of some children', (engine) => {
  const apply = async (database: Database, of: ReturnType<typeof contractWith>, entity: Entity): Promise<string> => {
    const wanted = await declaredSchema(database, of);
    const { sql, online, after, refusals } = await planEntity(database, entity, wanted);
    expect(refusals).toEqual([]);
    for (const part of [sql, withinTransaction(online), after]) if (part) await database.executeSql(part);
    expect(schemaDifferences(await readSchema(database), wanted, entity)).toEqual([]);
    return sql + online;
  };

  it('computes the numbers again when a condition comes, changes or goes', async () => {
    const database = await freshDatabase(engine);
    const numbersWith = async (when: Condition | undefined, loanOf = loan): Promise<number> => {
      const declared = contractWith({ device: device({ open: rollup(loans({ when }), whole) }), loan: loanOf });
      for (const one of ['device', 'loan']) await apply(database, declared, declared.entity(one));
      const { rows } = await database.executeSql('select open from device where id = 1');
      return Number(rows[0]?.['open'] ?? Number.NaN);
    };
    try {
      await numbersWith(undefined);
      await database.executeSql(`insert into device (id, name) values (1, 'A');
        insert into loan (name, device_id, status, late) values ('A', 1, 0, false), ('B', 1, 1, true), ('C', 1, 2, true), ('D', 1, null, false)`);
      expect(await numbersWith(undefined)).toBe(4);
      expect(await numbersWith(open)).toBe(2);
      expect(await numbersWith({ status: [2, null], late: true })).toBe(1);
      const { late, ...fields } = loan.fields as Record<string, object>;
      const renamed = { ...fields, overdue: { ...late, migrate: { renamedFrom: 'late' } } };
      expect(await numbersWith({ overdue: true }, defineEntity({ ...loan, fields: renamed } as never))).toBe(2);
      await database.executeSql('update loan set overdue = not overdue where id = 1');
      expect(await numbersWith({ overdue: true }, defineEntity({ ...loan, fields: renamed } as never))).toBe(3);
      expect(await numbersWith(undefined, defineEntity({ ...loan, fields: renamed } as never))).toBe(4);
    } finally {
      await database.close();
    }
  }, 120_000);

  it.each(['visits', 'visits_of_the_maintenance_contract_of_a_site'])(
    'gives triggers with long names shorter ones, which two references to %s do not share',
    async (table) => {
      const database = await freshDatabase(engine);
      const parent = 'maintenance_contract_of_a_customer_with_sites';
      const by = ['first_id', 'first_id_too'];
      const counted = by.map((one, at) => [`n${at}`, rollup({ entity: 'visit', by: one }, whole)]);
      const references = Object.fromEntries(by.map((one) => [one, reference(parent, { label })]));
      const made = (fields: object) =>
        contractWith({
          [parent]: defineEntity({ ...words, name: parent, table: 'parents', fields: { name, ...fields } } as never),
          visit: defineEntity({ ...words, name: 'visit', table, fields: { name, ...references } } as never),
        });
      const [both, one] = [made(Object.fromEntries(counted)), made(Object.fromEntries(counted.slice(0, 1)))];
      const rowsOf = async (query: string) => (await database.executeSql(query)).rows;
      const numbers = async () => Object.values((await rowsOf('select n0, n1 from parents'))[0] ?? {}).map(Number);
      const triggers = () => rowsOf(`select tgname from pg_trigger where starts_with(tgname, 'visits_')`);
      try {
        expect(findMistakes(both)).toEqual([]);
        for (const name of [parent, 'visit']) await apply(database, both, both.entity(name));
        await database.executeSql(`insert into parents (id, name) values (1, 'A');
        insert into ${table} (name, ${by.join(', ')}) values ('V', 1, null), ('W', 1, 1), ('X', null, null)`);
        expect(await numbers()).toEqual([2, 1]);
        expect(await triggers()).toHaveLength(8);
        await apply(database, one, one.entity('visit'));
        expect(await triggers()).toHaveLength(4);
        await database.executeSql(`delete from ${table} where name = 'W'`);
        expect(await numbers()).toEqual([1, 1]);
      } finally {
        await database.close();
      }
    },
    120_000,
  );
});
