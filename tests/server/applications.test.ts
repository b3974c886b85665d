import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  approvedOrder,
  type Cast,
  delivery,
  effectiveProject,
  issuedLicence,
  placeOrder,
  startCast,
} from '../support/cast.ts';
import { eitherEngine } from '../support/database.ts';
import { type Client, ok, password } from '../support/product.ts';

let cast: Cast;
let subUser: Client;
let project: number;
beforeAll(async () => {
  cast = await startCast(eitherEngine);
  await ok(cast.customer.post('/v1/user', { name: 'subuser', nick_name: 'Sub', role_id: 5, password }));
  subUser = await cast.login('subuser');
  project = cast.project;
  await ok(cast.customer.post(`/v1/project/${project}`, { sub_user_id: subUser.id }));
});
afterAll(() => cast.close());

const file = (hosts: number, more = {}) => ok(subUser.post('/v1/allocation', { project_id: project, hosts, ...more }));
const messages = async (client: Client) =>
  (await ok(client.get('/v1/notification/list?filter_status=false&is_paginate=false'))).items
    .filter((one: { module: string }) => one.module === 'allocation')
    .map((one: { notice_title: string }) => one.notice_title);
const available = async (order: number) => (await ok(cast.customer.get(`/v1/order/${order}`))).available.hosts.value;

describe('an application of a sub-user (C15, R-CALL-77, R-CALL-78, R-CALL-79, R-CALL-80, R-CALL-81, R-CALL-82)', () => {
  it('is filed with its source, edited while it waits, withdrawn or deleted', async () => {
    const { id, source, status, user } = await file(2, {
      comment: 'For the new site',
      mails: { others: ['a@b.example'] },
    });
    expect([source, status, user.id]).toEqual([1, 0, subUser.id]);
    expect(await messages(cast.customer)).toEqual(['A new application for Project KEY-1']);
    await ok(subUser.post(`/v1/allocation/${id}`, { hosts: 3, comment: 'Three of them' }));
    expect(await ok(subUser.get(`/v1/allocation/${id}`))).toMatchObject({ hosts: 3, comment: 'Three of them' });
    await ok(subUser.post(`/v1/allocation/${id}`, { status: 8 }));
    expect((await subUser.post(`/v1/allocation/${id}`, { hosts: 4 })).status).toBe(422);
    expect((await subUser.delete(`/v1/allocation/${id}`)).status).toBe(422);
    const second = await file(1);
    await ok(subUser.delete(`/v1/allocation/${second.id}`));
    expect((await subUser.get(`/v1/allocation/${second.id}`)).status).toBe(404);
  });

  it('may not say its source, and takes three recipients at most (R-VALID-23)', async () => {
    const wrong = await subUser.post('/v1/allocation', { project_id: project, hosts: 1, source: 0 });
    expect(Object.keys(wrong.body.error.fields)).toEqual(['source']);
    const others = ['a@b.example', 'b@b.example', 'c@b.example'];
    const many = await subUser.post('/v1/allocation', {
      project_id: project,
      hosts: 1,
      mails: { project_mail: 'd@b.example', others },
    });
    expect([many.status, many.body.title]).toEqual([422, 'At most three recipients']);
  });

  it('is approved once: the orders at hand serve it, those that end first before the others', async () => {
    const late = await approvedOrder(cast, 5);
    const soon = await placeOrder(cast, 2);
    await ok(cast.sales.post(`/v1/order/${soon}`, { status: 1, use_period: 365, assign_period: 5 }));
    await ok(cast.operations.post(`/v1/order/${soon}`, { status: 2 }));
    const { id } = await file(4, { mails: { others: ['team@first.example'] } });
    expect((await ok(cast.customer.get('/v1/allocation_assignment/count'))).count).toBe(1);
    const answers = await Promise.all(
      [1, 2].map(() => cast.customer.post(`/v1/allocation/approve/${id}`, { status: 1, comment: 'Fine' })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422]);
    expect([await available(soon), await available(late)]).toEqual([0, 3]);
    expect((await ok(cast.customer.get('/v1/allocation_assignment/count'))).count).toBe(0);
    expect(await messages(subUser)).toEqual(['Your application for Project KEY-1 has been approved']);
    const { items } = await ok(subUser.get(`/v1/allocation_assignment/list?filter_id=${id}`));
    expect(items[0]).toMatchObject({ status: 1, reply: 'Fine', assignments: [{ hosts: 2 }, { hosts: 2 }] });
    for (const one of items[0].assignments) await issuedLicence(cast, one.id);
    expect(await ok(subUser.get(`/v1/assignment/${items[0].assignments[0].id}`))).toMatchObject({
      allocation_id: id,
      sub_user: { id: subUser.id },
      lic_secret: expect.stringContaining('.'),
    });
    const { task_data } = await ok(cast.customer.get(`/v1/allocation/mail/${id}`));
    expect(task_data).toMatchObject({
      others: { address: 'team@first.example' },
      others_2: { address: 'team@first.example' },
    });
    const sent = { type: 'allocation', id, mail_type: 'others', address: 'again@first.example', send_flag: 'standard' };
    expect((await ok(cast.customer.post('/v1/mail', sent))).task_data.others.address).toBe('again@first.example');
  });

  it('is served from chosen orders and counts (R-CALL-71)', async () => {
    const order = await approvedOrder(cast, 3);
    const { id } = await file(2);
    const serve = (hosts: number, order_id = order) =>
      cast.customer.post('/v1/allocation_assignment', { allocation_id: id, orders: [{ order_id, hosts }] });
    expect((await serve(3)).body.title).toBe('The application asks for 2');
    expect((await subUser.post('/v1/allocation_assignment', { allocation_id: id, orders: [] })).status).toBe(403);
    expect((await ok(serve(2))).items).toMatchObject([{ allocation_id: id, content: { hosts: 2 } }]);
    expect((await serve(1)).status).toBe(422);
    expect(await available(order)).toBe(1);
  });

  it('is refused with a reply, or when the orders have too little, and nothing is taken', async () => {
    const { id } = await file(500);
    const before = await ok(cast.customer.get('/v1/order/amount'));
    const poor = await cast.customer.post(`/v1/allocation/approve/${id}`, { status: 1 });
    expect([poor.status, poor.body.title]).toEqual([
      422,
      expect.stringMatching(/^The available orders have only \d+ left$/),
    ]);
    expect(await ok(cast.customer.get('/v1/order/amount'))).toEqual(before);
    expect((await subUser.post(`/v1/allocation/approve/${id}`, { status: 1 })).status).toBe(403);
    await ok(cast.customer.post(`/v1/allocation/approve/${id}`, { status: 9, comment: 'Too many' }));
    expect(await ok(subUser.get(`/v1/allocation/${id}`))).toMatchObject({ status: 9, reply: 'Too many' });
  });
});

