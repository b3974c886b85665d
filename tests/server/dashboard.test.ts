import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dashboardNumbers } from '../../contract/dashboard.ts';
import { entityNamed } from '../../contract/index.ts';
import { allocation, approved, buy, type Cast, issued, startCast } from '../support/cast.ts';
import { ok } from '../support/product.ts';

let cast: Cast;
beforeAll(async () => {
  cast = await startCast('pglite');
  await buy(cast, 3);
  await buy(cast, 4, cast.otherCustomer);
  const order = await approved(cast, 10);
  const { items } = await ok(allocation(cast, order, 2));
  await issued(cast, items[0].id);
});
afterAll(() => cast.close());

describe('the dashboard (B24)', () => {
  it('counts for each role what the list behind each number holds', async () => {
    const readers = {
      SuperAdmin: cast.admin,
      GeneralAdmin: cast.operations,
      SalesMan: cast.sales,
      Enterprise: cast.customer,
    };
    for (const [role, reader] of Object.entries(readers)) {
      const { numbers } = await ok(reader.get('/v1/dashboard'));
      const declared = dashboardNumbers.filter((one) => (one.roles as readonly string[]).includes(role));
      expect(numbers.map((one: { key: string }) => one.key)).toEqual(declared.map((one) => one.key));
      for (const one of declared.filter(({ sum, key }) => !sum && key !== 'acting')) {
        const query = new URLSearchParams(one.query);
        const list = await ok(reader.get(`/v1/${entityNamed(one.entity).path}/list?${query}`));
        expect([one.key, numbers.find((shown: { key: string }) => shown.key === one.key).value]).toEqual([
          one.key,
          list.total,
        ]);
      }
    }
  });

  it('sums a customer’s hosts, and tells when its licences end', async () => {
    const { numbers, hosts_by_product, orders_by_month, expiries } = await ok(cast.customer.get('/v1/dashboard'));
    const value = (key: string) => numbers.find((one: { key: string }) => one.key === key).value;
    expect(['bought', 'allocated', 'issued', 'remaining'].map(value)).toEqual([10, 2, 2, 8]);
    expect(hosts_by_product).toEqual([{ name: 'Mover', count: 1, hosts: 10 }]);
    expect(orders_by_month).toMatchObject([{ count: 2, hosts: 13 }]);
    expect(expiries).toMatchObject([{ count: 1 }]);
  });

  it('counts the salesmen who act', async () => {
    const acting = async () =>
      (await ok(cast.admin.get('/v1/dashboard'))).numbers.find((one: { key: string }) => one.key === 'acting').value;
    const before = await acting();
    await ok(cast.sales.post(`/v1/auth/login/user/${cast.customer.id}`));
    expect(await acting()).toBe(before + 1);
  });
});
