import { afterAll, beforeAll, expect, it } from 'vitest';
import { admins, everything } from '../../contract/schema/access.ts';
import { defineEntity } from '../../contract/schema/entity.ts';
import { date, serial, text } from '../../contract/schema/field/field.ts';
import { addTables } from '../support/addTables.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { contractWith } from '../support/contractWith.ts';
import { forEachEngine } from '../support/database.ts';
import { ok } from '../support/product.ts';

const label = { en: 'Loan', zh: '借用' };

/** A loan whose number the server draws. An import finds one by its code, and changes it. */
const loan = defineEntity({
  name: 'loan',
  label,
  title: 'number',
  fields: {
    number: serial('PA-{0000}', { label }),
    code: text({ label, unique: true }),
    device: text({ label, required: true }),
    starts_on: date({ label, required: true }),
    ends_on: date({ label, required: true }),
  },
  noOverlap: { by: ['device'], from: 'starts_on', until: 'ends_on' },
  access: { list: admins, create: admins, edit: admins, rows: { SuperAdmin: everything, GeneralAdmin: everything } },
  import: true,
  list: { columns: ['number', 'device', 'starts_on', 'ends_on'] },
});

const columns = ['code', 'device', 'starts_on', 'ends_on'];
const row = (code: string, device: string, from: number, until: number): string[] => [
  code,
  device,
  `2027-01-${from}`,
  `2027-01-${until}`,
];
const ofAnotherRow = 'This period overlaps that of another row of the file';

forEachEngine('an overlap in an import', (engine) => {
  const contract = contractWith({ loan });
  let cast: Cast;
  beforeAll(async () => {
    cast = await startCast(engine, { contract });
    await addTables(cast.database, contract);
    const first = { code: 'STORED', device: 'Camera', starts_on: '2027-01-10', ends_on: '2027-01-12' };
    await ok(cast.operations.post('/v1/loan', first));
  }, 120_000);
  afterAll(() => cast.close());

  const mistakesOf = async (rows: string[][], dry_run: boolean, more: object = {}) =>
    (await ok(cast.operations.post('/v1/loan/import', { columns, rows, dry_run, ...more }))).mistakes;

  it.each([true, false])('between two of its rows names neither of them, as a trial: %s', async (dry_run) => {
    const other = [row('1', 'Drone', 10, 12), row('2', 'Lamp', 10, 12), row('3', 'Drone', 11, 14)];
    expect(await mistakesOf(other, dry_run)).toEqual([{ row: 2, field: 'starts_on', message: ofAnotherRow }]);
  });

  it.each([true, false])('with a stored record names it by its number, as a trial: %s', async (dry_run) => {
    expect(await mistakesOf([row('1', 'Camera', 11, 14), row('2', 'Lamp', 10, 12)], dry_run)).toEqual([
      { row: 0, field: 'starts_on', message: 'This period overlaps that of “PA-0001”' },
    ]);
  });

  it('of a changed record with a new row names no record', async () => {
    const rows = [row('1', 'Camera', 20, 22), row('STORED', 'Camera', 20, 22)];
    const { versions } = await ok(
      cast.operations.post('/v1/loan/import', { columns, rows, dry_run: true, key: 'code' }),
    );
    expect(await mistakesOf(rows, false, { key: 'code', versions })).toEqual([
      { row: 1, field: 'starts_on', message: ofAnotherRow },
    ]);
  });
});
