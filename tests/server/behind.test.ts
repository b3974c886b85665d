import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import { type Contract, defineEntity, type Entity } from '../../contract/schema/entity.ts';
import { choice, type Field, integer, many, text } from '../../contract/schema/field/field.ts';
import type { Database } from '../../server/db/connection.ts';
import { openDatabase } from '../../server/db/connection.ts';
import { refusePendingMigrations } from '../../server/db/migrate/pendingMigrations.ts';
import { inContract } from '../support/contractWith.ts';
import { eitherEngine, freshDatabase, migratedPostgres } from '../support/database.ts';
import { startServer, startWorker } from '../support/server.ts';

const label = { en: 'Word', zh: '词' };
const specimen = defineEntity({
  name: 'specimen',
  label,
  title: 'id',
  list: { columns: [], sort: '-id' },
  fields: { colour: text({ label }) },
  access: { list: ['SuperAdmin'], rows: { SuperAdmin: 'everything' } },
});

/** An entity of the product with a changed declaration. */
const changed = (name: string, fields: (own: Readonly<Record<string, Field>>) => object, more: object = {}) => {
  const entity = contract.entity(name);
  return { ...entity, ...more, fields: { ...entity.fields, ...fields(entity.fields) } } as Entity;
};
const withEntity = (entity: unknown): Contract => inContract(entity).contract;
const order = contract.entity('order');

describe('a start with a declaration that has no migration yet', () => {
  let database: Database;
  beforeAll(async () => {
    database = await freshDatabase(eitherEngine);
  });
  afterAll(() => database.close());

  const cases: [string, Entity, string][] = [
    ['a field', changed('order', () => ({ colour: text({ label }) })), 'orders.colour is declared, and the table has'],
    [
      'a set of references',
      changed('order', () => ({ spares: many('product', { label }) })),
      'the table orders__spares',
    ],
    [
      'a value of a choice',
      changed('order', ({ status }) => {
        const more = [...(status?.choices ?? []), { id: 77, label }];
        return { status: choice(more, { label, default: 0 }) };
      }),
      'orders.status: the check is',
    ],
    [
      'a wider limit',
      changed('payment', ({ amount }) => ({ amount: { ...amount, max: 5_000_000_000 } })),
      'payment.amount: the check is',
    ],
    [
      'emptiness',
      changed('payment', ({ amount }) => ({ amount: { ...amount, required: false } })),
      'payment.amount is (',
    ],
    [
      'another kind',
      changed('product', ({ name }) => ({ name: integer({ label: name?.label ?? label }) })),
      'product.name is (',
    ],
    [
      'what was unique',
      changed('product', ({ code }) => ({ code: { ...code, unique: false } })),
      'product: the index product_code_key',
    ],
    [
      'a stored scope less',
      changed('order', () => ({}), { access: { ...order.access, storedScope: false } }),
      'orders._enterprise_id__sales_user_id',
    ],
    [
      'a summary',
      changed('order', () => ({}), { list: { ...order.list, summaries: [{ by: ['status'] }] } }),
      'the table orders_summary__',
    ],
  ];
  it.each(cases)('tells of %s, and which command makes it', async (_, entity, finding) => {
    const refused = refusePendingMigrations(database, withEntity(entity));
    await expect(refused).rejects.toThrow(`${entity.name} has no migration yet: `);
    await expect(refused).rejects.toThrow(finding);
    await expect(refused).rejects.toThrow(`run: npm run migration -- ${entity.name}`);
  });

  it('tells of an entity without a table', async () => {
    await expect(refusePendingMigrations(database, withEntity(specimen))).rejects.toThrow(
      'specimen has no migration yet: the table specimen is declared, but no migration creates it; run: npm run migration -- specimen',
    );
  });

  it('goes on where all is as declared, and asks that once', async () => {
    const statements: string[] = [];
    const executeSql: Database['executeSql'] = (text, values) => {
      statements.push(text);
      return database.executeSql(text, values);
    };
    await refusePendingMigrations({ ...database, executeSql }, contract);
    expect(statements.at(-1)).toMatch(/^comment on table schema_migration is 'as declared: /);
    statements.length = 0;
    await database.executeSql('create table gone_orders__spares ()');
    await refusePendingMigrations({ ...database, executeSql }, contract);
    await database.executeSql('drop table gone_orders__spares');
    expect(statements).toEqual([expect.stringContaining("obj_description('schema_migration'::regclass)")]);
  });
});

describe('a process over a database that lacks what is declared', () => {
  it('says so in place of a start', async () => {
    const { url, drop } = await migratedPostgres();
    const database = await openDatabase({ databaseUrl: url });
    await database.executeSql('alter table payment drop constraint payment_amount_check');
    await database.close();
    const finding = 'payment has no migration yet: payment.amount: the check is declared as';
    await expect(startServer({ DATABASE_URL: url })).rejects.toThrow(finding);
    await expect(startWorker({ DATABASE_URL: url })).rejects.toThrow(finding);
    await drop();
  });
});
