import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  allocationBody,
  approvedOrder,
  type Cast,
  delivery,
  effectiveProject,
  issuedLicence,
  startCast,
} from '../support/cast.ts';
import { eitherEngine } from '../support/database.ts';
import { ok } from '../support/product.ts';
import { remindOfEnds } from '../support/reminders.ts';
import { verifyLicence } from '../support/verifyLicence.ts';

let cast: Cast;
let recovery: number;
let project: number;
beforeAll(async () => {
  cast = await startCast(eitherEngine);
  const made = await ok(
    cast.admin.post('/v1/product', { name: 'Harbor', code: 'HARBOR', deployment_id: 1, category_id: 1002 }),
  );
  recovery = made.id;
  await ok(cast.admin.post('/v1/enterprise_product', { enterprise_id: cast.enterprise, product_id: recovery }));
  project = await effectiveProject(cast.customer, recovery, 'KEY-DR');
});
afterAll(() => cast.close());

async function order(more: object, hosts = 5): Promise<number> {
  const body = { category_id: 1001, product_id: recovery, purchased: { hosts }, params: delivery, ...more };
  const { id } = await ok(cast.customer.post('/v1/order', body));
  await ok(cast.sales.post(`/v1/order/${id}`, { status: 1, use_period: 365, assign_period: 30 }));
  await ok(cast.operations.post(`/v1/order/${id}`, { status: 2 }));
  return id;
}

async function licence(order_id: number, hosts = 2) {
  const { items } = await ok(
    cast.customer.post('/v1/assignment', { project_id: project, orders: [{ order_id, hosts }] }),
  );
  return issuedLicence(cast, items[0].id);
}

const failBack = (assignment_id: number, failback_key: string, client = cast.customer) =>
  client.post('/v1/assignment/fail_back', { assignment_id, failback_key });

describe('the failback licence (C7, R-CALL-67, R-VALID-24)', () => {
  it('is bound to its first key, is one-time, and ends with the licence', async () => {
    const first = await licence(await order({}));
    const { failback_secret } = await ok(failBack(first.id, 'FB-1'));
    expect((await ok(failBack(first.id, 'FB-1'))).failback_secret).toBe(failback_secret);
    const auditSql = `select action from audit where entity = 'assignment' and entity_id = $1 order by id desc limit 2`;
    const { rows } = await cast.database.executeSql(auditSql, [first.id]);
    expect(rows.map(({ action }) => action)).toEqual(['view_secret', 'fail_back']);
    const other = await failBack(first.id, 'FB-2');
    expect([other.status, other.body.error.fields]).toEqual([
      422,
      { failback_key: ['Another failback key is bound to this licence'] },
    ]);
    const shown = await ok(cast.customer.get(`/v1/assignment/${first.id}`));
    expect(shown).toMatchObject({ failback_key: 'FB-1', failback_secret });
    const keys = (await cast.request('GET', '/.well-known/jwks.json')).body;
    const expected = { issuer: 'http://127.0.0.1:8080', audience: 'HARBOR' };
    const [original, back] = await Promise.all(
      [first.lic_secret, failback_secret].map((token) => verifyLicence(token, keys, expected)),
    );
    expect(back).toMatchObject({
      generation: 2,
      licence_key: 'FB-1',
      exp: original?.exp,
      jti: `${original?.jti}.failback`,
    });
    expect(await ok(cast.admin.get(`/v1/assignment/${first.id}`))).not.toHaveProperty('failback_secret');
  });

  it('is refused for a migration product, a foreign licence, one that is not issued, and other roles', async () => {
    const bought = await approvedOrder(cast, 2);
    const { items } = await ok(allocationBody(cast, bought, 1));
    await issuedLicence(cast, items[0].id);
    expect((await failBack(items[0].id, 'FB')).body.title).toMatch(/Only a disaster recovery licence/);
    expect((await failBack(items[0].id, 'FB', cast.otherCustomer)).status).toBe(422);
    expect((await failBack(items[0].id, 'FB', cast.operations)).status).toBe(403);
    const dead = await licence(await order({}));
    await ok(cast.operations.post(`/v1/assignment/${dead.id}`, { status: 8 }));
    expect((await failBack(dead.id, 'FB')).body.title).toBe('The licence has not been issued');
  });

  it('goes onto the revocation list with its licence', async () => {
    const one = await licence(await order({}));
    await ok(failBack(one.id, 'FB-9'));
    await ok(cast.operations.post(`/v1/assignment/${one.id}`, { status: 8 }));
    const list = String((await cast.request('GET', '/.well-known/revoked.jws')).body);
    const { revoked } = JSON.parse(Buffer.from(list.split('.')[1] ?? '', 'base64url').toString());
    const ids = revoked.map((entry: { jti: string }) => entry.jti);
    expect(ids).toEqual(expect.arrayContaining([one.jti, `${one.jti}.failback`]));
  });
});

