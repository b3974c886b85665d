import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  approvedOrder,
  type Cast,
  delivery,
  effectiveProject,
  issuedLicence,
  placeOrder,
  startCast,
} from '../support/cast.ts';
import { ok, password } from '../support/product.ts';
import { recordStatements, withStatements } from '../support/statements.ts';

let cast: Cast;
beforeAll(async () => {
  cast = await startCast('postgres');
});
afterAll(() => cast.close());

const order = (category_id: number, more: object = {}) =>
  cast.customer.post('/v1/order', {
    category_id,
    product_id: cast.productId,
    purchased: { hosts: 1 },
    params: delivery,
    ...more,
  });
const reissue = (parent_order_id: number, hosts: number, more: object = {}) =>
  cast.customer.post('/v1/order', {
    category_id: 1002,
    parent_order_id,
    purchased: { hosts },
    params: delivery,
    ...more,
  });
const step = async (id: number, use_period = 365) => {
  await ok(cast.sales.post(`/v1/order/${id}`, { status: 1, use_period, assign_period: 30 }));
  await ok(cast.operations.post(`/v1/order/${id}`, { status: 2 }));
};

describe('a reissue (C5, A11, R-ORDER-05, R-VALID-20)', () => {
  it('takes product and enterprise from its original, up to what is left over all its reissues', async () => {
    const original = await approvedOrder(cast, 5);
    const first = await ok(reissue(original, 3));
    expect(first).toMatchObject({
      parent_order_id: original,
      product_id: cast.productId,
      category_id: 1002,
      status: 0,
    });
    const over = await reissue(original, 3);
    expect(over.body.error.fields).toEqual({
      'purchased.hosts': ['At most 2, the quantity left of the original order'],
    });
    await ok(cast.customer.post(`/v1/order/${first.id}`, { status: 8 }));
    await ok(reissue(original, 5));
    expect((await reissue(original, 1)).body.title).toBe('This order cannot be reissued');
    expect((await ok(cast.customer.get(`/v1/order/${original}`))).available.hosts.value).toBe(5);
  });

  it('of two at once that together are too many, one loses', async () => {
    const original = await approvedOrder(cast, 4);
    const answers = await Promise.all(Array.from({ length: 6 }, () => reissue(original, 3)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422, 422]);
  });

  it('has no reissue of its own, no pending, foreign or missing original, and failback for disaster recovery alone', async () => {
    const original = await approvedOrder(cast, 5);
    const again = (await ok(reissue(original, 1))).id;
    await step(again);
    const pending = await placeOrder(cast, 2);
    const foreign = await placeOrder(cast, 2, cast.otherCustomer);
    for (const [parent, title] of [
      [again, 'This order cannot be reissued'],
      [pending, 'This order cannot be reissued'],
      [foreign, 'The chosen record does not exist or is not yours'],
      [undefined, 'Choose the original order'],
    ] as const)
      expect((await reissue(parent as number, 1)).body.title).toBe(title);
    const failback = await reissue(original, 1, { params: { ...delivery, service_type: 'failback' } });
    expect(failback.body.error.fields).toHaveProperty('params.service_type');
    expect((await order(1001, { parent_order_id: original })).body.error.fields).toHaveProperty('parent_order_id');
    expect((await order(1005)).body.error.fields).toHaveProperty('category_id');
  });
});

describe('a trial (B40)', () => {
  it('is one at a time for an enterprise and product, of 90 days at most, and its licence says so', async () => {
    const { id } = await ok(order(1003));
    expect((await order(1003)).body.title).toBe('A trial of this product is already open');
    const long = await cast.sales.post(`/v1/order/${id}`, { status: 1, use_period: 91, assign_period: 30 });
    expect(long.body.error.fields).toEqual({ use_period: ['A trial lasts at most 90 days'] });
    await step(id, 90);
    const { items } = await ok(
      cast.customer.post('/v1/assignment', { project_id: cast.project, orders: [{ order_id: id, hosts: 1 }] }),
    );
    const { lic_secret } = await issuedLicence(cast, items[0].id);
    expect(JSON.parse(Buffer.from(lic_secret.split('.')[1], 'base64url').toString()).trial).toBe(true);
  });
});

