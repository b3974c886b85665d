import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import { queuesFor } from '../../contract/schema/queue.ts';
import { allocationBody, approvedOrder, type Cast, delivery, issuedLicence, startCast } from '../support/cast.ts';
import { eitherEngine } from '../support/database.ts';
import { type Client, ok, password } from '../support/product.ts';

const day = 86_400_000;

/** An issued licence of the customer that ends in the given number of days. */
async function licence(cast: Cast, days: number): Promise<number> {
  const { items } = await ok(allocationBody(cast, await approvedOrder(cast, 4), 4));
  const { id } = await issuedLicence(cast, items[0].id);
  const end = new Date(Date.now() + days * day);
  await cast.database.executeSql(`update assignment set expired_at = $1 where id = ${id}`, [end]);
  return id;
}

const bodyFor = (cast: Cast, renews: unknown, more = {}) => ({
  category_id: 1001,
  product_id: cast.productId,
  purchased: { hosts: 4 },
  params: { ...delivery, renews },
  ...more,
});
const renew = (cast: Cast, renews: unknown, more = {}, client: Client = cast.customer) =>
  client.post('/v1/order', bodyFor(cast, renews, more));
const waiting = async (client: Client, query: string): Promise<number[]> =>
  (await ok(client.get(`/v1/assignment/list?${query}`))).items.map(({ id }: { id: number }) => id);
const ending = 'filter_expires_within=30&filter_renewed=false';

describe('the renewal of a licence (D4)', () => {
  let cast: Cast;
  beforeAll(async () => {
    cast = await startCast(eitherEngine);
  });
  afterAll(() => cast.close());

  it('is a new purchase that names the licence, which stays as it is and leaves the queue', async () => {
    const id = await licence(cast, 20);
    const before = await ok(cast.customer.get(`/v1/assignment/${id}`));
    expect(await waiting(cast.customer, ending)).toEqual([id]);
    expect(await waiting(cast.sales, ending)).toEqual([id]);
    const order = await ok(renew(cast, id));
    expect(order).toMatchObject({ category_id: 1001, status: 0, params: { renews: id, service_type: 'standard' } });
    expect(await ok(cast.customer.get(`/v1/assignment/${id}`))).toEqual(before);
    expect([await waiting(cast.customer, ending), await waiting(cast.sales, ending)]).toEqual([[], []]);
    expect(await waiting(cast.customer, 'filter_expires_within=30&filter_renewed=true')).toEqual([id]);
  });

  it('is one at a time, and may be ordered anew when it came to nothing', async () => {
    const id = await licence(cast, 10);
    const { id: first } = await ok(renew(cast, id));
    const again = await renew(cast, id);
    expect([again.status, again.body.error.fields]).toEqual([
      422,
      { 'params.renews': ['Another order renews this licence already'] },
    ]);
    await ok(cast.customer.post(`/v1/order/${first}`, { status: 8 }));
    expect(await waiting(cast.customer, ending)).toContain(id);
    await ok(renew(cast, id));
  });

  it('does not come back where another order renews the licence meanwhile (D12)', async () => {
    const id = await licence(cast, 12);
    const { id: first } = await ok(renew(cast, id));
    await ok(cast.customer.delete(`/v1/order/${first}`));
    const { id: second } = await ok(renew(cast, id));
    const back = () => cast.customer.post(`/v1/order/restore/${first}`, {});
    expect((await back()).body.error.fields).toEqual({
      'params.renews': ['Another order renews this licence already'],
    });
    await ok(cast.customer.post(`/v1/order/${second}`, { status: 8 }));
    await ok(back());
  });

  it('may be of another quantity, by the salesman too, and of a licence that has ended', async () => {
    const id = await licence(cast, -5);
    expect(await waiting(cast.customer, ending)).not.toContain(id);
    const whom = { enterprise_id: cast.enterprise, user_id: cast.customer.id };
    const order = await ok(renew(cast, id, { ...whom, purchased: { hosts: 9 } }, cast.sales));
    expect(order).toMatchObject({ purchased: { hosts: { value: 9 } }, params: { renews: id, originator: 'sales' } });
  });

  it.each<[string, (cast: Cast, id: number) => [more: object, client?: Client], string]>([
    ['a trial', () => [{ category_id: 1003 }], 'Only a new purchase renews a licence'],
    ['somebody else’s licence', (cast) => [{}, cast.otherCustomer], 'The chosen record does not exist or is not yours'],
  ])('is refused as %s', async (_, of, sentence) => {
    const id = await licence(cast, 15);
    const [more, client] = of(cast, id);
    const answer = await renew(cast, id, more, client);
    expect([answer.status, answer.body.error.fields]).toEqual([422, { 'params.renews': [sentence] }]);
    expect(await waiting(cast.customer, ending)).toContain(id);
  });

  it('is refused for another product, for another enterprise, and for a licence that was withdrawn', async () => {
    const id = await licence(cast, 15);
    const other = { name: 'Other', code: 'OTHER', deployment_id: 1, category_id: 1001 };
    const { id: product_id } = await ok(cast.admin.post('/v1/product', other));
    await ok(cast.admin.post('/v1/enterprise_product', { enterprise_id: cast.enterprise, product_id }));
    const users = (await ok(cast.admin.get('/v1/user/list?search=second'))).items;
    const elsewhere = { enterprise_id: cast.otherEnterprise, user_id: users[0].id };
    const refusals = [
      await renew(cast, id, { product_id }),
      await renew(cast, id, elsewhere, cast.operations),
      await ok(cast.operations.post(`/v1/assignment/${id}`, { status: 8 })).then(() => renew(cast, id)),
    ];
    const sentence = 'Renew an issued licence with its own enterprise and product';
    for (const { status, body } of refusals)
      expect([status, body.error.fields]).toEqual([422, { 'params.renews': [sentence] }]);
  });
});

