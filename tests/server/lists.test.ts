import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Cast, placeOrder, startCast } from '../support/cast.ts';
import { forEachEngine } from '../support/database.ts';
import { ok } from '../support/product.ts';

forEachEngine('lists', (engine) => {
  let cast: Cast;
  beforeAll(async () => {
    cast = await startCast(engine);
    for (let at = 0; at < 5; at += 1) await placeOrder(cast, at + 1);
    await placeOrder(cast, 9, cast.otherCustomer);
  });
  afterAll(() => cast.close());
  const total = async (who: keyof Cast & ('customer' | 'sales' | 'otherSales' | 'admin'), query = '') =>
    (await ok(cast[who].get(`/v1/order/list${query}`))).total;

  it('hold the rows of the caller and no others (C1)', async () => {
    expect([await total('admin'), await total('customer'), await total('sales'), await total('otherSales')]).toEqual([
      6, 5, 5, 1,
    ]);
    expect(await total('sales', `?filter_enterprise_id=${cast.otherEnterprise}`)).toBe(0);
  });

  it('page, sort and narrow as they are asked to (B1, R-TABLE-01)', async () => {
    const page = await ok(cast.customer.get('/v1/order/list?page=2&per_page=2&sort=purchased_hosts'));
    expect(page).toMatchObject({ total: 5, page: 2, per_page: 2 });
    expect(page.items.map((item: { purchased: { hosts: { value: number } } }) => item.purchased.hosts.value)).toEqual([
      3, 4,
    ]);
    const all = await ok(cast.customer.get('/v1/order/list?is_paginate=false'));
    expect(all.items).toHaveLength(5);
    expect(await total('customer', '?search=MOVER')).toBe(5);
    expect(await total('customer', '?search=%25')).toBe(0);
    expect(await total('customer', '?filter_status=1,2')).toBe(0);
    expect(await total('customer', '?start_at=2020-01-01T00:00:00Z&end_at=2020-02-01T00:00:00Z')).toBe(0);
  });

  it.each([
    'page=0',
    'page=x',
    'per_page=101',
    'sort=password_hash',
    'sort=enterprise_id%20desc',
    'filter_creator_id=1',
    'filter_status=abc',
    "filter_status=1'%20or%20'1'='1",
    'filter_status=0&filter_status=1',
    'start_at=yesterday',
    'is_paginate=maybe',
    'surprise=1',
    'sort=__proto__',
    'filter___proto__=1',
  ])('refuse %s by name (A5)', async (query) => {
    const refused = await cast.customer.get(`/v1/order/list?${query}`);
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.error.fields)).toHaveLength(1);
  });

  it.each([
    ['per_page=101', 'per_page must be a whole number from 1 to 100', 'per_page 须为 1 到 100 之间的整数'],
    ['page=0', 'page must be a whole number from 1 to 1,000,000', 'page 须为 1 到 1,000,000 之间的整数'],
    ['is_paginate=maybe', 'is_paginate must be one of: true, false', 'is_paginate 须为以下值之一：true, false'],
    ['filter_status=abc', 'filter_status must be one of: 0, 1, 2, 8, 9', 'filter_status 须为以下值之一：0, 1, 2, 8, 9'],
    ['filter_is_available=x', 'filter_is_available must be one of: true, false', '须为以下值之一：true, false'],
    ['start_at=yesterday', 'start_at must be a date or a time', 'start_at 须为日期'],
  ])('say what is allowed in place of %s (issue 33)', async (query, english, chinese) => {
    for (const [language, message] of Object.entries({ en: english, zh: chinese })) {
      const headers = { authorization: cast.customer.key, 'X-LANG': language };
      const refused = await cast.app.request(`/v1/order/list?${query}`, { headers });
      expect([refused.status, (await refused.json()).title]).toEqual([422, expect.stringContaining(message)]);
    }
  });

  it('are nobody’s without a good key (B4)', async () => {
    for (const key of [undefined, 'x', 'Bearer x', `Basic ${cast.customer.key}`]) {
      expect((await cast.request('GET', '/v1/order/list', { key })).status).toBe(401);
    }
    expect((await cast.customer.get('/v1/audit/list')).status).toBe(403);
    expect((await cast.customer.get('/v1/no_such_thing/list')).status).toBe(404);
  });

  it('bodies that are no bodies are refused plainly (B2)', async () => {
    const post = (body: unknown) => cast.request('POST', '/v1/project', { key: cast.customer.key, body });
    expect((await post('{')).status).toBe(400);
    expect((await post('[]')).status).toBe(422);
    expect((await post('null')).status).toBe(422);
    expect((await post('{"__proto__":{"name":"x"},"name":"y"}')).status).toBe(422);
    expect((await post(JSON.stringify({ name: 'x'.repeat(2_000_000) }))).status).toBe(413);
    const refused = await post({ name: '', product_id: 'x', mail: 'abc', license_key: 'a\u0000b' });
    expect(Object.keys(refused.body.error.fields).sort()).toEqual(['license_key', 'mail', 'name', 'product_id']);
  });
});
