import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Cast, delivery, effectiveProject, placeOrder, startCast } from '../support/cast.ts';
import { eitherEngine } from '../support/database.ts';
import { ok, password } from '../support/product.ts';

let cast: Cast;
let pending: number;
let pendingUser: number;
beforeAll(async () => {
  cast = await startCast(eitherEngine);
  pending = (await ok(cast.sales.post('/v1/enterprise', { name: 'Pending', code: 'PENDING' }))).id;
  const user = { name: 'pending', nick_name: 'P', role_id: 4, password, enterprise_id: pending };
  pendingUser = (await ok(cast.admin.post('/v1/user', user))).id;
  await ok(cast.admin.post('/v1/enterprise_product', { enterprise_id: pending, product_id: cast.productId }));
});
afterAll(() => cast.close());

it('a pending enterprise gets no order, project or subscription; an approved one does', async () => {
  const order = { category_id: 1001, product_id: cast.productId, purchased: { hosts: 1 }, params: delivery };
  const project = { name: 'Early', product_id: cast.productId };
  await ok(
    cast.request('POST', '/v1/subscription', {
      body: {
        company: 'Pending',
        contact_man: 'P',
        contact_mail: 'p@pending.example',
        contact_phone: '+86 137 0000 0000',
        hosts: 1,
        wish: 'Mover',
      },
    }),
  );
  const [{ id }] = (await ok(cast.admin.get('/v1/subscription/temp/list'))).items;
  const activation = {
    id,
    status: 1,
    product_id: cast.productId,
    period_start_at: '2026-01-01T00:00:00Z',
    period_end_at: '2030-01-01T00:00:00Z',
  };
  const attempts = (enterprise_id: number) => [
    cast.operations.post('/v1/project', { ...project, enterprise_id }),
    cast.operations.post('/v1/order', { ...order, enterprise_id, user_id: pendingUser }),
    cast.operations.post('/v1/subscription/temp/update_status', { ...activation, enterprise_id }),
  ];
  for (const attempt of attempts(pending)) {
    const { status, body } = await attempt;
    expect([status, Object.keys(body.error.fields)]).toEqual([422, ['enterprise_id']]);
  }
  await ok(cast.operations.post(`/v1/enterprise/${pending}`, { status: 1 }));
  await ok(cast.operations.post('/v1/project', { ...project, enterprise_id: pending }));
});

it('an order that has ended and a closed project are not tied', async () => {
  const order_id = await placeOrder(cast, 1);
  const closed = await effectiveProject(cast.customer, cast.productId, 'KEY-CLOSED');
  await ok(cast.customer.post(`/v1/project/${closed}`, { status: 8 }));
  const tie = (order: number, project_id: number) =>
    cast.customer.post('/v1/order_project', { order_id: order, project_id });
  const refused = async (answer: ReturnType<typeof tie>) => Object.keys((await answer).body.error.fields);
  expect(await refused(tie(order_id, closed))).toEqual(['project_id']);
  await ok(tie(order_id, cast.project));
  const ended = await placeOrder(cast, 1);
  await ok(cast.customer.post(`/v1/order/${ended}`, { status: 8 }));
  expect(await refused(tie(ended, cast.project))).toEqual(['order_id']);
});