describe('two renewals at once', () => {
  let cast: Cast;
  beforeAll(async () => {
    cast = await startCast('postgres');
  });
  afterAll(() => cast.close());

  it('make one order', async () => {
    const id = await licence(cast, 20);
    const answers = await Promise.all([1, 2, 3, 4].map(() => renew(cast, id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
  });
});

describe('what waits (issue 14, point 2)', () => {
  let cast: Cast;
  beforeAll(async () => {
    cast = await startCast(eitherEngine);
    await ok(cast.customer.post('/v1/user', { name: 'branch', nick_name: 'Branch', role_id: 5, password }));
  });
  afterAll(() => cast.close());

  it.each(['SuperAdmin', 'GeneralAdmin', 'SalesMan', 'Enterprise', 'Subordinate'] as const)(
    'is for %s a list that the role may ask for, narrow and sort so',
    async (role) => {
      const readers = {
        SuperAdmin: cast.admin,
        GeneralAdmin: cast.operations,
        SalesMan: cast.sales,
        Enterprise: cast.customer,
        Subordinate: await cast.login('branch'),
      };
      const queues = queuesFor(contract.entities, role, undefined);
      expect(queues.length).toBeGreaterThan(0);
      for (const { entity, only, since } of queues) {
        const filters = Object.entries(only).map(([name, value]) => `filter_${name}=${String(value)}`);
        const query = [...filters, `sort=${since}`, 'per_page=5'].join('&');
        const answer = await ok(readers[role].get(`/v1/${contract.entity(entity).path}/list?${query}`));
        expect(answer.items.length).toBe(Math.min(answer.total, 5));
      }
    },
  );

  it('is to be allocated exactly while an order says that it is available', async () => {
    const open = await approvedOrder(cast, 3);
    await ok(allocationBody(cast, await approvedOrder(cast, 2), 2));
    const { items } = await ok(cast.customer.get('/v1/order/list?filter_is_available=true'));
    expect(items.map(({ id, is_available }: never) => [id, is_available])).toEqual([[open, true]]);
    await cast.database.executeSql(`update orders set expired_at = now() - interval '1 minute' where id = ${open}`);
    expect((await ok(cast.customer.get('/v1/order/list?filter_is_available=true'))).total).toBe(0);
    const rest = (await ok(cast.customer.get('/v1/order/list?filter_is_available=false'))).items;
    expect(rest.every(({ is_available }: { is_available: boolean }) => !is_available)).toBe(true);
  });
});

describe('licences and their orders, narrowed by when they end', () => {
  let cast: Cast;
  beforeAll(async () => {
    cast = await startCast(eitherEngine);
  });
  afterAll(() => cast.close());

  it('are those that end between two moments, which have to be moments', async () => {
    const order = await approvedOrder(cast, 1);
    const [{ id }] = (await ok(allocationBody(cast, order, 1))).items;
    await issuedLicence(cast, id);
    const { expired_at } = await ok(cast.customer.get(`/v1/assignment/${id}`));
    const at = (seconds: number) => `${new Date(Date.parse(expired_at) + seconds * 1000).toISOString().slice(0, 19)}Z`;
    const found = async (client: Client, entity: string, from: number, until: number) => {
      const path = `/v1/${entity}/list?is_paginate=false&filter_ends_in=${at(from)}/${at(until)}`;
      return (await ok(client.get(path))).items.map((one: { id: number }) => one.id);
    };
    expect(await found(cast.customer, 'assignment', -60, 60)).toContain(id);
    expect(await found(cast.customer, 'assignment', -60, 0)).toContain(id);
    expect(await found(cast.customer, 'assignment', 60, 120)).not.toContain(id);
    expect(await found(cast.sales, 'order', -60, 60)).toContain(order);
    expect(await found(cast.sales, 'order', -120, -60)).not.toContain(order);
    for (const wrong of ['2026-01-01', 'a/b', `${at(0)}`, `2026-02-30T00:00:00Z/${at(0)}`])
      expect((await cast.customer.get(`/v1/assignment/list?filter_ends_in=${wrong}`)).status).toBe(422);
  });
});
