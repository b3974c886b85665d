import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import type { Entity } from '../../contract/schema/entity.ts';
import { eitherEngine } from '../support/database.ts';
import { type Client, ok, password } from '../support/product.ts';
import { isSpecRole, type SpecRole } from '../support/specRoles.ts';
import type { RoleName } from './matrix/allowed.ts';
import { startWorld, type World } from './matrix/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld(eitherEngine);
});
afterAll(() => world.cast.close());

type Item = { id: number; product_id?: number; name?: string };
const short = { SuperAdmin: 'SA', GeneralAdmin: 'GA', SalesMan: 'SM', Enterprise: 'EN', Subordinate: 'SU' } as const;
const listed = async (client: Client, path: string, query = ''): Promise<Item[]> =>
  (await ok(client.get(`/v1/${path}/list?${query}`))).items;
const ids = (items: readonly Item[]): number[] => items.map(({ id }) => id).sort((a, b) => a - b);

const cells = contract.entities.flatMap((entity: Entity) =>
  (entity.without?.includes('list') ? [] : entity.access.list.filter(isSpecRole)).map(
    (role: SpecRole): [string, RoleName, Entity] => [entity.name, short[role], entity],
  ),
);

describe('records asked for by their ids, as a console does for its references', () => {
  it.each(cells)('%s as %s: those that are the caller’s, and no others', async (_name, role, entity) => {
    const client = world.actors[role];
    const table = entity.table;
    const { rows } = await world.cast.database.executeSql(`select id from ${table} order by id desc limit 100`);
    const all = rows.map((row) => Number(row['id']));
    const mine = ids(await listed(client, entity.path, 'is_paginate=false')).filter((id) => all.includes(id));
    const asked = all.length === 0 ? [1, 2] : all;
    const found = await listed(client, entity.path, `filter_id=${asked.join(',')}&per_page=100`);
    expect(ids(found)).toEqual(mine);
  });

  it.each(cells)('%s as %s: at most 1,000 of them', async (_name, role, entity) => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => at + 1).join(',');
    const asked = (count: number) => world.actors[role].get(`/v1/${entity.path}/list?filter_id=${many(count)}`);
    expect((await asked(1000)).status).toBe(200);
    const refused = await asked(1001);
    expect([refused.status, Object.keys(refused.body.error.fields)]).toEqual([422, ['filter_id']]);
  });
});

describe('products of an enterprise', () => {
  const enterprise = () => world.common['enterprise'] ?? {};

  it('are those that it was granted and that the caller sees', async () => {
    const { cast, actors } = world;
    for (const target of [enterprise().o, enterprise().t, enterprise().f]) {
      const grants = await listed(cast.admin, 'enterprise_product', `filter_enterprise_id=${target}&is_paginate=false`);
      const products = await listed(cast.admin, 'product', `filter_enterprise_id=${target}`);
      expect(grants.length).toBeGreaterThan(0);
      expect(ids(products)).toEqual(grants.map((one) => one.product_id).sort((a, b) => Number(a) - Number(b)));
    }
    const own = await listed(actors.EN, 'product', `filter_enterprise_id=${enterprise().o}`);
    expect(ids(own)).toEqual(ids(await listed(actors.EN, 'product')));
    const sold = ids(await listed(actors.SM, 'product', 'is_paginate=false'));
    const granted = ids(await listed(cast.admin, 'product', `filter_enterprise_id=${enterprise().t}`));
    expect(ids(await listed(actors.SM, 'product', `filter_enterprise_id=${enterprise().t}`))).toEqual(
      granted.filter((id) => sold.includes(id)),
    );
  });

  it('tell nothing of an enterprise that is not the caller’s', async () => {
    const { cast, actors } = world;
    const product_id = (await listed(actors.EN, 'product'))[0]?.id ?? 0;
    await cast.admin.post('/v1/enterprise_product', { enterprise_id: enterprise().f, product_id });
    const all = ids(await listed(cast.admin, 'product', `filter_enterprise_id=${enterprise().f}`));
    expect(all).toContain(product_id);
    for (const role of ['SM', 'EN'] as const) {
      expect(ids(await listed(actors[role], 'product'))).toContain(product_id);
      expect(await listed(actors[role], 'product', `filter_enterprise_id=${enterprise().f}`)).toEqual([]);
    }
  });

  it('no longer hold what was taken away, and are searched and paged', async () => {
    const { cast } = world;
    const code = 'GRANTED-THEN-GONE';
    const { id } = await ok(
      cast.admin.post('/v1/product', { name: 'Short lived', code, deployment_id: 1, category_id: 1001 }),
    );
    const query = `filter_enterprise_id=${enterprise().o}&search=short%20liv`;
    const grant = await ok(
      cast.admin.post('/v1/enterprise_product', { enterprise_id: enterprise().o, product_id: id }),
    );
    expect(ids(await listed(cast.admin, 'product', query))).toEqual([id]);
    await ok(cast.admin.delete(`/v1/enterprise_product/${grant.id}`));
    expect(await listed(cast.admin, 'product', query)).toEqual([]);
    expect((await cast.admin.get('/v1/product/list?filter_enterprise_id=abc')).status).toBe(422);
  });
});

describe('pickers search and page on the server', () => {
  beforeAll(async () => {
    const { cast } = world;
    for (const name of ['picked.one', 'picked.two', 'picked.three']) {
      const body = { name, nick_name: `Nick ${name}`, role_id: 4, password, enterprise_id: cast.enterprise };
      await ok(cast.admin.post('/v1/user', body));
    }
  });

  it('for the users of a role in an enterprise, by name', async () => {
    const { cast } = world;
    const query = `filter_role_alias=Enterprise&filter_enterprise_id=${cast.enterprise}&search=nick%20picked&sort=id`;
    const page = await ok(cast.sales.get(`/v1/role_user/list?${query}&per_page=2&page=2`));
    expect(page).toMatchObject({ total: 3, page: 2, per_page: 2, items: [{ name: 'picked.three' }] });
    const none = `filter_role_alias=Subordinate&filter_enterprise_id=${cast.enterprise}&search=picked`;
    expect((await ok(cast.sales.get(`/v1/role_user/list?${none}`))).total).toBe(0);
    expect((await ok(cast.otherSales.get(`/v1/role_user/list?${query}`))).total).toBe(0);
  });

  it('for users as records', async () => {
    const { cast } = world;
    const found = (more: string) =>
      listed(cast.admin, 'user', `filter_role_id=4&filter_enterprise_id=${cast.enterprise}&sort=id${more}`);
    expect((await found('&search=PICKED')).map(({ name }) => name)).toEqual([
      'picked.one',
      'picked.two',
      'picked.three',
    ]);
    expect(await found('&search=picked&page=2&per_page=3')).toEqual([]);
    expect(
      await listed(cast.admin, 'user', `filter_role_id=3&filter_enterprise_id=${cast.enterprise}&search=picked`),
    ).toEqual([]);
  });

  it('for the products that an enterprise has', async () => {
    const { cast } = world;
    const query = (search: string) => `/v1/enterprise_product/list?filter_enterprise_id=${cast.enterprise}&${search}`;
    const all = await ok(cast.sales.get(query('per_page=1')));
    expect(all.items).toHaveLength(1);
    expect((await ok(cast.sales.get(query('search=mover')))).items).toMatchObject([{ product: { name: 'Mover' } }]);
    expect((await ok(cast.sales.get(query('search=nowhere')))).total).toBe(0);
  });
});
