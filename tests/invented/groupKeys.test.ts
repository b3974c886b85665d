import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importKeysFor } from '../../contract/lists/import.ts';
import { admins, everything, staff } from '../../contract/schema/access.ts';
import { defineEntity } from '../../contract/schema/entity.ts';
import { boolean, choice, date, decimal, integer, reference, text } from '../../contract/schema/field/field.ts';
import { serviceContract as rules } from '../../examples/service-desk/assets/serviceContractRules.ts';
import type { Rules } from '../../server/core/rules.ts';
import { addTables } from '../support/addTables.ts';
import { assetDesk } from '../support/assetDesk/desk.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { contractWith } from '../support/contractWith.ts';
import { eitherEngine } from '../support/database.ts';
import { type Client, ok } from '../support/product.ts';

const label = { en: 'Part', zh: '部分' };

/** A fee that has no single unique field, and a key of each kind that one can have. */
const fee = defineEntity({
  name: 'fee',
  label: { en: 'Fee', zh: '费用' },
  labels: { en: 'Fees', zh: '费用' },
  title: 'id',
  icon: 'payment',
  fields: {
    product_id: reference('product', { label, required: true, createOnly: true, as: 'product', embed: ['id', 'name'] }),
    level: choice(
      [
        { id: 1, label: { en: 'Basic', zh: '基础' } },
        { id: 2, label: { en: 'Full', zh: '完整' } },
      ],
      { label, required: true },
    ),
    round: integer({ label, required: true }),
    from_on: date({ label, required: true }),
    net: boolean({ label, default: false }),
    note: text({ label }),
    rate: decimal({ label, scale: 2 }),
  },
  unique: [
    ['product_id', 'level', 'round', 'from_on', 'net'],
    ['product_id', 'rate'],
  ],
  access: {
    list: staff,
    get: staff,
    create: admins,
    edit: admins,
    rows: { SuperAdmin: everything, GeneralAdmin: everything, SalesMan: everything },
  },
  list: { columns: ['product_id', 'level', 'round', 'from_on', 'net', 'note'] },
  import: true,
  form: ['product_id', 'level', 'round', 'from_on', 'net', 'note', 'rate'],
  screens: [{ path: '/fee', roles: staff, label: { en: 'Fees', zh: '费用' }, menu: { order: 95 } }],
});

const contract = contractWith({ ...assetDesk, fee });

let cast: Cast;
beforeAll(async () => {
  cast = await startCast(eitherEngine, { contract, rules: { service_contract: rules as unknown as Rules } });
  await addTables(cast.database, contract);
}, 120_000);
afterAll(() => cast?.close());

const assets = '/v1/service/asset';
const key = 'product_id,serial';
const columns = ['product_id', 'serial', 'tag', 'bought_on'];
const send = (rows: string[][], more: object = {}, client: Client = cast.admin) =>
  client.post(`${assets}/import`, { columns, rows, key, ...more });
const assetOf = async (tag: string) => (await ok(cast.admin.get(`${assets}/list?search=${tag}`))).items[0];

