import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cast, startCast } from '../support/cast.ts';
import { eitherEngine } from '../support/database.ts';
import { type Client, ok, password } from '../support/product.ts';

let cast: Cast;
let serial = 0;
const products: number[] = [];
let unheld = 0;

const person = (more: object = {}) => {
  const name = `buyer${++serial}`;
  return { name, nick_name: name, role_id: 4, password, enterprise_id: cast.enterprise, ...more };
};
const product = async (code: string) =>
  (await ok(cast.admin.post('/v1/product', { name: code, code, deployment_id: 1, category_id: 1001 }))).id;
const granted = async (client: Client, enterprise = cast.enterprise): Promise<number[]> => {
  const { items } = await ok(client.get(`/v1/enterprise_product/list?filter_enterprise_id=${enterprise}&sort=id`));
  return items.map((one: { product_id: number }) => one.product_id);
};
const users = async (): Promise<number> => (await ok(cast.admin.get('/v1/user/list?per_page=1'))).total;
const entries = async (entity: string) =>
  (await ok(cast.admin.get(`/v1/audit/list?filter_entity=${entity}&sort=-id&per_page=5`))).items;

beforeAll(async () => {
  cast = await startCast(eitherEngine);
  for (const code of ['ONE', 'TWO']) products.push(await product(code));
  unheld = await product('UNHELD');
  for (const product_id of products)
    await ok(cast.admin.post('/v1/user_product', { user_id: cast.sales.id, product_id }));
});
afterAll(() => cast.close());

describe('products granted with a new enterprise user (B27, C11)', () => {
  it('are there in one request, whatever the enterprise has already, and are audited', async () => {
    const [one = 0, two = 0] = products;
    const made = await ok(cast.sales.post('/v1/user', person({ products: [cast.productId, one, one] })));
    expect(made).not.toHaveProperty('products');
    expect(await granted(cast.sales)).toEqual([cast.productId, one]);
    const [grant, before] = await entries('enterprise_product');
    expect(grant).toMatchObject({ action: 'create', actor_id: cast.sales.id });
    expect((await ok(cast.admin.get(`/v1/audit/${grant.id}`))).after).toEqual({
      enterprise_id: cast.enterprise,
      product_id: one,
    });
    expect(before.actor_id).toBe(cast.admin.id);
    await ok(cast.operations.post('/v1/user', person({ products: [two] })));
    expect(await granted(cast.sales)).toEqual([cast.productId, one, two]);
    const { items } = await ok((await cast.login('buyer1')).get('/v1/product/list'));
    expect(items).toHaveLength(3);
  });

  it.each<[string, () => Promise<{ client: Client; body: object; field: string }>]>([
    [
      'a product that the salesman does not hold',
      async () => ({ client: cast.sales, body: { products: [cast.productId, unheld] }, field: 'products[1]' }),
    ],
    [
      'a product that does not exist',
      async () => ({ client: cast.admin, body: { products: [999999] }, field: 'products[0]' }),
    ],
    ['no number', async () => ({ client: cast.admin, body: { products: ['x'] }, field: 'products[0]' })],
    ['no list', async () => ({ client: cast.admin, body: { products: 1 }, field: 'products' })],
    [
      'an enterprise of another salesman',
      async () => ({
        client: cast.sales,
        body: { enterprise_id: cast.otherEnterprise, products },
        field: 'enterprise_id',
      }),
    ],
    [
      'a user of no enterprise',
      async () => ({
        client: cast.admin,
        body: { role_id: 3, enterprise_id: undefined, products },
        field: 'products',
      }),
    ],
    [
      'an enterprise itself',
      async () => ({ client: cast.customer, body: { role_id: 5, products }, field: 'products' }),
    ],
  ])('refuse the whole for %s', async (_, given) => {
    const { client, body, field } = await given();
    const before = [await users(), await granted(cast.admin), await granted(cast.admin, cast.otherEnterprise)];
    const answer = await client.post('/v1/user', person(body));
    expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([422, [field]]);
    expect([await users(), await granted(cast.admin), await granted(cast.admin, cast.otherEnterprise)]).toEqual(before);
  });

  it('are refused whole when the user is, also for a name that is taken', async () => {
    const before = await granted(cast.admin, cast.otherEnterprise);
    const answer = await cast.admin.post(
      '/v1/user',
      person({ name: 'first', enterprise_id: cast.otherEnterprise, products }),
    );
    expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([422, ['name']]);
    expect(await granted(cast.admin, cast.otherEnterprise)).toEqual(before);
  });

  it('are no part of an edit, and twice the same request makes one user', async () => {
    const { id } = await ok(cast.admin.post('/v1/user', person()));
    expect((await cast.admin.post(`/v1/user/${id}`, { products })).status).toBe(422);
    const body = person({ products });
    const keys = { 'Idempotency-Key': 'a-second-try' };
    const first = await ok(cast.sales.post('/v1/user', body, keys));
    expect(await ok(cast.sales.post('/v1/user', body, keys))).toEqual(first);
  });
});
