import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cast, startCast } from '../support/cast.ts';
import { eitherEngine } from '../support/database.ts';

let cast: Cast;
beforeAll(async () => {
  cast = await startCast(eitherEngine);
});
afterAll(() => cast.close());

type Sender = 'admin' | 'sales' | 'customer' | 'operations';

/** The fields at which a body is refused; none if it is accepted. */
const refused = async (sender: Sender, path: string, body: object): Promise<string[]> =>
  Object.keys((await cast[sender].post(path, body)).body.error?.fields ?? {}).sort();

describe('a body that breaks several rules', () => {
  const delivery = ['params.delivery_method', 'params.is_stamp'];

  it.each<[string, Sender, string, object, string[]]>([
    ['an order without anything', 'sales', '/v1/order', {}, ['category_id', ...delivery]],
    [
      'an order without buyer, product and delivery',
      'sales',
      '/v1/order',
      { category_id: 1001 },
      ['enterprise_id', 'product_id', 'user_id', ...delivery],
    ],
    [
      'a reissue without its original',
      'customer',
      '/v1/order',
      { category_id: 1002, params: { is_stamp: true } },
      ['params.delivery_method', 'params.stamp_method', 'params.stamp_time', 'parent_order_id'],
    ],
    [
      'an order of a customer, whose buyer is known',
      'customer',
      '/v1/order',
      { category_id: 1001, params: { is_stamp: true, stamp_method: 'digital' } },
      ['params.delivery_method', 'params.electron_stamp_type', 'params.stamp_time', 'product_id'],
    ],
    [
      'an order of too many hosts, of no such product',
      'customer',
      '/v1/order',
      { category_id: 1001, product_id: 999_999, purchased: { hosts: 0 }, params: { is_stamp: 'yes' } },
      ['params.delivery_method', 'params.is_stamp', 'product_id', 'purchased.hosts'],
    ],
    [
      'a product that is metered by nothing',
      'admin',
      '/v1/product',
      { name: '', metering: 'value' },
      ['category_id', 'code', 'deployment_id', 'name', 'unit'],
    ],
  ])('%s: names them all at once', async (_, sender, path, body, expected) => {
    expect(await refused(sender, path, body)).toEqual([...expected].sort());
  });

  it('of an edit names them all at once, and changes nothing', async () => {
    const made = await cast.admin.post('/v1/product', {
      name: 'Barge',
      code: 'BARGE',
      deployment_id: 1,
      category_id: 1001,
    });
    const path = `/v1/product/${made.body.id}`;
    expect(await refused('admin', path, { name: '', metering: 'value' })).toEqual(['name', 'unit']);
    expect(await refused('admin', path, { metering: 'value' })).toEqual(['unit']);
    expect((await cast.admin.get(path)).body).toMatchObject({ name: 'Barge', metering: 'host', version: 1 });
  });

  it('keeps the title and the code of the first, and says the rest beside it', async () => {
    const { status, body } = await cast.sales.post('/v1/order', { category_id: 1001 });
    expect([status, body.code, body.title]).toEqual([422, 'invalid', 'The current item cannot be empty']);
  });

  it('does not say of what the server fills that it is missing', async () => {
    const user = { role_id: 4, name: 'x', nick_name: 'Zhou', password: 'lantern77' };
    const fields = await refused('customer', '/v1/user', user);
    expect(fields).toContain('name');
    expect(fields).not.toContain('enterprise_id');
  });
});
