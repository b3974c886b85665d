import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  allocationBody,
  approvedOrder,
  type Cast,
  delivery,
  issuedLicence,
  placeOrder,
  startCast,
} from '../support/cast.ts';
import { eitherEngine } from '../support/database.ts';
import { ok } from '../support/product.ts';

let cast: Cast;
beforeAll(async () => {
  cast = await startCast(eitherEngine);
});
afterAll(() => cast.close());

const ids = (items: { id: number }[]) => items.map(({ id }) => id);

describe('enterprises (R-CALL-20, R-CALL-21, R-CALL-22, R-CALL-23, R-CALL-24, R-CALL-25, R-CALL-26, R-ENT-04, B12)', () => {
  const whole = {
    name: 'Orchid',
    code: 'ORCHID',
    type: 3,
    social_credit_code: '91310000ABC',
    contact_man: 'Wu',
    comment: 'Hello',
    contact_mail: 'wu@orchid.example',
    contact_phone: '+86 21 5550 0199',
  };

  it('of a salesman wait for review; only approved ones stand in the shell’s list', async () => {
    const { id } = await ok(cast.sales.post('/v1/enterprise', whole));
    const read = await ok(cast.sales.get(`/v1/enterprise/${id}`));
    expect(read).toMatchObject({
      ...whole,
      status: 0,
      sales_user_id: cast.sales.id,
      creator: { id: cast.sales.id },
      products: [],
    });
    const shell = async () =>
      ids((await ok(cast.sales.get('/v1/enterprise/list?is_paginate=false&filter_status=1'))).items);
    expect(await shell()).not.toContain(id);
    expect((await cast.sales.post(`/v1/enterprise/${id}`, { status: 1 })).status).toBe(403);
    await ok(cast.operations.post(`/v1/enterprise/${id}`, { status: 9 }));
    await ok(cast.operations.post(`/v1/enterprise/${id}`, { status: 1 }));
    expect(await shell()).toContain(id);
    await ok(cast.sales.post(`/v1/enterprise/${id}`, { contact_man: 'Other' }));
    expect((await cast.sales.post(`/v1/enterprise/${id}`, { code: 'NEWCODE' })).body.error.fields).toHaveProperty(
      'code',
    );
    const { items } = await ok(cast.sales.get(`/v1/enterprise/list?filter_id=${id}`));
    expect(items).toMatchObject([{ contact_man: 'Other', sales_user_id: cast.sales.id }]);
    await ok(cast.operations.delete(`/v1/enterprise/${id}`));
    expect((await cast.sales.get(`/v1/enterprise/${id}`)).status).toBe(404);
  });

  it('refuse bad codes and types, and are checked for free names and codes (R-VALID-22)', async () => {
    for (const code of ['A', 'A'.repeat(21), 'AB1', 'A B'])
      expect((await cast.admin.post('/v1/enterprise', { ...whole, code })).body.error.fields).toHaveProperty('code');
    expect((await cast.admin.post('/v1/enterprise', { ...whole, type: 4 })).body.error.fields).toHaveProperty('type');
    const check = (type: string, name: string) => ok(cast.sales.post('/v1/enterprise/check', { type, name }));
    expect((await check('code', 'first')).success).toBe(false);
    expect((await check('code', 'FREE')).success).toBe(true);
    expect((await check('name', 'enterprise first')).success).toBe(false);
    expect((await cast.sales.post('/v1/enterprise/check', { type: 'name', name: '' })).status).toBe(422);
  });

  it('in use stay, and show the products that they hold', async () => {
    expect((await cast.admin.delete(`/v1/enterprise/${cast.enterprise}`)).body.title).toBe(
      'It is in use and cannot be deleted',
    );
    expect((await ok(cast.sales.get(`/v1/enterprise/${cast.enterprise}`))).products).toEqual([
      { id: cast.productId, name: 'Mover', code: 'MOVER' },
    ]);
  });
});

