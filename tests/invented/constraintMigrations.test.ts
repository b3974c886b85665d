import { expect, it } from 'vitest';
import type { Entity } from '../../contract/schema/entity.ts';
import { defineEntity } from '../../contract/schema/entity.ts';
import { integer } from '../../contract/schema/field/field.ts';
import { type NoOverlap, overlapsOf } from '../../contract/schema/rule.ts';
import { price } from '../../examples/service-desk/prices/price.ts';
import { training } from '../../examples/service-desk/trainings/training.ts';
import { trainingBooking } from '../../examples/service-desk/trainings/trainingBooking.ts';
import type { Database } from '../../server/db/connection.ts';
import { withinTransaction } from '../../server/db/migrate/onlineStatements.ts';
import { planEntity } from '../../server/db/migrate/planMigration.ts';
import { addTables } from '../support/addTables.ts';
import { contractWith, inContract } from '../support/contractWith.ts';
import { forEachEngine, freshDatabase } from '../support/database.ts';
import { tableDifferences } from '../support/tableDifferences.ts';

const { check, noOverlap, ...plain } = price;
const label = { en: 'More', zh: '更多' };
const declared = (words: object) => inContract(defineEntity({ ...plain, ...words } as never));
const without = declared({});
const complete = declared({ check, noOverlap });

async function apply(database: Database, entity: Entity): Promise<string> {
  const { sql, online, after, refusals } = await planEntity(database, entity);
  expect(refusals).toEqual([]);
  for (const text of [sql, withinTransaction(online), after]) if (text) await database.executeSql(text);
  expect(await tableDifferences(database, entity.contract, [entity.name])).toEqual([]);
  return sql + online;
}

const { noOverlap: _noOverlap, check: limits, ...desk } = training;
const [periods] = overlapsOf(training) as [NoOverlap];
const { booked: _booked, ...withoutBooked } = desk.fields;
const plainList = { columns: ['subject'] };
/** The training desk with other words of the training. */
const deskWith = (words: object) =>
  contractWith({
    training: defineEntity({ ...desk, ...words } as never),
    training_booking: trainingBooking,
  });

forEachEngine('constraints over several fields', (engine) => {
  it('come to a table with rows once no row breaks them, change, and go', async () => {
    const database = await freshDatabase(engine);
    try {
      await apply(database, without);
      await database.executeSql(`
        insert into product (id, name, code, deployment_id, category_id) values (1, 'Mover', 'MOVER', 1, 1001);
        insert into price (id, name, product_id, currency, amount, lowest, starts_on, ends_on) values
          (1, 'One', 1, 'CNY', 100, 101, '2030-01-01', '2030-02-01'),
          (2, 'Two', 1, 'CNY', 100, 100, '2030-02-01', null),
          (3, 'Three', 1, 'EUR', 100, 100, '2030-03-01', '2030-02-01')`);
      await expect(apply(database, complete)).rejects.toThrow(/price\.check is broken by these records .*: 3\. /);
      await database.executeSql(`update price set ends_on = '2030-04-01' where id = 3`);
      await expect(apply(database, complete)).rejects.toThrow(/price\.check is broken by these records .*: 1\. /);
      await database.executeSql('update price set lowest = 90 where id = 1');
      await expect(apply(database, complete)).rejects.toThrow(/price\.noOverlap is broken .*: 1 and 2\. /);
      await database.executeSql(`update price set starts_on = '2030-02-02' where id = 2`);
      expect(await apply(database, complete)).toContain('validate constraint "price__check_');
      expect(await apply(database, complete)).toBe('');
      const changed = declared({
        fields: { ...plain.fields, more: integer({ label, min: 0 }) },
        check: { 'more <= 5': label, 'lowest + lowest <= amount + amount': label },
        noOverlap: [noOverlap, { by: ['name'], from: 'starts_on', until: 'ends_on' }],
      });
      expect(await apply(database, changed)).toContain('drop constraint "price__check_');
      await expect(database.executeSql('update price set more = 6 where id = 1')).rejects.toThrow('price__check_');
      await apply(database, declared({ migrate: { removed: ['more'] } }));
      await database.executeSql('update price set lowest = 900 where id = 1');
    } finally {
      await database.close();
    }
  }, 120_000);
});

forEachEngine('constraints of trainings', (engine) => {
  it('follow a changed condition of periods, and name the records that it brings into conflict', async () => {
    const database = await freshDatabase(engine);
    const declaredWith = (noOverlap: object) => deskWith({ noOverlap, fields: withoutBooked }).entity('training');
    try {
      await apply(database, declaredWith(periods));
      await database.executeSql(`insert into training (id, subject, room, starts_at, ends_at, seats, status)
        select n, 'T', 'North', '2030-01-01T09:00Z', '2030-01-01T12:00Z', 9, n from generate_series(1, 2) n`);
      const { when: _, ...always } = periods;
      await expect(apply(database, declaredWith(always))).rejects.toThrow(
        /training\.noOverlap is broken .*: 1 and 2\. /,
      );
      await apply(database, declaredWith({ ...periods, when: { anyOf: [{ status: 2 }, { seats: null }] } }));
      const planned = 'update training set status = 0 where id = 2';
      await database.executeSql(planned);
      await database.executeSql('update training set status = 2 where id = 1');
      await expect(database.executeSql('update training set status = 2 where id = 2')).rejects.toThrow(
        'training_room__overlap',
      );
    } finally {
      await database.close();
    }
  }, 120_000);

  it('stop at children that are too many, and name their parents', async () => {
    const database = await freshDatabase(engine);
    const before = deskWith({ fields: withoutBooked, noOverlap: periods, list: plainList });
    const after = deskWith({ noOverlap: periods, check: limits });
    try {
      await addTables(database, before);
      await database.executeSql(`insert into enterprise (id, name, code, status) values (1, 'Acme', 'ACME', 1);
        insert into training (id, subject, starts_at, ends_at, seats)
          select n, 'T', '2030-01-01T09:00Z', '2030-01-01T12:00Z', n from generate_series(1, 3) n;
        insert into training_booking (training_id, enterprise_id, name, people)
          select training_id, 1, 'B', 2 from (values (1), (2), (3), (3)) b (training_id)`);
      await apply(database, after.entity('training'));
      const counted = () => apply(database, after.entity('training_booking'));
      await expect(counted()).rejects.toThrow(/training\.check is broken by these records .*: 1, 3\. /);
      await database.executeSql('update training_booking set people = 1 where training_id in (1, 3)');
      await counted();
      const { rows } = await database.executeSql('select booked from training order by id');
      expect(rows.map(({ booked }) => booked)).toEqual([1, 2, 2]);
    } finally {
      await database.close();
    }
  }, 120_000);
});
