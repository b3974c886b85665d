import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allocationBody, approvedOrder, type Cast, issuedLicence, placeOrder, startCast } from '../support/cast.ts';
import { eitherEngine } from '../support/database.ts';
import { ok } from '../support/product.ts';

let cast: Cast;
let failing = false;
beforeAll(async () => {
  const sign = async () => {
    if (failing) throw new Error('The signing service did not answer');
    return 'header.payload.signature';
  };
  cast = await startCast(eitherEngine, {
    signer: { sign, signLease: sign, signDelegation: sign, signRevocationList: sign },
  });
});
afterAll(() => cast.close());

const available = async (order: number) => (await ok(cast.customer.get(`/v1/order/${order}`))).available.hosts.value;
const mails = { project_mail: 'project@first.example', others: ['one@first.example', 'two@first.example'] };

describe('a licence’s calls (R-CALL-62, R-CALL-63, R-CALL-64, R-CALL-65, R-CALL-66)', () => {
  it('allocates, reserves, is read whole, and is changed by its enterprise', async () => {
    const order = await approvedOrder(cast, 5);
    const { items } = await ok(allocationBody(cast, order, 2, { mails, comment: 'First' }));
    expect(items).toMatchObject([
      { project: { id: cast.project }, order: { id: order }, status: 0, task: { status: 'running' } },
    ]);
    expect(await available(order)).toBe(3);
    const licence = await issuedLicence(cast, items[0].id);
    expect(licence).toMatchObject({ status: 1, comment: 'First', mails, lic_key: 'KEY-1', content: { hosts: 2 } });
    await ok(
      cast.customer.post(`/v1/assignment/${licence.id}`, {
        comment: 'Second',
        mails: { others: ['three@first.example'] },
      }),
    );
    expect(await ok(cast.customer.get(`/v1/assignment/${licence.id}`))).toMatchObject({
      comment: 'Second',
      mails: { project_mail: 'project@first.example', others: ['three@first.example'] },
    });
    expect((await cast.customer.post(`/v1/assignment/${licence.id}`, { status: 8 })).status).toBe(422);
    expect((await cast.customer.delete(`/v1/assignment/${licence.id}`)).status).toBe(422);
    expect((await cast.customer.post(`/v1/task/${licence.task.uuid}/retry`)).body.title).toBe(
      'Only a licence whose issuing failed can be retried',
    );
  });

  it('that failed is tried again, or gives its hosts back when it is cancelled or deleted', async () => {
    failing = true;
    const order = await approvedOrder(cast, 5);
    const failed = async () => issuedLicence(cast, (await ok(allocationBody(cast, order, 1))).items[0].id);
    const [first, second, third] = [await failed(), await failed(), await failed()];
    expect(first).toMatchObject({
      status: 0,
      task: {
        status: 'failed',
        result: 'The licence could not be issued. Try again; if it fails again, ask your vendor',
      },
    });
    expect(await available(order)).toBe(2);
    await ok(cast.customer.post(`/v1/assignment/${first.id}`, { status: 8, comment: 'No' }));
    await ok(cast.customer.delete(`/v1/assignment/${second.id}`));
    expect(await available(order)).toBe(4);
    expect((await cast.customer.get(`/v1/assignment/${second.id}`)).status).toBe(404);
    failing = false;
    expect((await cast.otherCustomer.post(`/v1/task/${third.task.uuid}/retry`)).status).toBe(404);
    expect((await ok(cast.customer.post(`/v1/task/${third.task.uuid}/retry`))).task.status).toBe('running');
    expect((await issuedLicence(cast, third.id)).status).toBe(1);
    expect((await cast.customer.post('/v1/task/no-such-task/retry')).status).toBe(404);
  });
});

describe('mails of a licence (R-CALL-73, R-CALL-74, R-CALL-75)', () => {
  it('are told by licence and one by one, and go to one more address', async () => {
    const order = await approvedOrder(cast, 5);
    const licence = await issuedLicence(cast, (await ok(allocationBody(cast, order, 1, { mails }))).items[0].id);
    const custom = { type: 'assignment', id: licence.id, address: 'extra@first.example', send_flag: 'standard' };
    await ok(cast.customer.post('/v1/mail/custom', custom));
    const { task_data } = await ok(cast.customer.get(`/v1/assignment/mail/${licence.id}`));
    expect(Object.keys(task_data)).toEqual([
      'project_mail',
      'sub_user_mail',
      'scan_mail',
      'others',
      'others_2',
      'custom_mail_1',
    ]);
    expect([task_data.scan_mail.status, task_data.custom_mail_1.address]).toEqual([-1, 'extra@first.example']);
    const one = await ok(cast.customer.get(`/v1/mail/${task_data.others_2.id}`));
    expect(one.task_data).toMatchObject({ others_2: { address: 'two@first.example' } });
    expect((await cast.otherCustomer.get(`/v1/mail/${task_data.others_2.id}`)).status).toBe(404);
    expect((await cast.customer.get(`/v1/allocation/mail/${licence.id + 1000}`)).status).toBe(404);
  });
});

describe('an order’s calls (R-CALL-57, R-CALL-58, R-CALL-59)', () => {
  it('is read whole, goes its way, and is deleted by its maker alone while nothing hangs on it', async () => {
    const id = await placeOrder(cast, 4);
    expect(await ok(cast.customer.get(`/v1/order/${id}`))).toMatchObject({
      status: 0,
      order_status: 0,
      is_available: false,
    });
    expect((await cast.otherCustomer.get(`/v1/order/${id}`)).status).toBe(404);
    expect((await cast.sales.delete(`/v1/order/${id}`)).status).toBe(422);
    await ok(cast.customer.delete(`/v1/order/${id}`));
    expect((await cast.customer.get(`/v1/order/${id}`)).status).toBe(404);
    expect((await cast.customer.delete(`/v1/order/${await approvedOrder(cast, 1)}`)).status).toBe(422);
  });
});

describe('every call', () => {
  it('needs a key, and answers in the language that is asked for (R-CALL-01)', async () => {
    const bare = await cast.request('GET', '/v1/order/list', { headers: { 'X-LANG': 'zh' } });
    expect([bare.status, bare.body.title]).toEqual([401, '登录已失效，请重新登录']);
    const wrong = (language: string) =>
      cast.request('POST', '/v1/auth/login', {
        body: { name: 'first', password: 'Wrong-2026' },
        headers: { 'X-LANG': language },
      });
    expect((await wrong('en')).body).toMatchObject({
      title: 'User name or password is incorrect',
      code: 'login_failed',
    });
    const chinese = await wrong('zh');
    expect([chinese.status, chinese.body.title, 'api_key' in chinese.body]).toEqual([422, '用户名或密码错误', false]);
  });

  it('leaves the audit to SuperAdmin (R-CALL-83)', async () => {
    const { items } = await ok(cast.admin.get('/v1/audit/list?filter_entity=order&per_page=5'));
    expect(items[0]).toMatchObject({ entity: 'order', actor: expect.anything(), result: expect.anything() });
    expect((await ok(cast.admin.get(`/v1/audit/${items[0].id}`))).after).toBeTypeOf('object');
    for (const client of [cast.operations, cast.sales, cast.customer])
      expect((await client.get('/v1/audit/list')).status).toBe(403);
  });
});