describe('products (R-CALL-28, R-CALL-29, R-CALL-30, R-CALL-31, R-CALL-32, R-CALL-33, R-CALL-16, R-CALL-91, R-PROD-01)', () => {
  it('are made, changed and, unused, deleted', async () => {
    const { id } = await ok(
      cast.operations.post('/v1/product', { name: 'Vault', code: 'VAULT', deployment_id: 2, category_id: 1002 }),
    );
    expect(await ok(cast.admin.get(`/v1/product/${id}`))).toMatchObject({
      deployment: { id: 2, name: 'Private cloud' },
      category: { id: 1002, name: 'Disaster recovery', saas_alias: 'dr' },
    });
    await ok(cast.admin.post(`/v1/product/${id}`, { name: 'Vault 2' }));
    const { items } = await ok(cast.admin.get('/v1/product/list?filter_category_id=1002'));
    expect(items).toMatchObject([{ id, name: 'Vault 2' }]);
    await ok(cast.admin.delete(`/v1/product/${id}`));
    expect((await ok(cast.admin.get('/v1/product/list'))).total).toBe(1);
    await placeOrder(cast, 1);
    expect((await cast.admin.delete(`/v1/product/${cast.productId}`)).status).toBe(422);
  });

  it('have deployments with categories, in the caller’s language (B20)', async () => {
    const tree = await ok(
      cast.request('GET', '/v1/product_deployment_category/list', { key: cast.admin.key, headers: { 'X-LANG': 'zh' } }),
    );
    expect(tree.items[0]).toEqual({
      id: 1,
      name: '公有云',
      categories: [
        { id: 1001, name: '迁移' },
        { id: 1002, name: '容灾' },
      ],
    });
    expect((await ok(cast.admin.get('/v1/product/deployment/list?is_paginate=false'))).items).toContainEqual({
      id: 3,
      name: 'On premises',
    });
  });

  it('tell who holds them, and which project a licence key is of (B22)', async () => {
    const holders = (await ok(cast.admin.get(`/v1/product/${cast.productId}/users?is_paginate=false`))).items;
    expect(ids(holders)).toEqual(
      expect.arrayContaining([cast.sales.id, cast.otherSales.id, cast.customer.id, cast.otherCustomer.id]),
    );
    expect(ids(holders)).not.toContain(cast.operations.id);
    const path = `/v1/product/${cast.productId}/user`;
    expect((await ok(cast.customer.get(`${path}/KEY-1`))).id).toBe(cast.project);
    // A key is found as it is written, whatever white space comes with it.
    expect((await ok(cast.customer.get(`${path}/KEY-1%0A`))).id).toBe(cast.project);
    for (const key of ['KEY-0', 'key-1%00', '%F0%9F'])
      expect((await cast.customer.get(`${path}/${key}`)).status).toBe(404);
    expect((await cast.otherCustomer.get(`${path}/KEY-1`)).status).toBe(404);
  });
});

describe('what may be sold and ordered (R-CALL-34, R-CALL-35, R-CALL-36, R-CALL-37, R-CALL-38, R-CALL-39, C11, R-PROD-03)', () => {
  it('a salesman grants what he holds, in own enterprises, once; removing it blocks new orders alone', async () => {
    const { id: product_id } = await ok(
      cast.admin.post('/v1/product', { name: 'Bridge', code: 'BRIDGE', deployment_id: 1, category_id: 1001 }),
    );
    const grant = (enterprise_id: number) => cast.sales.post('/v1/enterprise_product', { enterprise_id, product_id });
    expect((await grant(cast.enterprise)).status).toBe(422);
    const salesGrant = await ok(cast.admin.post('/v1/user_product', { user_id: cast.sales.id, product_id }));
    expect((await cast.admin.post('/v1/user_product', { user_id: cast.sales.id, product_id })).status).toBe(422);
    expect((await cast.admin.post('/v1/user_product', { user_id: cast.customer.id, product_id })).status).toBe(422);
    expect(ids((await ok(cast.admin.get(`/v1/user_product/list?filter_user_id=${cast.sales.id}`))).items)).toContain(
      salesGrant.id,
    );
    expect((await grant(cast.otherEnterprise)).status).toBe(422);
    const granted = await ok(grant(cast.enterprise));
    expect((await grant(cast.enterprise)).status).toBe(422);
    const own = (
      await ok(
        cast.customer.get(`/v1/enterprise_product/list?filter_enterprise_id=${cast.enterprise}&is_paginate=false`),
      )
    ).items;
    expect(own.at(0)).toMatchObject({ id: granted.id, product_id, product: { name: 'Bridge', deployment: { id: 1 } } });
    const order = () =>
      cast.customer.post('/v1/order', { category_id: 1001, product_id, purchased: { hosts: 1 }, params: delivery });
    const bought = await ok(order());
    await ok(cast.sales.delete(`/v1/enterprise_product/${granted.id}`));
    expect((await order()).status).toBe(422);
    expect((await ok(cast.customer.get(`/v1/order/${bought.id}`))).status).toBe(0);
    await ok(cast.admin.delete(`/v1/user_product/${salesGrant.id}`));
    expect((await grant(cast.enterprise)).status).toBe(422);
  });
});

