import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  approvedOrder,
  type Cast,
  delivery,
  effectiveProject,
  issuedLicence,
  periods,
  placeOrder,
  startCast,
} from '../support/cast.ts';
import { eitherEngine } from '../support/database.ts';
import { ok, password } from '../support/product.ts';

let cast: Cast;
let failing = false;
let worlds = 0;
let waiting: (() => void) | undefined;
beforeAll(async () => {
  const sign = async () => {
    if (failing) throw new Error('The signing service did not answer');
    if (waiting) await new Promise<void>((go) => (waiting = go));
    return 'header.payload.signature';
  };
  cast = await startCast(eitherEngine, {
    signer: { sign, signLease: sign, signDelegation: sign, signRevocationList: sign },
  });
});
afterAll(() => cast.close());

const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/);

/** Creates a product, an approved order for it, a project and a sub-user. */
async function world(category_id: number, metering: 'host' | 'value', service_type = 'standard') {
  const code = `P${++worlds}`;
  const product = { name: code, code, deployment_id: 1, category_id, metering, unit: 'GB' };
  const { id: product_id } = await ok(cast.admin.post('/v1/product', product));
  await ok(cast.admin.post('/v1/enterprise_product', { enterprise_id: cast.enterprise, product_id }));
  const body = { category_id: 1001, product_id, purchased: { hosts: 5 }, params: delivery };
  const confirm = async (id: number): Promise<number> => {
    await ok(cast.sales.post(`/v1/order/${id}`, { status: 1, ...periods }));
    await ok(cast.operations.post(`/v1/order/${id}`, { status: 2 }));
    return id;
  };
  let order = await confirm((await ok(cast.customer.post('/v1/order', body))).id);
  if (service_type === 'failback') {
    const again = { category_id: 1002, parent_order_id: order, purchased: { hosts: 2 } };
    const params = { ...delivery, service_type };
    order = await confirm((await ok(cast.customer.post('/v1/order', { ...again, params }))).id);
  }
  const project = await effectiveProject(cast.customer, product_id, `KEY-${code}`);
  await ok(cast.customer.post(`/v1/project/${project}`, { params: { saas_name: 'first-cloud' } }));
  const name = `sub.${code.toLowerCase()}`;
  const sub = await ok(cast.customer.post('/v1/user', { name, nick_name: 'Sub', role_id: 5, password }));
  return { code, order, project, sub: { id: sub.id as number, name } };
}

async function licence(of: Awaited<ReturnType<typeof world>>) {
  const body = { project_id: of.project, orders: [{ order_id: of.order, hosts: 2 }], sub_user_id: of.sub.id };
  const { items } = await ok(cast.customer.post('/v1/assignment', { ...body, comment: 'For the branch' }));
  return issuedLicence(cast, items[0].id);
}