describe('an import by the fields of a unique group', () => {
  it('is offered for groups of which a cell can have every part', () => {
    const names = (name: string) => importKeysFor(contract.entity(name), 'SuperAdmin').map((one) => one.name);
    expect(names('asset')).toEqual(['id', 'tag', key]);
    expect(names('fee')).toEqual(['id', 'product_id,level,round,from_on,net']);
  });

  it('finds a reference by its title, counts what is new, changed and the same, and changes that', async () => {
    const { id: other } = await ok(
      cast.admin.post('/v1/product', { name: 'Crane', code: 'CRANE', deployment_id: 1, category_id: 1001 }),
    );
    const make = (tag: string, serial: string, product_id: number) =>
      ok(cast.admin.post(assets, { tag, serial, product_id }));
    const { id } = await make('GK-1', 'S1', cast.productId);
    await make('GK-2', 's1', cast.productId);
    await make('GK-3', 'S1', other);
    const rows = [
      ['mover', 'S1', 'GK-1', '2026-01-31'],
      [String(cast.productId), 's1', 'GK-2', ''],
      ['Crane', 'S1', 'GK-3', '2026-02-01'],
      ['Crane', 'S2', 'GK-4', ''],
    ];
    const trial = await ok(send(rows, { dry_run: true }));
    expect(trial).toMatchObject({ counts: { new: 1, changed: 2, same: 1, wrong: 0 }, mistakes: [] });
    expect(trial.changes).toEqual([
      { row: 0, field: 'bought_on', before: '', after: '2026-01-31' },
      { row: 2, field: 'bought_on', before: '', after: '2026-02-01' },
    ]);
    expect(trial.versions).toEqual([1, 1, 1, 0]);
    expect(await ok(send(rows, { versions: trial.versions }))).toMatchObject({ created: 1, updated: 2, mistakes: [] });
    expect(await ok(cast.admin.get(`${assets}/${id}`))).toMatchObject({ bought_on: '2026-01-31', version: 2 });
    expect(await assetOf('GK-3')).toMatchObject({ bought_on: '2026-02-01', product: { name: 'Crane' } });
    expect(await assetOf('GK-4')).toMatchObject({ version: 1 });
    // The record has no other number, so the import changes it in place.
    expect((await assetOf('GK-1')).id).toBe(id);
  });

  it('refuses a second row with the same values, a product that nobody has, and a key that lacks a column', async () => {
    const { mistakes, counts } = await ok(
      send([
        ['Mover', 'T1', 'GK-11', ''],
        [String(cast.productId), 'T1', 'GK-12', ''],
        ['Mover', 't1', 'GK-13', ''],
        ['Nothing', 'T1', 'GK-14', ''],
        ['Mover', '', 'GK-15', ''],
        ['Mover', '', 'GK-16', ''],
      ]),
    );
    expect(mistakes).toEqual([
      { row: 1, field: 'product_id', message: 'Another row of the file has the same values' },
      { row: 3, field: 'product_id', message: expect.stringMatching(/not found|does not exist|no such/i) },
    ]);
    expect(counts).toEqual({ new: 4, changed: 0, same: 0, wrong: 2 });
    for (const body of [
      { columns: ['serial', 'tag'], rows: [['S1', 'X']], key },
      { columns, rows: [['Mover', 'S1', 'X', '']], key: 'serial,product_id' },
      { columns, rows: [['Mover', 'S1', 'X', '']], key: 'serial' },
    ])
      expect((await cast.admin.post(`${assets}/import`, body)).status).toBe(422);
  });

  it('matches choices, numbers, days and yes or no, and leaves fields alone that only a new record has', async () => {
    const fees = '/v1/fee';
    const product_id = cast.productId;
    await ok(cast.admin.post(fees, { product_id, level: 1, round: 1, from_on: '2026-03-01', net: true, note: 'Old' }));
    await ok(cast.admin.post(fees, { product_id, level: 2, round: 1, from_on: '2026-03-01', note: 'Old' }));
    const body = {
      columns: ['product_id', 'level', 'round', 'from_on', 'net', 'note'],
      key: 'product_id,level,round,from_on,net',
      rows: [
        [String(product_id), 'Basic', '1', '2026-03-01', 'Yes', 'New'],
        ['MOVER', '2', '1', '2026-03-01', 'no', 'Old'],
        ['Mover', 'Full', '2', '2026-03-01', 'no', ''],
      ],
    };
    const answer = await ok(cast.admin.post(`${fees}/import`, body));
    expect(answer).toMatchObject({ created: 1, updated: 1, counts: { new: 1, changed: 1, same: 1, wrong: 0 } });
    const wrong = { ...body, rows: [['Mover', 'Basic', '1', '2026-02-30', 'Yes', 'x']] };
    expect((await ok(cast.admin.post(`${fees}/import`, wrong))).mistakes).toMatchObject([{ row: 0, field: 'from_on' }]);
  });

  it('reads no record outside the scope: a row with its key is a new one, which is refused', async () => {
    await ok(cast.admin.post(assets, { tag: 'GK-21', serial: 'U1', product_id: cast.productId }));
    const { id } = await assetOf('GK-21');
    await ok(cast.admin.post(`${assets}/${id}`, { status: 1, enterprise_id: cast.otherEnterprise }));
    expect((await send([['Mover', 'U1', 'GK-21', '2026-01-01']], {}, cast.sales)).status).toBe(403);
  });
});
