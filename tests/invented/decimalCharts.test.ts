import { afterAll, beforeAll, expect, it } from 'vitest';
import { admins, everything } from '../../contract/schema/access.ts';
import { defineEntity } from '../../contract/schema/entity.ts';
import { choice, decimal, integer, reference, text } from '../../contract/schema/field/field.ts';
import { addTables } from '../support/addTables.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { contractWith } from '../support/contractWith.ts';
import { forEachEngine } from '../support/database.ts';
import { ok, password } from '../support/product.ts';

const label = { en: 'Consumption', zh: '用量' };

const consumption = defineEntity({
  name: 'consumption',
  label,
  title: 'name',
  fields: {
    name: text({ label, required: true }),
    product_id: reference('product', { label, required: true, as: 'product', embed: ['id', 'name'] }),
    seller_id: reference('user', { label }),
    used: decimal({ label, scale: 2 }),
    fine: decimal({ label, precision: 30, scale: 10 }),
    visits: integer({ label }),
    unit: choice([{ id: 'a', label }], { label }),
  },
  access: { list: admins, create: admins, rows: { SuperAdmin: everything, GeneralAdmin: everything } },
  import: true,
  list: { columns: ['name', 'used', 'seller_id'], filters: ['product_id', 'seller_id'], range: 'created_at' },
  metrics: {
    used: { label, roles: ['SuperAdmin'], order: 1, sum: 'used' },
    fine: { label, roles: ['SuperAdmin'], order: 2, sum: 'fine' },
    visits: { label, roles: ['SuperAdmin'], order: 3, sum: 'visits' },
    all: { label, roles: ['SuperAdmin'], order: 4 },
    none: { label, roles: ['SuperAdmin'], order: 5, sum: 'used', only: { product_id: 2_000_000_000 } },
  },
  charts: {
    by_product: { label, roles: ['SuperAdmin'], order: 1, sum: 'used', by: 'product_id' },
    by_seller: { label, roles: ['SuperAdmin'], order: 3, by: 'seller_id' },
    by_month: { label, roles: ['SuperAdmin'], order: 2, sum: 'used', by: 'created_at' },
  },
} as never);

forEachEngine('sums of decimals on the dashboard', (engine) => {
  const contract = contractWith({ consumption });
  let cast: Cast;
  beforeAll(async () => {
    cast = await startCast(engine, { contract });
    await addTables(cast.database, contract);
  }, 120_000);
  afterAll(() => cast.close());

  it('are exact, with the digits of the field', async () => {
    const body = { name: 'a', product_id: cast.productId };
    await ok(cast.admin.post('/v1/consumption', { ...body, used: '0.1', fine: '12345678901234567890.3', visits: 2 }));
    await ok(cast.admin.post('/v1/consumption', { ...body, used: '0.2', fine: '0.0000000001', visits: 3 }));
    await ok(cast.admin.post('/v1/consumption', { ...body, used: null }));
    const { numbers, charts } = await ok(cast.admin.get('/v1/dashboard?time_zone=Asia/Shanghai'));
    const metric = (key: string) => numbers.find((one: { key: string }) => one.key === key);
    expect(metric('used')).toEqual({ key: 'used', value: 0, sum: '0.30', units: [], since: null });
    expect(metric('fine').sum).toBe('12345678901234567890.3000000001');
    expect(metric('visits')).toMatchObject({ value: 5, sum: '5' });
    expect(metric('all')).toMatchObject({ value: 3, sum: null });
    expect(metric('none')).toMatchObject({ value: 0, sum: '0' });
    const points = (key: string) => charts.find((one: { key: string }) => one.key === key).points;
    const sums = [{ unit: null, value: 0, sum: '0.30' }];
    expect(points('by_product')).toEqual([{ value: String(cast.productId), name: 'Mover', count: 3, sums }]);
    expect(points('by_month').at(-1)).toMatchObject({ count: 3, sums });
    expect(points('by_month')[0]).toMatchObject({ count: 0, sums: [] });
  });

  it('name people as lists do, and so does a file, while an import reads sign-in names as well', async () => {
    const { id } = await ok(
      cast.admin.post('/v1/user', { name: 'lin.yue', nick_name: 'Lin Yue', role_id: 3, password }),
    );
    await ok(cast.admin.post('/v1/consumption', { name: 'b', product_id: cast.productId, seller_id: id }));
    const { charts } = await ok(cast.admin.get('/v1/dashboard?time_zone=Asia/Shanghai'));
    const { points } = charts.find((one: { key: string }) => one.key === 'by_seller');
    expect(points).toEqual([{ value: String(id), name: 'Lin Yue', count: 1, sums: [] }]);
    expect((await cast.admin.get('/v1/consumption/export')).body).toContain('Lin Yue');
    for (const seller of ['Lin Yue', 'lin.yue']) {
      const file = { columns: ['name', 'product_id', 'seller_id'], rows: [['c', 'Mover', seller]], dry_run: true };
      expect((await ok(cast.admin.post('/v1/consumption/import', file))).mistakes).toEqual([]);
    }
  });
});