describe('a licence, as GET /v1/assignment/{id} gives it', () => {
  it('says its dates, state and comment, its project, its order, what is licensed and to whom (R-ASG-01, R-ASG-02, R-ASG-03, R-ASG-04)', async () => {
    for (const [metering, content] of [
      ['host', { hosts: 2 }],
      ['value', { value: 2 }],
    ] as const) {
      const of = await world(1002, metering);
      expect(await licence(of)).toMatchObject({
        id: expect.any(Number),
        status: 1,
        comment: 'For the branch',
        content,
        created_at: moment,
        expired_at: moment,
        project_expired_at: moment,
        project: {
          id: of.project,
          name: `Project KEY-${of.code}`,
          params: { saas_name: 'first-cloud' },
          product: { category: { id: 1002, saas_alias: 'dr' } },
        },
        order: {
          id: of.order,
          code: expect.stringMatching(/^ORD/),
          category_id: 1001,
          product: { name: of.code },
          params: { service_type: 'standard' },
          use_period: periods.use_period,
        },
        sub_user: { id: of.sub.id, name: of.sub.name },
        params: { saas_user: of.sub.name },
      });
    }
  });

  it('carries keys and secrets, and the send flag of its product and service (R-ASG-05)', async () => {
    const flags = [
      [1001, 'standard', 'migration'],
      [1002, 'standard', 'dr'],
      [1002, 'failback', 'failback'],
    ] as const;
    for (const [category, service, flag] of flags) {
      const found = await licence(await world(category, 'host', service));
      expect(found).toMatchObject({ params: { send_flag: flag }, lic_secret: 'header.payload.signature' });
      expect(found.lic_key).toMatch(/^KEY-/);
    }
    const of = await world(1002, 'value', 'failback');
    const dr = await licence(of);
    await ok(cast.customer.post('/v1/assignment/fail_back', { assignment_id: dr.id, failback_key: 'FB' }));
    expect(await ok(cast.customer.get(`/v1/assignment/${dr.id}`))).toMatchObject({
      failback_key: 'FB',
      failback_secret: 'header.payload.signature',
    });
  });

  it('tells how its issue goes: running, failed with the reason, succeeded (R-ASG-06)', async () => {
    const order = await approvedOrder(cast, 9);
    const begin = async () => {
      const body = { project_id: cast.project, orders: [{ order_id: order, hosts: 1 }] };
      return (await ok(cast.customer.post('/v1/assignment', body))).items[0];
    };
    const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);
    waiting = () => undefined;
    const running = await begin();
    expect(await ok(cast.customer.get(`/v1/assignment/${running.id}`))).toMatchObject({
      task: { status: 'running', uuid, result: null },
      status: 0,
    });
    const go = waiting;
    waiting = undefined;
    go();
    failing = true;
    expect((await issuedLicence(cast, (await begin()).id)).task).toEqual({
      status: 'failed',
      uuid,
      result: 'The licence could not be issued. Try again; if it fails again, ask your vendor',
    });
    failing = false;
    expect((await issuedLicence(cast, (await begin()).id)).task).toMatchObject({ status: 'succeed', uuid });
  });
});

describe('an order, as GET /v1/order/{id} gives it', () => {
  it('says whether it can be used and why not, and when it was approved (R-ORDER-02, R-ORDST-03)', async () => {
    const id = await placeOrder(cast, 1);
    const read = () => ok(cast.customer.get(`/v1/order/${id}`));
    expect(await read()).toMatchObject({ is_available: false, approval_at: null, status: 0 });
    await ok(cast.sales.post(`/v1/order/${id}`, { status: 1, ...periods }));
    expect(await read()).toMatchObject({ is_available: false, approval_at: null, status: 1 });
    await ok(cast.operations.post(`/v1/order/${id}`, { status: 2 }));
    expect(await read()).toMatchObject({ is_available: true, unavailability_reason: null, approval_at: moment });
    const body = { project_id: cast.project, orders: [{ order_id: id, hosts: 1 }] };
    await ok(cast.customer.post('/v1/assignment', body));
    const used = await read();
    expect(used).toMatchObject({ is_available: false, order_status: 2 });
    expect(used.unavailability_reason).toMatch(/\w/);
  });

  it('keeps its service type, one of two, and who made it (R-ORDER-06)', async () => {
    const of = await world(1002, 'host', 'failback');
    expect(await ok(cast.customer.get(`/v1/order/${of.order}`))).toMatchObject({
      params: { service_type: 'failback', originator: 'enterprise' },
    });
    const id = await placeOrder(cast, 1);
    expect((await ok(cast.customer.get(`/v1/order/${id}`))).params.service_type).toBe('standard');
    const body = { category_id: 1001, product_id: cast.productId, purchased: { hosts: 1 } };
    const wrong = await cast.customer.post('/v1/order', { ...body, params: { ...delivery, service_type: 'other' } });
    expect([wrong.status, Object.keys(wrong.body.error.fields)]).toEqual([422, ['params.service_type']]);
  });
});
