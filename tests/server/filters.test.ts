import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cast, delivery, effectiveProject, startCast } from '../support/cast.ts';
import { eitherEngine } from '../support/database.ts';
import { type Client, ok } from '../support/product.ts';

interface Known {
  id: number;
  enterprise_id: number;
  category_id: number;
  product_id: number;
  /** The project that it belongs to; without one, it serves any project of its enterprise and product. */
  tied?: number;
}
interface Place {
  id: number;
  enterprise_id: number;
  product_id: number;
}

let cast: Cast;
let orders: Known[] = [];
let places: Place[] = [];
let second = 0;

const buy = async (client: Client, enterprise_id: number, category_id: number, product_id: number): Promise<Known> => {
  const body = { category_id, product_id, purchased: { hosts: 2 }, params: delivery };
  return { id: (await ok(client.post('/v1/order', body))).id, enterprise_id, category_id, product_id };
};

beforeAll(async () => {
  cast = await startCast(eitherEngine);
  const { customer, otherCustomer, enterprise, otherEnterprise, productId, admin } = cast;
  const vault = { name: 'Vault', code: 'VAULT', deployment_id: 2, category_id: 1002 };
  second = (await ok(admin.post('/v1/product', vault))).id;
  await ok(admin.post('/v1/enterprise_product', { enterprise_id: enterprise, product_id: second }));
  await ok(admin.post('/v1/user_product', { user_id: cast.sales.id, product_id: second }));
  const another = await effectiveProject(customer, productId, 'KEY-2');
  const vaults = await effectiveProject(customer, second, 'KEY-3');
  const foreign = await effectiveProject(otherCustomer, productId, 'KEY-4');
  places = [
    { id: cast.project, enterprise_id: enterprise, product_id: productId },
    { id: another, enterprise_id: enterprise, product_id: productId },
    { id: vaults, enterprise_id: enterprise, product_id: second },
    { id: foreign, enterprise_id: otherEnterprise, product_id: productId },
  ];
  orders = [
    await buy(customer, enterprise, 1001, productId),
    await buy(customer, enterprise, 1003, productId),
    await buy(customer, enterprise, 1001, second),
    { ...(await buy(customer, enterprise, 1004, productId)), tied: another },
    await buy(otherCustomer, otherEnterprise, 1001, productId),
    await buy(otherCustomer, otherEnterprise, 1003, productId),
  ];
  await ok(admin.post('/v1/order_project', { order_id: orders[3]?.id, project_id: another }));
});
afterAll(() => cast.close());

const serves = (order: Known, project: Place): boolean =>
  order.enterprise_id === project.enterprise_id &&
  order.product_id === project.product_id &&
  (order.tied === undefined || order.tied === project.id);

type Wanted = Partial<Pick<Known, 'enterprise_id' | 'category_id' | 'product_id'>> & { project_id?: number };

function matches(order: Known, { project_id, ...plain }: Wanted): boolean {
  const project = places.find(({ id }) => id === project_id);
  if (project_id !== undefined && !(project && serves(order, project))) return false;
  return Object.entries(plain).every(([name, value]) => order[name as 'category_id'] === value);
}

/** All combinations of the four filters, each with one value or none. */
function combinations(): Wanted[] {
  const values: [keyof Wanted, readonly number[]][] = [
    ['enterprise_id', [cast.enterprise, cast.otherEnterprise]],
    ['category_id', [1001, 1002, 1003, 1004]],
    ['product_id', [cast.productId, second]],
    ['project_id', places.map(({ id }) => id)],
  ];
  return values.reduce<Wanted[]>(
    (all, [name, some]) => all.flatMap((one) => [one, ...some.map((value) => ({ ...one, [name]: value }))]),
    [{}],
  );
}

