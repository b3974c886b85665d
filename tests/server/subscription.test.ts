import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endSubscriptions } from '../../server/domain/account/subscriptionTerm.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { eitherEngine } from '../support/database.ts';
import { ok } from '../support/product.ts';

let cast: Cast;
beforeAll(async () => {
  // The clock would renew and end the terms of the tests, which are over by now.
  cast = await startCast(eitherEngine, { withoutClock: true });
});
afterAll(() => cast.close());

const form = {
  company: 'Harbour Ltd',
  contact_man: 'Ann',
  contact_mail: 'ann@harbour.example',
  wish: 'Mover',
  hosts: 5,
};
const update = '/v1/subscription/temp/update_status';
const found = async (code: string) => (await ok(cast.admin.get(`/v1/subscription/temp/list?search=${code}`))).items[0];

describe('a subscription (C17, B26, R-FLOW-07, R-CALL-88, R-CALL-89)', () => {
  it('begins with the public form, is activated by administrators, and renews when its customer typed Yes', async () => {
    const { code } = await ok(cast.request('POST', '/v1/subscription', { body: form }));
    const { id } = await found(code);
    const without = await cast.admin.post(update, { id, status: 1 });
    expect(Object.keys(without.body.error.fields)).toEqual(['enterprise_id', 'product_id']);
    const times = { period_start_at: '2026-01-01T00:00:00Z', period_end_at: '2026-02-01T00:00:00Z' };
    const active = await ok(
      cast.operations.post(update, {
        id,
        status: 1,
        enterprise_id: cast.enterprise,
        product_id: cast.productId,
        ...times,
      }),
    );
    expect(active).toMatchObject({ status: 1, enterprise: { id: cast.enterprise }, product: { id: cast.productId } });
    expect((await cast.admin.post(update, { id, status: 1 })).status).toBe(422);
    const own = (await ok(cast.customer.get('/v1/subscription/temp/list'))).items;
    expect(own.map((one: { id: number }) => one.id)).toEqual([id]);
    for (const confirm of ['yes ', 'no', 'YES', undefined])
      expect((await cast.customer.post(update, { id, auto_renew: true, confirm })).status).toBe(422);
    expect((await cast.customer.post(update, { id, status: 8 })).body.error.fields).toHaveProperty('status');
    expect((await ok(cast.customer.post(update, { id, auto_renew: true, confirm: 'Yes' }))).auto_renew).toBe(true);
    await cast.product.inTransaction((context) =>
      endSubscriptions({ ...context, now: new Date('2026-02-02T00:00:00Z') }),
    );
    expect(await found(code)).toMatchObject({
      status: 1,
      period_start_at: '2026-02-01T00:00:00.000Z',
      period_end_at: '2026-03-01T00:00:00.000Z',
    });
    await ok(cast.customer.post(update, { id, auto_renew: false }));
    await cast.product.inTransaction((context) =>
      endSubscriptions({ ...context, now: new Date('2026-03-05T00:00:00Z') }),
    );
    expect((await found(code)).status).toBe(9);
    const { items } = await ok(cast.admin.get('/v1/audit/list?filter_entity=subscription&sort=id'));
    const actions = items.filter((one: { entity_id: number }) => one.entity_id === id);
    expect(actions.map(({ action }: { action: string }) => action)).toEqual([
      'subscribe',
      'update_status',
      'update_status',
      'renew',
      'update_status',
      'expire',
    ]);
  });

  it('runs for a year from now, or from when it begins, unless told', async () => {
    const given = { enterprise_id: cast.enterprise, product_id: cast.productId };
    const activated = async (times: object) => {
      const { id } = await found((await ok(cast.request('POST', '/v1/subscription', { body: form }))).code);
      return ok(cast.admin.post(update, { id, status: 1, ...given, ...times }));
    };
    const now = await activated({ period_start_at: null });
    expect(Math.abs(Date.parse(now.period_start_at) - Date.now())).toBeLessThan(60_000);
    const days = (Date.parse(now.period_end_at) - Date.parse(now.period_start_at)) / 86_400_000;
    expect([365, 366]).toContain(days);
    expect(await activated({ period_start_at: '2028-02-29T08:00:00Z' })).toMatchObject({
      period_end_at: '2029-02-28T08:00:00.000Z',
    });
  });

  it.each([
    [
      'yearly from 1 February',
      'Asia/Shanghai',
      ['2027-01-31T16:00', '2028-01-31T16:00', '2029-01-31T16:00', '2030-01-31T16:00'],
    ],
    [
      'monthly from 31 January',
      'Asia/Shanghai',
      ['2027-01-30T16:00', '2027-02-27T16:00', '2027-03-30T16:00', '2027-04-29T16:00', '2027-05-30T16:00'],
    ],
    [
      'by half-years from midnight',
      'Europe/Berlin',
      ['2027-12-31T23:00', '2028-06-30T22:00', '2028-12-31T23:00', '2029-06-30T22:00'],
    ],
    [
      'yearly from 29 February',
      'UTC',
      ['2028-02-29T09:30', '2029-02-28T09:30', '2030-02-28T09:30', '2031-02-28T09:30', '2032-02-29T09:30'],
    ],
    [
      'yearly until the last minute of December',
      'Asia/Shanghai',
      ['2026-12-31T16:00', '2027-12-31T15:59', '2028-12-31T15:59', '2029-12-31T15:59'],
    ],
    ['by 30 days', 'Europe/Berlin', ['2027-03-19T23:00', '2027-04-18T22:00', '2027-05-18T22:00']],
  ])('renews %s, in the zone of who activated it (%s)', async (_, zone, ends) => {
    const times = ends.map((end) => `${end}:00.000Z`);
    const { id } = await found((await ok(cast.customer.post('/v1/subscription', form))).code);
    const term = { period_start_at: times[0], period_end_at: times[1], product_id: cast.productId };
    const body = { id, status: 1, enterprise_id: cast.enterprise, ...term };
    await ok(cast.admin.post(update, body, { 'X-TIME-ZONE': zone }));
    await ok(cast.customer.post(update, { id, auto_renew: true, confirm: 'Yes' }));
    for (const [index, period_end_at] of times.entries()) {
      if (index < 2) continue;
      const period_start_at = times[index - 1] as string;
      const now = new Date(Date.parse(period_start_at) + 1000);
      await cast.product.inTransaction((context) => endSubscriptions({ ...context, now }));
      const { items } = await ok(cast.customer.get('/v1/subscription/temp/list?is_paginate=false'));
      expect(items.find((one: { id: number }) => one.id === id)).toMatchObject({ period_start_at, period_end_at });
    }
    await ok(cast.admin.post(update, { id, status: 8 }));
  });

  it('runs for a year of the zone of who activates it', async () => {
    const { id } = await found((await ok(cast.customer.post('/v1/subscription', form))).code);
    const body = { id, status: 1, enterprise_id: cast.enterprise, product_id: cast.productId };
    const from = { ...body, period_start_at: '2027-02-28T16:00:00Z' };
    const made = await ok(cast.admin.post(update, from, { 'X-TIME-ZONE': 'Asia/Shanghai' }));
    expect(made.period_end_at).toBe('2028-02-29T16:00:00.000Z');
  });

  it('of a customer who is signed in is theirs, and may be cancelled', async () => {
    const { code } = await ok(cast.customer.post('/v1/subscription', form));
    const { id, enterprise } = await found(code);
    expect(enterprise.id).toBe(cast.enterprise);
    expect((await ok(cast.admin.post(update, { id, status: 8 }))).status).toBe(8);
    const backwards = { period_start_at: '2026-02-01T00:00:00Z', period_end_at: '2026-01-01T00:00:00Z' };
    const next = await found((await ok(cast.customer.post('/v1/subscription', form))).code);
    const answer = await cast.admin.post(update, { id: next.id, status: 1, product_id: cast.productId, ...backwards });
    expect(Object.keys(answer.body.error.fields)).toEqual(['period_end_at']);
  });

  it('refuses a form that is not filled, field by field, in both languages', async () => {
    const body = { company: '', contact_man: 'A', contact_mail: 'a@', hosts: 0 };
    const english = await cast.request('POST', '/v1/subscription', { body });
    expect(english.body.error.fields).toEqual({
      company: ['The current item cannot be empty'],
      contact_mail: ['Email format is incorrect'],
      hosts: ['The smallest allowed value is 1'],
    });
    const chinese = await cast.request('POST', '/v1/subscription', { body, headers: { 'X-LANG': 'zh' } });
    expect(chinese.body.title).toBe('当前项不能为空');
  });

  it('has payments, entered by administrators and seen by its enterprise (R-CALL-90)', async () => {
    const { id } = await found((await ok(cast.customer.post('/v1/subscription', form))).code);
    const paid = { subscription_id: id, amount: 123_456_789_012, currency: 'CNY', paid_at: '2026-01-05T08:00:00Z' };
    await ok(cast.operations.post('/v1/payment/temp', paid));
    for (const client of [cast.customer, cast.admin])
      expect((await ok(client.get(`/v1/payment/temp/list?filter_subscription_id=${id}`))).items).toMatchObject([
        { amount: 123_456_789_012, currency: 'CNY', status: 1, subscription: { id } },
      ]);
    expect((await ok(cast.otherCustomer.get('/v1/payment/temp/list'))).total).toBe(0);
    expect((await cast.customer.post('/v1/payment/temp', paid)).status).toBe(403);
  });
});
