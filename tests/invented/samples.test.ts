import { afterAll, beforeAll, expect, it } from 'vitest';
import { admins, everything } from '../../contract/schema/access.ts';
import { defineEntity } from '../../contract/schema/entity.ts';
import { reference, text } from '../../contract/schema/field/field.ts';
import { makeMissingSamples } from '../../server/demo/samples.ts';
import { addTables } from '../support/addTables.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { contractWith } from '../support/contractWith.ts';
import { eitherEngine } from '../support/database.ts';
import { ok } from '../support/product.ts';

const label = { en: 'Loan', zh: '借用' };
const access = {
  list: admins,
  create: admins,
  remove: admins,
  rows: { SuperAdmin: everything, GeneralAdmin: everything },
};

const loan = defineEntity({
  name: 'loan',
  label,
  title: 'name',
  fields: {
    name: text({ label, required: true }),
    device_id: reference('device', { label, required: true, onDelete: 'allow' }),
  },
  access,
  samples: [{ name: 'First', device_id: 1 }],
  list: { columns: ['name'], filters: ['device_id'] },
} as never);
const device = defineEntity({
  name: 'device',
  label,
  title: 'name',
  fields: { name: text({ label, required: true }) },
  access,
  samples: [{ name: 'Beamer' }],
  list: { columns: ['name'] },
} as never);

// The loan comes before the device that its sample refers to.
const contract = contractWith({ loan, device });
let cast: Cast;
beforeAll(async () => {
  cast = await startCast(eitherEngine, { contract });
  await addTables(cast.database, contract);
}, 120_000);
afterAll(() => cast.close());

const names = async (entity: string): Promise<string[]> =>
  (await ok(cast.admin.get(`/v1/${entity}/list`))).items.map(({ name }: { name: string }) => name);
const start = () => cast.product.inTransaction((context) => makeMissingSamples(context));

it('makes the samples of entities without records, first those that others refer to', async () => {
  await start();
  expect([await names('device'), await names('loan')]).toEqual([['Beamer'], ['First']]);
});

it('makes them once, also where they were deleted', async () => {
  await start();
  expect(await names('loan')).toEqual(['First']);
  await ok(cast.admin.delete('/v1/loan/1'));
  await start();
  expect(await names('loan')).toEqual([]);
});
