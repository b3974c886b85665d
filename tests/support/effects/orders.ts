import { delivery, periods } from '../cast.ts';
import { ok } from '../product.ts';
import { idOf, type Steps, type World } from './world.ts';

/** A failback licence needs a product for disaster recovery; `HARBOR` is one. */
const goods = { name: 'Harbor', code: 'HARBOR', deployment_id: 1, category_id: 1002 };

const order = (world: World, more: object = {}) =>
  world.customer.post(
    '/v1/order',
    { category_id: 1001, product_id: idOf(world, 'product'), purchased: { hosts: 9 }, params: delivery, ...more },
    { 'Idempotency-Key': JSON.stringify(more) },
  );

/** Products, granted products and projects (B15, B19, B22, B39). */
export const catalogue: Steps = {
  async 'product: create'(world) {
    world.ids.product = (await ok(world.admin.post('/v1/product', goods))).id;
    await ok(world.admin.post('/v1/user_product', { user_id: world.sales.id, product_id: world.ids.product }));
  },
  async 'product: remove'({ admin }) {
    const body = { name: 'Past', code: 'PAST', deployment_id: 1, category_id: 1001 };
    const { id } = await ok(admin.post('/v1/product', body));
    await ok(admin.delete(`/v1/product/${id}`));
  },
  async 'enterprise_product: create'(world) {
    const body = { enterprise_id: world.enterprise, product_id: idOf(world, 'product') };
    await ok(world.sales.post('/v1/enterprise_product', body));
  },
  'product_license: create': (world) =>
    ok(world.admin.post('/v1/product/license', { product_id: idOf(world, 'product'), metering: 'host' })),
  async 'project: create'(world) {
    const body = { name: 'Harbour', product_id: idOf(world, 'product'), license_key: 'KEY-H' };
    const { id } = await ok(world.customer.post('/v1/project', { ...body, sub_user_id: idOf(world, 'subUser') }));
    world.ids.project = id;
    await ok(world.customer.post(`/v1/project/${id}`, { status: 1 }));
  },
  'project: edit': (world) => ok(world.customer.post(`/v1/project/${idOf(world, 'project')}`, { mail: 'p@x.example' })),
  'project: list, by whether it is for tests': ({ customer }) => ok(customer.get('/v1/project/list?filter_test=false')),
  'project: list, by whether it counts': ({ customer }) => ok(customer.get('/v1/project/list?filter_effectuate=true')),
  product_user_key: (world) => ok(world.customer.get(`/v1/product/${idOf(world, 'product')}/user/KEY-H`)),
  'product: list, of an enterprise': ({ admin, enterprise }) =>
    ok(admin.get(`/v1/product/list?filter_enterprise_id=${enterprise}`)),
  project_relocation: (world) =>
    ok(world.customer.post(`/v1/project/relocation/${idOf(world, 'project')}`, { sub_user_id: world.subUser.id })),
  async 'project_relocation: to another enterprise'(world) {
    const body = { name: 'Leaving', product_id: world.productId, license_key: 'KEY-L' };
    const { id } = await ok(world.customer.post('/v1/project', body));
    const to = { enterprise_id: world.otherEnterprise };
    await ok(world.operations.post(`/v1/project/relocation/${id}`, to));
  },
  async 'project: remove'(world) {
    const body = { name: 'Empty', product_id: world.productId, license_key: 'KEY-E' };
    const { id } = await ok(world.customer.post('/v1/project', body));
    await ok(world.customer.delete(`/v1/project/${id}`));
  },
};

/** The steps of an order up to its approval, a reissue and a trial (B13, B39, C3, C5). */
export const orderRoad: Steps = {
  async 'order: create'(world) {
    const { id } = await ok(order(world));
    world.ids.order = id;
    expectSame(id, (await ok(order(world))).id);
  },
  'order: reject': async (world) => {
    const { id } = await ok(order(world, { comment: 'Too soon' }));
    await ok(world.sales.post(`/v1/order/${id}`, { status: 9, comment: 'Too soon' }));
  },
  'order: edit': (world) => ok(world.customer.post(`/v1/order/${idOf(world, 'order')}`, { comment: 'Soon, please' })),
  'order: confirm': (world) => ok(world.sales.post(`/v1/order/${idOf(world, 'order')}`, { status: 1, ...periods })),
  'order: approve': (world) => ok(world.operations.post(`/v1/order/${idOf(world, 'order')}`, { status: 2 })),
  'order: reissue': (world) =>
    ok(order(world, { category_id: 1002, parent_order_id: idOf(world, 'order'), purchased: { hosts: 1 } })),
  async 'order: trial'(world) {
    world.ids.trial = (await ok(order(world, { category_id: 1003 }))).id;
  },
  async 'order: cancel'(world) {
    const id = idOf(world, 'trial');
    await ok(world.sales.post(`/v1/order/${id}`, { status: 1, use_period: 30, assign_period: 30 }));
    await ok(world.customer.post(`/v1/order/${id}`, { status: 8 }));
  },
  'order: remove': (world) => ok(world.customer.delete(`/v1/order/${idOf(world, 'trial')}`)),
  'order_project: create': (world) =>
    ok(world.admin.post('/v1/order_project', { order_id: idOf(world, 'order'), project_id: idOf(world, 'project') })),
  'order: list, for a project': (world) =>
    ok(world.customer.get(`/v1/order/list?filter_project_id=${idOf(world, 'project')}`)),
  'order: list, with licences that end soon': ({ customer }) =>
    ok(customer.get('/v1/order/list?filter_expires_within=7')),
  'order: list, with issues that failed': ({ admin }) => ok(admin.get('/v1/order/list?filter_task_status=failed')),
  'order: list, with mails that failed': ({ admin }) => ok(admin.get('/v1/order/list?filter_mail_status=9')),
};

function expectSame(first: number, second: number): void {
  if (first !== second) throw new Error('a repeated request made a second order');
}
