import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  allocationBody,
  approvedOrder,
  type Cast,
  delivery,
  issuedLicence,
  periods,
  placeOrder,
  startCast,
} from '../support/cast.ts';
import { forEachEngine } from '../support/database.ts';
import { ok } from '../support/product.ts';

forEachEngine('the order', (engine) => {
  let cast: Cast;
  beforeAll(async () => {
    cast = await startCast(engine);
  });
  afterAll(() => cast.close());

  it('is bought at status 0 and reads back (R-FLOW-02, R-ORDER-01, R-ORDER-03, R-CALL-56)', async () => {
    const id = await placeOrder(cast, 5);
    const order = await ok(cast.customer.get(`/v1/order/${id}`));
    expect(order).toMatchObject({ id, category_id: 1001, status: 0, order_status: 0, is_available: false });
    expect(order.purchased.hosts.value).toBe(5);
    expect(order.available.hosts.value).toBe(0);
    expect(order.product).toMatchObject({
      id: cast.productId,
      name: 'Mover',
      category: { id: 1001, name: 'Migration' },
    });
    const listed = await ok(cast.customer.get('/v1/order/list?filter_status=0'));
    expect(listed.items.map((one: { id: number }) => one.id)).toContain(id);
    expect(listed.per_page).toBe(20);
  });

  it('goes from purchase to an issued and mailed licence (R-FLOW-03, R-FLOW-04, R-FLOW-05, R-ORDER-04)', async () => {
    const id = await placeOrder(cast, 5);
    expect((await cast.operations.post(`/v1/order/${id}`, { status: 2 })).status).toBe(422);
    await ok(cast.sales.post(`/v1/order/${id}`, { status: 1, ...periods }));
    const order = await ok(cast.operations.post(`/v1/order/${id}`, { status: 2 }));
    expect(order).toMatchObject({ status: 2, use_period: 365, assign_period: 30, is_available: true, order_status: 1 });
    expect(Date.parse(order.expired_at) - Date.parse(order.approval_at)).toBe(30 * 86_400_000);
    const { items } = await ok(allocationBody(cast, id, 2, { mails: { project_mail: 'ops@first.example' } }));
    const licence = await issuedLicence(cast, items[0].id);
    expect(licence).toMatchObject({ status: 1, content: { hosts: 2 }, lic_key: 'KEY-1', task: { status: 'succeed' } });
    expect(licence.lic_secret.split('.')).toHaveLength(3);
    expect((await ok(cast.customer.get(`/v1/order/${id}`))).available.hosts.value).toBe(3);
    await expect
      .poll(() => cast.mails.filter((mail) => mail.to === 'ops@first.example'), { timeout: 10_000 })
      .toHaveLength(1);
    const mail = cast.mails.find((one) => one.to === 'ops@first.example');
    expect(mail?.attachments[0]?.content).toBe(licence.lic_secret);
    expect(mail?.text).toContain('KEY-1');
    await expect
      .poll(
        async () => (await ok(cast.customer.get(`/v1/assignment/mail/${licence.id}`))).task_data.project_mail.status,
        { timeout: 10_000 },
      )
      .toBe(1);
  });

  it('shows sales to staff and not to the enterprise (A28, R-ORDER-07, R-PERM-07)', async () => {
    const id = await placeOrder(cast, 1);
    expect(await ok(cast.sales.get(`/v1/order/${id}`))).toMatchObject({
      sales_name: 'sales',
      enterprise_name: 'Enterprise FIRST',
    });
    const seen = await ok(cast.customer.get(`/v1/order/${id}`));
    expect(seen).not.toHaveProperty('sales');
    expect(seen).not.toHaveProperty('sales_name');
    expect((await cast.otherCustomer.get(`/v1/order/${id}`)).status).toBe(404);
    expect((await cast.otherSales.get(`/v1/order/${id}`)).status).toBe(404);
  });

  it('is rejected with and without a comment, by whom and where C2 says (R-ORDST-04, R-ORDST-05, R-ORDST-02)', async () => {
    const [first, second] = [await placeOrder(cast, 1), await placeOrder(cast, 1)];
    expect(await ok(cast.sales.post(`/v1/order/${first}`, { status: 9, comment: 'too late' }))).toMatchObject({
      status: 9,
      comment: 'too late',
    });
    expect(
      (await cast.sales.post(`/v1/order/${second}`, { status: 1, use_period: 5 })).body.error.fields,
    ).toHaveProperty('assign_period');
    await ok(cast.sales.post(`/v1/order/${second}`, { status: 1, ...periods }));
    expect((await cast.sales.post(`/v1/order/${second}`, { status: 9 })).status).toBe(422);
    expect((await ok(cast.operations.post(`/v1/order/${second}`, { status: 9 }))).status).toBe(9);
  });

  it('keeps the delivery and stamp items and asks for those that are revealed (R-OPAY-02, B13)', async () => {
    const params = {
      delivery_method: 'send_upon_payment',
      expected_payment_time: '2027-01-05T08:00:00Z',
      is_stamp: true,
      stamp_method: 'entity',
      entity_stamp_type: 'financial_seal',
      stamp_time: '2027-01-06T08:00:00Z',
    };
    const body = { category_id: 1001, product_id: cast.productId, purchased: { hosts: 3 } };
    const order = await ok(cast.customer.post('/v1/order', { ...body, params }));
    expect(order.params).toEqual({ ...params, service_type: 'standard', originator: 'enterprise' });
    const { stamp_time, ...lacking } = params;
    const refused = await cast.customer.post('/v1/order', { ...body, params: lacking });
    expect(refused.status).toBe(422);
    expect(refused.body.error.fields).toEqual({ 'params.stamp_time': ['The current item cannot be empty'] });
  });

  it('drops the delivery and stamp items that its choices do not reveal, and asks for all who send none (B13)', async () => {
    const body = { category_id: 1001, product_id: cast.productId, purchased: { hosts: 3 } };
    const params = { ...delivery, expected_payment_time: '2027-01-05T08:00:00Z', stamp_method: 'entity' };
    const order = await ok(cast.customer.post('/v1/order', { ...body, params }));
    expect(order.params).toEqual({ ...delivery, service_type: 'standard', originator: 'enterprise' });
    for (const none of [{}, { params: {} }, { params: { delivery_method: null } }]) {
      const refused = await cast.customer.post('/v1/order', { ...body, ...none });
      expect([refused.status, Object.keys(refused.body.error.fields)]).toEqual([
        422,
        ['params.delivery_method', 'params.is_stamp'],
      ]);
    }
  });

  it('refuses what it does not know, by name (R-ORDER-08, R-OCRE-11)', async () => {
    const body = { category_id: 1001, product_id: cast.productId, purchased: { hosts: 3 }, params: delivery };
    const wrong = [
      { ...body, category_id: 1005 },
      { ...body, purchased: { hosts: 0 } },
      { ...body, purchased: { hosts: 1.5 } },
      { ...body, purchased: { hosts: '3' } },
      { ...body, surprise: true },
      { ...body, enterprise_id: cast.otherEnterprise },
      { ...body, status: 2 },
      { ...body, parent_order_id: 1 },
    ];
    const before = (await ok(cast.customer.get('/v1/order/list'))).total;
    for (const one of wrong) expect((await cast.customer.post('/v1/order', one)).status, JSON.stringify(one)).toBe(422);
    expect((await ok(cast.customer.get('/v1/order/list'))).total).toBe(before);
  });

  it('is for one where nothing is said of how many, and is refused where nothing is what is said', async () => {
    const body = { category_id: 1001, product_id: cast.productId, params: delivery };
    for (const purchased of [{ hosts: null }, { hosts: '' }, { hosts: ' ' }, null, []]) {
      const { status, body: answer } = await cast.customer.post('/v1/order', { ...body, purchased });
      expect([status, Object.keys(answer.error.fields)[0]]).toEqual([422, expect.stringMatching(/^purchased/)]);
    }
    for (const purchased of [{}, undefined])
      expect((await ok(cast.customer.post('/v1/order', { ...body, purchased }))).purchased.hosts.value).toBe(1);
    const view = { screen: '/authorization/order', name: 'Any', query: '{}' };
    const { status, body: answer } = await cast.customer.post('/v1/saved_view', { ...view, is_shared: null });
    expect([status, Object.keys(answer.error.fields)]).toEqual([422, ['is_shared']]);
    expect((await ok(cast.customer.post('/v1/saved_view', view))).is_shared).toBe(false);
  });

  it('gives no hosts back for a licence that was issued (C4)', async () => {
    const id = await approvedOrder(cast, 3);
    const { items } = await ok(allocationBody(cast, id, 2));
    await issuedLicence(cast, items[0].id);
    expect((await cast.customer.post(`/v1/assignment/${items[0].id}`, { status: 8 })).status).toBe(422);
    expect((await ok(cast.admin.post(`/v1/assignment/${items[0].id}`, { status: 8 }))).status).toBe(8);
    expect((await ok(cast.customer.get(`/v1/order/${id}`))).available.hosts.value).toBe(1);
    expect((await allocationBody(cast, id, 2)).status).toBe(422);
  });
});