describe('what a project has and uses (C14, B38, R-CALL-68, R-SAAS-01)', () => {
  it('counts by kind, and products tell their use with their licence', async () => {
    const fresh = await effectiveProject(cast.customer, recovery, 'KEY-SAAS');
    const original = await order({}, 20);
    const back = await order(
      {
        category_id: 1002,
        parent_order_id: original,
        product_id: undefined,
        params: { ...delivery, service_type: 'failback' },
      },
      4,
    );
    const give = async (order_id: number, hosts: number) => {
      const { items } = await ok(
        cast.customer.post('/v1/assignment', { project_id: fresh, orders: [{ order_id, hosts }] }),
      );
      return issuedLicence(cast, items[0].id);
    };
    const dr = await give(original, 3);
    const failback = await give(back, 2);
    const tell = (token: string, used: number) => cast.request('POST', '/v1/usage', { key: token, body: { used } });
    const counts = () => ok(cast.customer.get(`/v1/assignment/saas_license/${dr.id}`));
    const none = { total: 0, used: 0, unused: 0 };
    expect(await counts()).toEqual({
      dr: { total: 3, used: 0, unused: 3 },
      failback: { total: 2, used: 0, unused: 2 },
      migration: none,
    });
    await ok(tell(dr.lic_secret, 2));
    await ok(tell(failback.lic_secret, 9));
    await ok(tell(dr.lic_secret, 1));
    const auditSql = await ok(cast.customer.get(`/v1/assignment/usage/${dr.id}`));
    expect(auditSql).toMatchObject({ total: 1, items: [{ used: 1, peak: 2 }] });
    expect(auditSql.items[0].told_at.slice(0, 7)).toBe(auditSql.items[0].month);
    expect(await counts()).toEqual({
      dr: { total: 3, used: 1, unused: 2 },
      failback: { total: 2, used: 9, unused: 0 },
      migration: none,
    });
    const changed = `${dr.lic_secret.slice(0, -3)}${dr.lic_secret.endsWith('A') ? 'BBB' : 'AAA'}`;
    for (const token of [changed, 'no licence', cast.customer.key]) expect((await tell(token, 1)).status).toBe(401);
    await ok(cast.operations.post(`/v1/assignment/${dr.id}`, { status: 8 }));
    expect((await tell(dr.lic_secret, 1)).status).toBe(401);
    expect((await tell(failback.lic_secret, -1)).status).toBe(422);
  });
});

describe('the end of a licence (C9)', () => {
  it('is announced on each of its days once, with its own days and its end', async () => {
    const one = await licence(await order({}));
    const at = (days: number) => new Date(Date.parse(one.expired_at) - days * 86_400_000);
    const titles = async () =>
      (await ok(cast.customer.get('/v1/notification/list?is_paginate=false'))).items
        .filter(
          (notice: { record_id: number; notice_title: string }) =>
            notice.record_id === one.id && / days?$/.test(notice.notice_title),
        )
        .map((notice: { notice_title: string }) => notice.notice_title.match(/on (.+), in (\d+ days?)$/)?.slice(1));
    for (const days of [31, 30, 29.5, 29, 6, 5, 1, 0.4, -1])
      await cast.product.inTransaction((context) => remindOfEnds({ ...context, now: at(days) }));
    const end = `${one.expired_at.slice(0, 16).replace('T', ' ')} UTC`;
    expect((await titles()).sort()).toEqual([
      [end, '1 day'],
      [end, '30 days'],
      [end, '31 days'],
      [end, '6 days'],
    ]);
  });
});
