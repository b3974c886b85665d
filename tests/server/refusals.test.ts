import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allocationBody, approvedOrder, type Cast, delivery, placeOrder, startCast } from '../support/cast.ts';
import { forEachEngine } from '../support/database.ts';
import type { Answer } from '../support/product.ts';
import { ok } from '../support/product.ts';

forEachEngine('a wrong step', (engine) => {
  let cast: Cast;
  let fresh: number;
  let ready: number;
  let foreign: number;
  beforeAll(async () => {
    cast = await startCast(engine);
    fresh = await placeOrder(cast, 4);
    ready = await approvedOrder(cast, 3);
    foreign = await placeOrder(cast, 5, cast.otherCustomer);
    await ok(cast.otherSales.post(`/v1/order/${foreign}`, { status: 1, use_period: 9, assign_period: 9 }));
    await ok(cast.operations.post(`/v1/order/${foreign}`, { status: 2 }));
  });
  afterAll(() => cast.close());

  /** All possible effects of a step: rows, mails, jobs, messages. */
  const world = async () => {
    const found = await sql<{ world: unknown }>`select json_build_object(
      'orders', (select json_agg(o order by o.id) from orders o),
      'assignments', (select json_agg(a.id order by a.id) from assignment a),
      'mails', (select count(*) from mail), 'messages', (select count(*) from notification),
      'sessions', (select count(*) from session), 'jobs', (select count(*) from job)
    ) as world`.execute(cast.database.db);
    return found.rows[0]?.world;
  };

  const cases: [string, () => Promise<Answer>, number, string, string][] = [
    [
      '0 to 2 by operations (R-FLOW-03)',
      () => cast.operations.post(`/v1/order/${fresh}`, { status: 2 }),
      422,
      'This is not possible in the current state',
      '当前状态不允许此操作',
    ],
    [
      'confirm without periods (R-ORDST-02)',
      () => cast.sales.post(`/v1/order/${fresh}`, { status: 1 }),
      422,
      'The current item cannot be empty',
      '当前项不能为空',
    ],
    [
      'approve by sales',
      () => cast.sales.post(`/v1/order/${fresh}`, { status: 2 }),
      403,
      'You have no permission for this operation',
      '您没有此操作的权限',
    ],
    [
      'allocate more than available (R-OLST-01)',
      () => allocationBody(cast, ready, 4),
      422,
      'Only 3 are available',
      '可用数量仅剩 3',
    ],
    [
      'allocate from an order that is not approved',
      () => allocationBody(cast, fresh, 1),
      422,
      'The order is not approved',
      '订单尚未通过审批',
    ],
    [
      'allocate from a foreign order',
      () => allocationBody(cast, foreign, 1),
      422,
      'The chosen record does not exist or is not yours',
      '所选记录不存在或不属于您',
    ],
    [
      'allocate for sales',
      () => cast.sales.post('/v1/assignment', {}),
      403,
      'You have no permission for this operation',
      '您没有此操作的权限',
    ],
    [
      'act for a foreign enterprise (C12)',
      () => cast.sales.post(`/v1/auth/login/user/${cast.otherCustomer.id}`),
      403,
      'You have no permission for this operation',
      '您没有此操作的权限',
    ],
    [
      'a foreign order',
      () => cast.otherSales.post(`/v1/order/${fresh}`, { status: 9 }),
      404,
      'Requested resource not found',
      '请求的资源不存在',
    ],
    [
      'a fourth recipient (R-VALID-23)',
      () =>
        allocationBody(cast, ready, 1, { mails: { others: ['a@b.co', 'b@b.co', 'c@b.co'], project_mail: 'd@b.co' } }),
      422,
      'At most three recipients',
      '最多三个收件人',
    ],
    [
      'buy what was not granted (C11)',
      () =>
        cast.customer.post('/v1/order', {
          category_id: 1001,
          product_id: 999,
          purchased: { hosts: 1 },
          params: delivery,
        }),
      422,
      'The chosen record does not exist or is not yours',
      '所选记录不存在或不属于您',
    ],
  ];

  it.each(cases)('%s is refused with its reason and changes nothing', async (_name, step, status, english, chinese) => {
    const before = await world();
    const refused = await step();
    expect(refused.status).toBe(status);
    expect(refused.body.title).toBe(english);
    expect(await world()).toEqual(before);
    const again = await inChinese(step);
    expect(again.body.title).toBe(chinese);
    expect(await world()).toEqual(before);
  });

  /** The same step with `X-LANG: zh` in every request of the app. */
  async function inChinese(step: () => Promise<Answer>): Promise<Answer> {
    const plain = cast.app.request.bind(cast.app);
    cast.app.request = (path, init) =>
      plain(path, { ...init, headers: { ...(init?.headers as Record<string, string>), 'X-LANG': 'zh' } });
    try {
      return await step();
    } finally {
      cast.app.request = plain;
    }
  }

  it('acting ends where it began, and only there (C12, R-CALL-02)', async () => {
    const acting = await ok(cast.sales.post(`/v1/auth/login/user/${cast.customer.id}`));
    expect(acting.role).toBe('Enterprise');
    const as = (path: string) => cast.request('POST', path, { key: acting.api_key });
    expect((await as(`/v1/auth/login/user/${cast.otherSales.id}`)).status).toBe(403);
    expect(
      (
        await cast.request('POST', '/v1/auth/password', {
          key: acting.api_key,
          body: { password: 'Licence-2026', password1: 'Another-2027', password2: 'Another-2027' },
        })
      ).status,
    ).toBe(422);
    const back = await as(`/v1/auth/login/user/${cast.sales.id}`);
    expect(back.body.role).toBe('SalesMan');
    expect((await cast.request('GET', '/v1/order/list', { key: acting.api_key })).status).toBe(401);
    expect((await cast.customer.post(`/v1/auth/login/user/${cast.sales.id}`)).status).toBe(403);
  });

  it('five wrong passwords lock the name, not the right one for others (B3)', async () => {
    const login = (name: string, password: string) =>
      cast.request('POST', '/v1/auth/login', { body: { name, password } });
    const first = await login('nobody.here', 'x');
    expect(first.status).toBe(422);
    expect((await login('second', 'x')).body.title).toBe(first.body.title);
    for (let at = 0; at < 4; at += 1) await login('second', 'x');
    expect((await login('second', 'Licence-2026')).body.code).toBe('login_locked');
    expect((await login('operations', 'Licence-2026')).status).toBe(200);
  });
});
