import { afterAll, beforeAll, expect, it } from 'vitest';
import { admins, everything } from '../../contract/schema/access.ts';
import { defineEntity } from '../../contract/schema/entity.ts';
import { decimal, integer, text } from '../../contract/schema/field/field.ts';
import { addTables } from '../support/addTables.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { contractWith } from '../support/contractWith.ts';
import { forEachEngine } from '../support/database.ts';
import { ok } from '../support/product.ts';

const label = { en: 'Reading', zh: '读数' };

const reading = defineEntity({
  name: 'reading',
  label,
  title: 'name',
  fields: {
    name: text({ label, required: true }),
    used: decimal({ label, scale: 2, step: 0.1 }),
    packs: integer({ label, step: 12, max: 144 }),
  },
  access: {
    list: admins,
    create: admins,
    edit: admins,
    rows: { SuperAdmin: everything, GeneralAdmin: everything },
  },
  list: { columns: ['name', 'used', 'packs'] },
  import: true,
} as never);

forEachEngine('numbers with a step', (engine) => {
  const contract = contractWith({ reading });
  let cast: Cast;
  beforeAll(async () => {
    cast = await startCast(engine, { contract });
    await addTables(cast.database, contract);
  }, 120_000);
  afterAll(() => cast.close());

  it('are checked where they are created and edited', async () => {
    const made = await ok(cast.admin.post('/v1/reading', { name: 'a', used: '0.30', packs: 24 }));
    expect(made).toMatchObject({ used: '0.30', packs: 24 });
    const refused = await cast.admin.post('/v1/reading', { name: 'b', used: '0.35', packs: 25 });
    expect([refused.status, refused.body.error.fields]).toEqual([
      422,
      {
        used: ['Enter a multiple of 0.1; the nearest ones are 0.3 and 0.4'],
        packs: ['Enter a multiple of 12; the nearest ones are 24 and 36'],
      },
    ]);
    expect((await cast.admin.post(`/v1/reading/${made.id}`, { packs: 13 })).status).toBe(422);
    expect((await cast.admin.post(`/v1/reading/${made.id}`, { packs: 144, used: null })).status).toBe(200);
  });

  it('are checked in an import, row by row', async () => {
    const columns = ['name', 'used', 'packs'];
    const rows = [
      ['c', '1.1', '12'],
      ['d', '1.15', '12'],
      ['e', '1,234.70', '7'],
    ];
    const { mistakes } = await ok(cast.admin.post('/v1/reading/import', { columns, rows, dry_run: false }));
    expect(mistakes).toEqual([
      { row: 1, field: 'used', message: 'Enter a multiple of 0.1; the nearest ones are 1.1 and 1.2' },
      { row: 2, field: 'packs', message: 'Enter a multiple of 12; the nearest ones are 0 and 12' },
    ]);
  });

  it('are checked by the table', async () => {
    const insert = (values: string) =>
      cast.database.executeSql(`insert into reading (name, used, packs) values ('sql', ${values})`);
    await insert('0.7, 36');
    await insert('null, null');
    await expect(insert('0.75, 36')).rejects.toThrow('reading_used_check');
    await expect(insert('0.7, 35')).rejects.toThrow('reading_packs_check');
  });
});