describe('pay as you go (B40, C16, R-CALL-55)', () => {
  it('has its hosts as the ceiling, and its use by month stands in the amounts', async () => {
    const before = await ok(cast.customer.get('/v1/order/amount'));
    const { id } = await ok(order(1004, { purchased: { hosts: 10 } }));
    await step(id);
    const { items } = await ok(
      cast.customer.post('/v1/assignment', { project_id: cast.project, orders: [{ order_id: id, hosts: 10 }] }),
    );
    const { lic_secret } = await issuedLicence(cast, items[0].id);
    for (const used of [4, 7, 5]) await ok(cast.request('POST', '/v1/usage', { key: lic_secret, body: { used } }));
    // Installed products report their use more often than anything else, so a report that does not raise the maximum is
    // one statement.
    recordStatements();
    const again = await withStatements(() => cast.request('POST', '/v1/usage', { key: lic_secret, body: { used: 6 } }));
    const more = await withStatements(() => cast.request('POST', '/v1/usage', { key: lic_secret, body: { used: 5 } }));
    vi.restoreAllMocks();
    expect([again, more].map(({ result, statements }) => [result.status, statements.length])).toEqual([
      [200, 1],
      [200, 1],
    ]);
    const usage = await ok(cast.customer.get(`/v1/assignment/usage/${items[0].id}`));
    expect(usage.items).toMatchObject([{ used: 5, peak: 7 }]);

    const after = await ok(cast.customer.get('/v1/order/amount'));
    expect(after.usage).toEqual([{ month: new Date().toISOString().slice(0, 7), used: 7 }]);
    // Billable use is audited, but not every report of a product that reports each minute.
    const { rows: audited } = await cast.database.executeSql(
      `select after from audit where action = 'tell_usage' and entity_id = $1 order by id`,
      [items[0].id],
    );
    expect(audited.map((line) => line.after)).toEqual([{ used: 4 }, { used: 7 }]);
    expect([after.count - before.count, after.hosts - before.hosts]).toEqual([1, 10]);
    const { items: all } = await ok(cast.customer.get('/v1/order/list?is_paginate=false'));
    const sum = (rows: { purchased: { hosts: { value: number } } }[]) =>
      rows.reduce((total, row) => total + row.purchased.hosts.value, 0);
    expect(after.hosts).toBe(sum(all));
    for (const { id: status, count, hosts } of after.by_status) {
      const rows = all.filter((row: { status: number }) => row.status === status);
      expect([count, hosts]).toEqual([rows.length, sum(rows)]);
    }
    expect((await ok(cast.otherCustomer.get('/v1/order/amount'))).count).toBeLessThan(after.count);
    expect((await ok(cast.customer.get('/v1/order/amount?filter_category_id=1004'))).hosts).toBe(10);
  });
});

