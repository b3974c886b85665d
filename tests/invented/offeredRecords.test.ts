import { afterAll, beforeAll, expect, it } from 'vitest';
import { admins, everything } from '../../contract/schema/access.ts';
import { defineEntity } from '../../contract/schema/entity.ts';
import { boolean, reference, text } from '../../contract/schema/field/field.ts';
import { addTables } from '../support/addTables.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { contractWith } from '../support/contractWith.ts';
import { forEachEngine } from '../support/database.ts';
import { ok } from '../support/product.ts';

const label = { en: 'Word', zh: '词' };
const access = {
  list: admins,
  create: admins,
  remove: admins,
  rows: { SuperAdmin: everything, GeneralAdmin: { hidden: false } },
} as const;

const device = defineEntity({
  name: 'device',
  label,
  title: 'name',
  fields: {
    name: text({ label, required: true }),
    retired: boolean({ label, default: false }),
    hidden: boolean({ label, default: false }),
  },
  access,
  list: { columns: ['name'] },
});
const loan = defineEntity({
  name: 'loan',
  label,
  title: 'id',
  fields: { device_id: reference('device', { label, where: { retired: false } }) },
  access: { ...access, rows: { SuperAdmin: everything, GeneralAdmin: everything } },
  list: { columns: ['device_id'] },
  import: true,
});

forEachEngine('a reference that `where` refuses', (engine) => {
  const contract = contractWith({ device, loan });
  let cast: Cast;
  beforeAll(async () => {
    cast = await startCast(engine, { contract });
    await addTables(cast.database, contract);
  }, 120_000);
  afterAll(() => cast.close());

  const make = async (body: object): Promise<number> => (await ok(cast.admin.post('/v1/device', body))).id;
  const refusal = async (device_id: number) => {
    const { status, body } = await cast.operations.post('/v1/loan', { device_id });
    return [status, body.error?.fields];
  };
  const unknown = ['The chosen record does not exist or is not yours'];

  it('says so of a record that the caller sees, and names no other', async () => {
    const retired = await make({ name: 'Old', retired: true });
    expect(await refusal(retired)).toEqual([
      422,
      { device_id: ['This record cannot be chosen here: choose one of those offered'] },
    ]);
    expect(await refusal(await make({ name: 'Secret', retired: true, hidden: true }))).toEqual([
      422,
      { device_id: unknown },
    ]);
    expect(await refusal(await make({ name: 'Hidden', hidden: true }))).toEqual([422, { device_id: unknown }]);
    expect(await refusal(999_999)).toEqual([422, { device_id: unknown }]);
    await ok(cast.admin.delete(`/v1/device/${retired}`));
    expect(await refusal(retired)).toEqual([422, { device_id: unknown }]);
    expect((await refusal(await make({ name: 'New' })))[0]).toBe(200);
  });

  it('says so of a name in a file, too', async () => {
    await make({ name: 'Worn', retired: true });
    await make({ name: 'Unseen', retired: true, hidden: true });
    const rows = ['Worn', 'unseen', 'Nothing'].map((name) => [name]);
    const answer = await ok(cast.operations.post('/v1/loan/import', { columns: ['device_id'], rows, dry_run: true }));
    expect(answer.mistakes.map(({ message }: { message: string }) => message)).toEqual([
      'This record cannot be chosen here: choose one of those offered',
      ...unknown,
      ...unknown,
    ]);
  });
});