describe('a link for the public (B30)', () => {
  const link = async (source: number, project_id: number, client = cast.admin) =>
    client.post('/v1/application/link', { source, project_id, days: 3 });
  const wish = { hosts: 2, mail: 'visitor@else.example', comment: 'Please' };

  it('files an application of the third party, without a key', async () => {
    const { token } = await ok(link(3, project, cast.customer));
    const shown = await ok(cast.request('GET', `/v1/application/${token}`));
    expect(shown).toMatchObject({ source: 3, project_name: 'Project KEY-1', product_name: 'Mover' });
    await ok(cast.request('POST', `/v1/application/${token}`, { body: wish }));
    const { items } = await ok(cast.customer.get('/v1/allocation/list?filter_source=3'));
    expect(items).toMatchObject([{ hosts: 2, status: 0, mails: { scan_mail: 'visitor@else.example' }, user: null }]);
  });

  it.each<[string, (token: string) => string]>([
    ['changed', (token) => `${token.slice(0, 4)}${token[4] === 'A' ? 'B' : 'A'}${token.slice(5)}`],
    ['cut', (token) => token.slice(0, -1)],
    ['without its seal', (token) => token.split('.')[0] ?? ''],
    ['of another', () => 'e30.e30'],
  ])('is worth nothing when %s', async (_name, spoil) => {
    const { token } = await ok(link(3, project));
    for (const method of ['GET', 'POST'])
      expect(
        (await cast.request(method, `/v1/application/${spoil(token)}`, { body: method === 'POST' ? wish : undefined }))
          .status,
      ).toBe(404);
  });

  it('lets an address file twenty an hour', async () => {
    const { token } = await ok(link(3, project));
    const statuses = [];
    for (let nth = 0; nth < 24; nth += 1)
      statuses.push((await cast.request('POST', `/v1/application/${token}`, { body: wish })).status);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(4);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(20);
  });

  it('of a QR scan or an international test goes to a test project, which trials alone serve (B29)', async () => {
    expect((await link(0, project)).body.title).toBe('Applications from this source are only for test projects');
    const enterprise = (
      await ok(cast.admin.post('/v1/enterprise', { name: 'Lab', code: 'LAB', type: 2, sales_user_id: cast.sales.id }))
    ).id;
    await ok(cast.admin.post('/v1/enterprise_product', { enterprise_id: enterprise, product_id: cast.productId }));
    await ok(
      cast.admin.post('/v1/user', { name: 'lab', nick_name: 'Lab', role_id: 4, password, enterprise_id: enterprise }),
    );
    const lab = await cast.login('lab');
    const test = await effectiveProject(lab, cast.productId, 'KEY-LAB');
    expect(
      (await ok(cast.admin.get('/v1/project/list?filter_test=true'))).items.map((one: { id: number }) => one.id),
    ).toEqual([test]);
    await ok(link(0, test));
    const order = async (category_id: number) => {
      const body = { category_id, product_id: cast.productId, purchased: { hosts: 2 }, params: delivery };
      const { id } = await ok(lab.post('/v1/order', body));
      await ok(cast.sales.post(`/v1/order/${id}`, { status: 1, use_period: 30, assign_period: 30 }));
      await ok(cast.operations.post(`/v1/order/${id}`, { status: 2 }));
      return id as number;
    };
    const allocate = async (order_id: number) =>
      lab.post('/v1/assignment', { project_id: test, orders: [{ order_id, hosts: 1 }] });
    expect((await allocate(await order(1001))).body.title).toBe('A test project can use only trial orders');
    expect((await allocate(await order(1003))).status).toBe(200);
    const filed = await ok(cast.admin.post('/v1/allocation', { project_id: test, hosts: 1, source: 4 }));
    expect(await ok(lab.post(`/v1/allocation/approve/${filed.id}`, { status: 1 }))).toMatchObject({
      status: 1,
      source: 4,
    });
  });
});