describe('the list of orders (R-CALL-54)', () => {
  it.each(['admin', 'operations', 'sales', 'otherSales', 'customer', 'otherCustomer'] as const)(
    'is narrowed for %s by each of its four filters, alone and together',
    async (name) => {
      const home = { sales: cast.enterprise, customer: cast.enterprise } as Record<string, number>;
      const own = name === 'admin' || name === 'operations' ? undefined : (home[name] ?? cast.otherEnterprise);
      const all = combinations();
      expect(all).toHaveLength(3 * 5 * 3 * 5);
      let found = 0;
      for (const wanted of all) {
        const theirs = orders.filter((order) => own === undefined || order.enterprise_id === own);
        const expected = theirs.filter((order) => matches(order, wanted)).map(({ id }) => id);
        const query = Object.entries(wanted).map(([key, value]) => `filter_${key}=${value}`);
        const page = await ok(cast[name].get(`/v1/order/list?${[...query, 'sort=id', 'per_page=50'].join('&')}`));
        expect([query, page.items.map(({ id }: Known) => id)]).toEqual([query, expected]);
        expect(page).toMatchObject({ total: expected.length, per_page: 50, page: 1 });
        found += expected.length;
      }
      expect(found).toBeGreaterThan(20);
    },
  );

  it('gives items, total and per_page, a page at a time', async () => {
    const page = await ok(cast.admin.get('/v1/order/list?filter_category_id=1001,1003&per_page=2&page=3&sort=id'));
    expect(page).toMatchObject({ total: 5, per_page: 2, page: 3 });
    expect(page.items.map(({ id }: Known) => id)).toEqual([orders[5]?.id]);
    const whole = await ok(cast.customer.get('/v1/order/list'));
    expect([whole.total, whole.per_page, whole.items.length]).toEqual([4, 20, 4]);
  });
});

describe('the list of products (R-CALL-27)', () => {
  const named = (language: 'en' | 'zh') =>
    language === 'en'
      ? [
          [
            { id: 1, name: 'Public cloud' },
            { id: 1001, name: 'Migration', saas_alias: 'migration' },
          ],
          [
            { id: 2, name: 'Private cloud' },
            { id: 1002, name: 'Disaster recovery', saas_alias: 'dr' },
          ],
        ]
      : [
          [
            { id: 1, name: '公有云' },
            { id: 1001, name: '迁移', saas_alias: 'migration' },
          ],
          [
            { id: 2, name: '私有云' },
            { id: 1002, name: '容灾', saas_alias: 'dr' },
          ],
        ];

  it.each(['admin', 'operations', 'sales', 'customer'] as const)(
    'has deployment and category in its items, for %s',
    async (name) => {
      for (const language of ['en', 'zh'] as const) {
        const headers = { 'X-LANG': language };
        const answer = await ok(cast.request('GET', '/v1/product/list?sort=id', { key: cast[name].key, headers }));
        const shown = answer.items.map((one: { deployment: unknown; category: unknown }) => [
          one.deployment,
          one.category,
        ]);
        expect(shown).toEqual(named(language));
        expect(answer).toMatchObject({ total: 2, items: [{ deployment_id: 1, category_id: 1001 }, {}] });
      }
    },
  );
});

describe('a list that is narrowed by its own call', () => {
  it('is narrowed by what the caller asks for beside it, and holds that to the same rules', async () => {
    const { admin, sales } = cast;
    const names = async (path: string) =>
      (await ok(admin.get(path))).items.map(({ name }: { name: string }) => name).sort();
    expect(await names('/v1/user_sale/list')).toEqual(['sales', 'sales.other']);
    expect(await names(`/v1/user_sale/list?filter_user_id=${sales.id}`)).toEqual(['sales']);
    expect(await names(`/v1/user_sale/list?filter_user_id=${sales.id}&filter_id=${admin.id}`)).toEqual([]);
    expect(await names('/v1/user_sale/list?filter_role_id=4')).toEqual([]);
    for (const path of [`user_sale/list?filter_user_id=${sales.id}&filter_id=x`, 'user_sale/list?filter_role_id=x'])
      expect((await admin.get(`/v1/${path}`)).status).toBe(422);
  });
});