describe('ties of orders to projects (B39, R-CALL-51, R-CALL-52, R-CALL-53)', () => {
  it('leave an order to its projects alone, until they are removed', async () => {
    const id = await approvedOrder(cast, 3);
    const second = await effectiveProject(cast.customer, cast.productId, 'KEY-2');
    const serving = async (project: number) =>
      (await ok(cast.customer.get(`/v1/order/list?filter_project_id=${project}&is_paginate=false`))).items.some(
        (one: { id: number }) => one.id === id,
      );
    expect([await serving(cast.project), await serving(second)]).toEqual([true, true]);
    const tie = await ok(cast.customer.post('/v1/order_project', { order_id: id, project_id: second }));
    expect((await cast.sales.post('/v1/order_project', { order_id: id, project_id: second })).status).toBe(422);
    expect([await serving(cast.project), await serving(second)]).toEqual([false, true]);
    const allocate = (project_id: number) =>
      cast.customer.post('/v1/assignment', { project_id, orders: [{ order_id: id, hosts: 1 }] });
    expect((await allocate(cast.project)).body.title).toBe('This order is tied to other projects');
    await ok(allocate(second));
    expect((await ok(cast.sales.get(`/v1/order_project/list?filter_order_id=${id}`))).items).toMatchObject([
      { project: { id: second } },
    ]);
    await ok(cast.sales.delete(`/v1/order_project/${tie.id}`));
    await ok(allocate(cast.project));
  });

  it('are refused between strangers', async () => {
    const other = (
      await ok(cast.admin.post('/v1/product', { name: 'X', code: 'X-1', deployment_id: 1, category_id: 1001 }))
    ).id;
    await ok(cast.admin.post('/v1/enterprise_product', { enterprise_id: cast.enterprise, product_id: other }));
    const project = await effectiveProject(cast.customer, other, 'KEY-X');
    const answer = await cast.customer.post('/v1/order_project', {
      order_id: await placeOrder(cast, 1),
      project_id: project,
    });
    expect(answer.body.title).toBe('The order belongs to another enterprise or product');
  });
});

describe('relocation (C13, R-CALL-50)', () => {
  it('moves a project between own sub-users', async () => {
    const project = await effectiveProject(cast.customer, cast.productId, 'KEY-MOVE');
    const { id } = await ok(
      cast.customer.post('/v1/user', { name: 'sub.one', nick_name: 'One', role_id: 5, password }),
    );
    const foreign = (
      await ok(cast.otherCustomer.post('/v1/user', { name: 'sub.far', nick_name: 'Far', role_id: 5, password }))
    ).id;
    const move = (body: object) => cast.customer.post(`/v1/project/relocation/${project}`, body);
    expect((await move({ sub_user_id: foreign })).status).toBe(422);
    expect((await move({ enterprise_id: cast.otherEnterprise })).status).toBe(422);
    expect((await move({})).status).toBe(422);
    expect(await ok(move({ sub_user_id: id }))).toMatchObject({ sub_user: { id }, transfer_status: 2 });
    expect((await ok(move({ sub_user_id: null }))).sub_user).toBeNull();
  });

  it('moves it to another approved enterprise that holds the product, without live licences', async () => {
    const project = await effectiveProject(cast.customer, cast.productId, 'KEY-GO');
    const order_id = await approvedOrder(cast, 2);
    const { items } = await ok(
      cast.customer.post('/v1/assignment', { project_id: project, orders: [{ order_id, hosts: 1 }] }),
    );
    const move = (enterprise_id: number) =>
      cast.operations.post(`/v1/project/relocation/${project}`, { enterprise_id });
    expect((await move(cast.otherEnterprise)).body.title).toBe('The project has active licences');
    await issuedLicence(cast, items[0].id);
    expect((await move(cast.otherEnterprise)).body.title).toBe('The project has active licences');
    await ok(cast.operations.post(`/v1/assignment/${items[0].id}`, { status: 8 }));
    expect((await move(cast.enterprise)).body.title).toBe('Choose another enterprise');
    const poor = (
      await ok(cast.admin.post('/v1/enterprise', { name: 'Poor', code: 'POOR', sales_user_id: cast.sales.id }))
    ).id;
    expect((await move(poor)).body.title).toBe('The enterprise has no such product');
    expect(await ok(move(cast.otherEnterprise))).toMatchObject({
      enterprise: { id: cast.otherEnterprise },
      transfer_status: 2,
    });
    expect((await cast.customer.get(`/v1/project/${project}`)).status).toBe(404);
    expect((await cast.otherCustomer.get(`/v1/project/${project}`)).status).toBe(200);
    expect((await ok(cast.customer.get(`/v1/assignment/${items[0].id}`))).status).toBe(8);
  });
});