describe('issuing profiles (B19, R-CALL-40, R-CALL-41, R-CALL-42, R-CALL-43, R-CALL-44)', () => {
  it('say who signs, what may be sent and how it is counted', async () => {
    const keys = (await ok(cast.admin.get('/v1/product/license/keys'))).items;
    const body = {
      product_id: cast.productId,
      issuer: 'https://vendor.example',
      send_flags: ['dr'],
      metering: 'value',
      signing_key_id: keys[0].id,
    };
    expect(
      (await cast.admin.post('/v1/product/license', { ...body, signing_key_id: 'no-key' })).body.error.fields,
    ).toHaveProperty('signing_key_id');
    const unitless = await cast.admin.post('/v1/product/license', body);
    expect(unitless.body.error.fields).toEqual({ metering: ['The product needs its unit first'] });
    await ok(cast.admin.post(`/v1/product/${cast.productId}`, { unit: 'TB' }));
    const { id } = await ok(cast.admin.post('/v1/product/license', body));
    expect(await ok(cast.operations.get(`/v1/product/license/${id}`))).toMatchObject({
      ...body,
      product: { code: 'MOVER' },
    });
    expect((await ok(cast.admin.get(`/v1/product/${cast.productId}`))).metering).toBe('value');
    const entries = await ok(cast.admin.get('/v1/audit/list?filter_entity=product'));
    const { before, after } = await ok(cast.admin.get(`/v1/audit/${entries.items[0].id}`));
    expect([before, after]).toEqual([{ metering: 'host' }, { metering: 'value' }]);
    const { items } = await ok(allocationBody(cast, await approvedOrder(cast, 2), 1));
    const licence = await issuedLicence(cast, items[0].id);
    expect(licence.content).toEqual({ hosts: null, value: 1 });
    const claims = JSON.parse(Buffer.from(licence.lic_secret.split('.')[1], 'base64url').toString());
    expect(claims.iss).toBe('https://vendor.example');
    const mail = { type: 'assignment', id: licence.id, address: 'a@b.example', send_flag: 'standard' };
    expect((await cast.customer.post('/v1/mail/custom', mail)).body.error.fields).toHaveProperty('send_flag');
    await ok(cast.admin.post(`/v1/product/license/${id}`, { send_flags: ['standard'], metering: 'host' }));
    await ok(cast.customer.post('/v1/mail/custom', mail));
    expect((await cast.admin.post('/v1/product/license', body)).body.error.fields).toHaveProperty('product_id');
    expect((await ok(cast.admin.get('/v1/product/license/list'))).total).toBe(1);
    await ok(cast.admin.delete(`/v1/product/license/${id}`));
    expect((await cast.admin.get(`/v1/product/license/${id}`)).status).toBe(404);
  });
});

describe('projects (R-CALL-45, R-CALL-46, R-CALL-47, R-CALL-48, R-CALL-49, B15, B36)', () => {
  const whole = {
    name: 'Whole',
    code: 'W-1',
    mail: 'w@first.example',
    license_key: 'KEY-W',
    failback_key: 'FB-W',
    enabled: true,
    customer_po: 'PO-1',
    huawei_cloud_code: 'HW-1',
    comment: 'Hello',
    params: { saas_name: 'cloud' },
  };

  it('keep what they are made of; a licence key is one project’s of a product', async () => {
    const { id } = await ok(cast.customer.post('/v1/project', { ...whole, product_id: cast.productId }));
    expect(await ok(cast.customer.get(`/v1/project/${id}`))).toMatchObject({
      ...whole,
      status: 0,
      transfer_status: 0,
      product: { id: cast.productId },
    });
    const twin = await cast.customer.post('/v1/project', { ...whole, product_id: cast.productId });
    expect(twin.status).toBe(422);
    const effective = async () =>
      ids((await ok(cast.customer.get('/v1/project/list?filter_effectuate=true&is_paginate=false'))).items);
    expect(await effective()).not.toContain(id);
    await ok(cast.customer.post(`/v1/project/${id}`, { status: 1 }));
    expect(await effective()).toContain(id);
    await ok(cast.customer.post(`/v1/project/${id}`, { mail: 'other@first.example', enabled: false }));
    expect(await ok(cast.customer.get(`/v1/project/${id}`))).toMatchObject({
      mail: 'other@first.example',
      enabled: false,
    });
    expect(await effective()).not.toContain(id);
    await ok(cast.customer.delete(`/v1/project/${id}`));
    expect((await cast.customer.get(`/v1/project/${id}`)).status).toBe(404);
  });

  it('with licences stay, and without a licence key get none', async () => {
    const order = await approvedOrder(cast, 3);
    await ok(allocationBody(cast, order, 1));
    expect((await cast.customer.delete(`/v1/project/${cast.project}`)).body.title).toBe(
      'It is in use and cannot be deleted',
    );
    const { id } = await ok(cast.customer.post('/v1/project', { name: 'Keyless', product_id: cast.productId }));
    await ok(cast.customer.post(`/v1/project/${id}`, { status: 1 }));
    const answer = await cast.customer.post('/v1/assignment', {
      project_id: id,
      orders: [{ order_id: order, hosts: 1 }],
    });
    expect(answer.body.title).toBe('The project needs its licence key first');
  });
});

describe('licences across orders and projects (B23, R-CALL-60, R-CALL-61)', () => {
  it('are listed by order, by project, and all', async () => {
    const order = await approvedOrder(cast, 5);
    for (let nth = 0; nth < 3; nth += 1) await ok(allocationBody(cast, order, 1));
    const page = await ok(cast.customer.get(`/v1/assignment/list?filter_order_id=${order}&per_page=2&page=2`));
    expect([page.total, page.per_page, page.page, page.items.length]).toEqual([3, 2, 2, 1]);
    const project = await ok(cast.customer.get(`/v1/assignment/list?filter_project_id=${cast.project}`));
    const all = await ok(cast.customer.get('/v1/order/assignment/list'));
    expect(project.total).toBe(all.total);
    expect(JSON.stringify(all)).not.toContain('lic_secret');
  });
});
