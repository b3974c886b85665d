import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportUsage } from '../../server/domain/licence/usage.ts';
import { createUseCounter } from '../../server/domain/licence/use/seatDays.ts';
import { settleUse } from '../../server/domain/licence/use/usedAbove.ts';
import {
  allocationBody,
  approvedOrder,
  type Cast,
  delivery,
  issuedLicence,
  periods,
  startCast,
} from '../support/cast.ts';
import { forEachEngine } from '../support/database.ts';
import { type Client, ok } from '../support/product.ts';
import { remindOfEnds } from '../support/reminders.ts';
import { startReceiver } from '../support/webhookReceiver.ts';

const day = 86_400_000;
const salesAddress = 'sales@vendor.example';

type Licence = Awaited<ReturnType<typeof issuedLicence>>;

/** Use above what was bought (issue 36, section 6). */
forEachEngine('use above what was bought', (engine) => {
  let cast: Cast;
  beforeAll(async () => {
    cast = await startCast(engine, { withoutClock: true });
    await cast.database.executeSql(`update users set params = '${JSON.stringify({ liaison_mail: salesAddress })}'
      where id = ${cast.sales.id}`);
  });
  afterAll(() => cast.close());

  const bought = async (hosts: number): Promise<Licence> => {
    const { items } = await ok(allocationBody(cast, await approvedOrder(cast, hosts), hosts));
    return issuedLicence(cast, items[0].id);
  };
  const report = ({ lic_secret }: Licence, used: number) =>
    cast.request('POST', '/v1/usage', { key: lic_secret, body: { used } });
  /** Reports the use as it is after some days. */
  const reportAfter = (days: number, { lic_secret }: Licence, used: number) =>
    cast.product.inTransaction((context) =>
      reportUsage({ ...context, now: new Date(Date.now() + days * day) }, lic_secret, used),
    );
  const read = async ({ id }: Licence, client = cast.sales) => ok(client.get(`/v1/assignment/${id}`));
  const aboveOf = async (licence: Licence) => {
    const { used_above, above_since } = await read(licence);
    return [used_above, above_since !== null && above_since !== undefined];
  };
  const waiting = async (client = cast.sales): Promise<number[]> =>
    (await ok(client.get('/v1/assignment/list?filter_above=true&sort=above_since&is_paginate=false'))).items.map(
      ({ id }: { id: number }) => id,
    );
  const remind = () =>
    cast.product.inTransaction((context) => remindOfEnds({ ...context, now: new Date(Date.now() + 1000) }));
  const clock = (days = 0) =>
    cast.product.inTransaction((context) => settleUse({ ...context, now: new Date(Date.now() + days * day) }));
  const noticed = async ({ id }: Licence): Promise<number[]> =>
    (
      await cast.database.executeSql(
        `select user_id from notification where notice = 'assignment.used_above' and record_id = $1 order by user_id`,
        [id],
      )
    ).rows.map(({ user_id }) => Number(user_id));
  const audited = async ({ id }: Licence): Promise<unknown[]> =>
    (
      await cast.database.executeSql(
        `select action from audit where entity = 'assignment' and entity_id = $1
          and action in ('exceed', 'settle', 'accept_use') order by id`,
        [id],
      )
    ).rows.map(({ action }) => action);
  const orderMore = (licence: Licence, hosts: number, client: Client = cast.sales, more = {}) =>
    client.post('/v1/order', {
      category_id: 1001,
      product_id: cast.productId,
      purchased: { hosts },
      params: { ...delivery, adds_to: licence.id },
      ...([cast.sales, cast.operations].includes(client) && {
        enterprise_id: cast.enterprise,
        user_id: cast.customer.id,
      }),
      ...more,
    });
  const bothSides = () => [cast.sales.id, cast.customer.id].sort((one, other) => one - other);

  it('begins with the first report above it, and is said once by bell and mail, whatever is reported then', async () => {
    const licence = await bought(4);
    await ok(report(licence, 4));
    expect([await aboveOf(licence), await waiting()]).toEqual([[0, false], []]);
    for (const used of [7, 5, 7, 6]) await ok(report(licence, used));
    expect(await aboveOf(licence)).toEqual([3, true]);
    expect([await waiting(), await waiting(cast.customer), await waiting(cast.otherSales)]).toEqual([
      [licence.id],
      [licence.id],
      [],
    ]);
    const orders = async (wanted: boolean): Promise<number[]> =>
      (await ok(cast.operations.get(`/v1/order/list?filter_used_above=${wanted}&is_paginate=false`))).items.map(
        ({ id }: { id: number }) => id,
      );
    expect([await orders(true), (await orders(false)).includes(licence.order_id)]).toEqual([[licence.order_id], false]);
    await remind();
    await ok(report(licence, 8));
    await remind();
    expect(await aboveOf(licence)).toEqual([4, true]);
    expect(await noticed(licence)).toEqual(bothSides());
    expect(await audited(licence)).toEqual(['exceed']);
    const subject = 'Used above bought in Project KEY-1: 3, with a licence for 4';
    const mails = () => cast.mails.filter((one) => one.subject === subject);
    await expect.poll(mails).toHaveLength(1);
    expect(mails()[0]).toMatchObject({ to: salesAddress });
    expect(mails()[0]?.text).toContain(`/dashboard?add_to=${licence.id}`);
    const { items } = await ok(cast.customer.get('/v1/notification/list?is_paginate=false', { 'X-LANG': 'zh' }));
    expect(items[0].notice_title).toBe('项目 Project KEY-1 的用量超出购买数量：许可为 4 台，超出 3 台');
  });

  it('lasts for a week after the last day above, so that weekends end nothing, and then ends by a report or the clock', async () => {
    const [reported, silent] = [await bought(4), await bought(4)];
    for (const one of [reported, silent]) await ok(report(one, 6));
    await reportAfter(6, reported, 1);
    await clock(6);
    expect([await aboveOf(reported), await aboveOf(silent)]).toEqual([
      [2, true],
      [2, true],
    ]);
    await reportAfter(7, reported, 1);
    expect(await aboveOf(reported)).toEqual([0, false]);
    await clock(7);
    await clock(7);
    expect(await aboveOf(silent)).toEqual([0, false]);
    for (const one of [reported, silent]) expect(await audited(one)).toEqual(['exceed', 'settle']);
  });

  it('counts the use of each day, also of one that stays below the peak of its month', async () => {
    const licence = await bought(4);
    await ok(report(licence, 7));
    await cast.database.executeSql('update usage_day set day = day - 1 where assignment_id = $1', [licence.id]);
    await ok(report(licence, 6));
    const { rows } = await cast.database.executeSql(
      'select used from usage_day where assignment_id = $1 order by day',
      [licence.id],
    );
    expect(rows.map(({ used }) => Number(used))).toEqual([7, 6]);
  });

  it('is covered by an order that adds to the licence, as long as the order does not come to nothing', async () => {
    const licence = await bought(4);
    await ok(report(licence, 9));
    const order = await ok(orderMore(licence, 5));
    expect(order).toMatchObject({ purchased: { hosts: { value: 5 } }, params: { adds_to: licence.id } });
    expect([await aboveOf(licence), (await waiting()).includes(licence.id)]).toEqual([[0, false], false]);
    await remind();
    expect(await noticed(licence)).toEqual([]);
    await ok(cast.sales.post(`/v1/order/${order.id}`, { status: 1, ...periods }));
    await ok(cast.operations.post(`/v1/order/${order.id}`, { status: 9 }));
    expect(await aboveOf(licence)).toEqual([5, true]);
    const second = await ok(orderMore(licence, 2, cast.customer));
    expect(await aboveOf(licence)).toEqual([3, true]);
    await ok(cast.customer.delete(`/v1/order/${second.id}`));
    expect(await aboveOf(licence)).toEqual([5, true]);
    await ok(cast.customer.post(`/v1/order/restore/${second.id}`, {}));
    const third = await ok(orderMore(licence, 3));
    await ok(cast.sales.post(`/v1/order/${third.id}`, { status: 1, ...periods }));
    await ok(cast.operations.post(`/v1/order/${third.id}`, { status: 2 }));
    expect(await aboveOf(licence)).toEqual([0, false]);
    await ok(report(licence, 10));
    expect(await aboveOf(licence)).toEqual([1, true]);
    // The orders that follow the licence are found with it, a renewal too, and none of another licence.
    await ok(orderMore(licence, 1, cast.sales, { params: { ...delivery, renews: licence.id } }));
    const followers = async (id: number) =>
      (await ok(cast.customer.get(`/v1/order/list?filter_follows=${id}&sort=id`))).items.map(
        ({ params }: { params: Record<string, unknown> }) => [params.renews ?? null, params.adds_to ?? null],
      );
    expect(await followers(licence.id)).toEqual([
      [null, licence.id],
      [null, licence.id],
      [null, licence.id],
      [licence.id, null],
    ]);
    expect(await followers((await bought(1)).id)).toEqual([]);
  });

  it('refuses an order that adds where nothing is to be added, or to a licence that does not fit', async () => {
    const licence = await bought(4);
    const refused = async (answer: ReturnType<Client['post']>) => {
      const { status, body } = await answer;
      return [status, body.error?.fields];
    };
    const at = (sentence: string) => [422, { 'params.adds_to': [sentence] }];
    const nothing = at('Nothing is used above what was bought for this licence, or another order covers it already');
    expect(await refused(orderMore(licence, 1))).toEqual(nothing);
    await ok(report(licence, 6));
    expect(await refused(orderMore(licence, 1, cast.sales, { category_id: 1003 }))).toEqual(
      at('Only a new purchase adds to a licence'),
    );
    expect(await refused(orderMore(licence, 1, cast.otherCustomer))).toEqual(
      at('The chosen record does not exist or is not yours'),
    );
    const other = { name: `Other ${engine}`, code: 'OTHER', deployment_id: 1, category_id: 1001 };
    const { id: product_id } = await ok(cast.admin.post('/v1/product', other));
    await ok(cast.admin.post('/v1/enterprise_product', { enterprise_id: cast.enterprise, product_id }));
    expect(await refused(orderMore(licence, 1, cast.operations, { product_id }))).toEqual(
      at('Add to an issued licence of the same enterprise and product'),
    );
    await ok(orderMore(licence, 2));
    expect(await refused(orderMore(licence, 2))).toEqual(nothing);
  });

  it('may be accepted with a reason, by the salesman and operations, and begins again when even more is used', async () => {
    const licence = await bought(4);
    const accept = (client: Client, body: object) => client.post(`/v1/assignment/accept_use/${licence.id}`, body);
    const unused = await accept(cast.sales, { above_reason: 'peak' });
    expect(unused.body.error.title ?? unused.body.title).toContain('Nothing is used above what was bought');
    await ok(report(licence, 6));
    await remind();
    expect((await accept(cast.customer, { above_reason: 'peak' })).status).toBe(403);
    expect((await accept(cast.sales, {})).body.error.fields).toHaveProperty('above_reason');
    await ok(accept(cast.sales, { above_reason: 'agreed', above_comment: 'Until March' }));
    expect(await read(licence)).toMatchObject({
      used_above: 2,
      above_accepted: 2,
      above_reason: 'agreed',
      above_comment: 'Until March',
    });
    expect(await read(licence, cast.customer)).not.toHaveProperty('above_reason');
    expect(await waiting()).not.toContain(licence.id);
    await ok(report(licence, 6));
    await remind();
    expect(await noticed(licence)).toHaveLength(2);
    await ok(report(licence, 7));
    await remind();
    expect(await aboveOf(licence)).toEqual([3, true]);
    expect(await noticed(licence)).toHaveLength(4);
    expect(await audited(licence)).toEqual(['exceed', 'accept_use', 'exceed']);
  });

  it('ends with the licence, and is not a matter of licences that are paid by use', async () => {
    const [ended, withdrawn, paidByUse] = [await bought(2), await bought(2), await bought(2)];
    await cast.database.executeSql(
      'update orders set category_id = 1004 where id = (select order_id from assignment where id = $1)',
      [paidByUse.id],
    );
    for (const one of [ended, withdrawn, paidByUse]) await ok(report(one, 3));
    expect(await aboveOf(paidByUse)).toEqual([0, false]);
    await ok(cast.operations.post(`/v1/assignment/${withdrawn.id}`, { status: 8 }));
    expect(await waiting()).not.toContain(withdrawn.id);
    await cast.database.executeSql(
      `update assignment set expired_at = now() - interval '1 second' where id = ${ended.id}`,
    );
    await clock();
    for (const one of [ended, withdrawn]) expect(await aboveOf(one)).toEqual([0, false]);
  });

  it('counts seats as well, on each day on which they are held', async () => {
    const { id: profile } = await ok(
      cast.admin.post('/v1/product/license', { product_id: cast.productId, activation: true, seat_rule: 'to_150' }),
    );
    const licence = await bought(2);
    const activate = (machine: number) =>
      cast.request('POST', '/v1/activation', {
        key: licence.lic_secret,
        body: { fingerprint: `machine-of-seats-${machine}`, name: `Machine ${machine}` },
      });
    for (const machine of [1, 2]) await ok(activate(machine));
    expect(await aboveOf(licence)).toEqual([0, false]);
    await ok(activate(3));
    await ok(activate(3));
    expect(await aboveOf(licence)).toEqual([1, true]);
    // Its leases last a week: on the third day the machines have not been heard of, but hold their seats.
    const third = new Date(Date.now() + 3 * day);
    await cast.product.inTransaction((context) => createUseCounter()({ ...context, now: third }));
    const { rows } = await cast.database.executeSql(
      'select day::text, used, seats from usage_day where assignment_id = $1 order by day',
      [licence.id],
    );
    expect(rows).toEqual(
      [new Date(), third].map((at) => ({ day: at.toISOString().slice(0, 10), used: null, seats: 3 })),
    );
    await ok(cast.admin.delete(`/v1/product/license/${profile}`));
  });

  it('deletes days of use after 400 days', async () => {
    const licence = await bought(2);
    await cast.database.executeSql(`insert into usage_day (assignment_id, day, used)
      select ${licence.id}, current_date - d, 1 from unnest(array[399, 402]) d`);
    await cast.product.inTransaction(createUseCounter());
    const { rows } = await cast.database.executeSql(
      'select current_date - day as age from usage_day where assignment_id = $1',
      [licence.id],
    );
    expect(rows).toEqual([{ age: 399 }]);
  });
});

describe('reports and orders at the same time, on postgres', () => {
  let cast: Cast;
  beforeAll(async () => {
    const ownNetwork = { WEBHOOK_HTTP: '1', WEBHOOK_NETWORKS: '127.0.0.0/8' };
    cast = await startCast('postgres', { withoutClock: true }, ownNetwork);
  });
  afterAll(() => cast.close());

  it('make one case, one message for each reader, one event, and one order', async () => {
    const receiver = await startReceiver();
    const events = ['licence.used_above', 'licence.use_settled', 'order.created'];
    await ok(cast.admin.post('/v1/webhook', { name: 'Above', url: receiver.url(), events }));
    const { items } = await ok(allocationBody(cast, await approvedOrder(cast, 4), 4));
    const { id, lic_secret } = await issuedLicence(cast, items[0].id);
    const report = (used: number) => cast.request('POST', '/v1/usage', { key: lic_secret, body: { used } });
    const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => report(3 + (at % 7))));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await ok(cast.sales.get(`/v1/assignment/${id}`))).toMatchObject({ used_above: 5 });
    const later = new Date(Date.now() + 1000);
    for (let round = 0; round < 2; round += 1)
      await cast.product.inTransaction((context) => remindOfEnds({ ...context, now: later }));
    const more = () =>
      cast.customer.post('/v1/order', {
        category_id: 1001,
        product_id: cast.productId,
        purchased: { hosts: 5 },
        params: { ...delivery, adds_to: id },
      });
    const orders = await Promise.all([1, 2, 3, 4].map(more));
    expect(orders.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
    await receiver.until(({ body }) => body.type === 'order.created' && body.data.params.adds_to === id);
    await receiver.until(({ body }) => body.type === 'licence.use_settled');
    const heard = receiver.all.filter(({ body }) => body.data.id === id && body.type.startsWith('licence.'));
    expect(heard.map(({ body }) => [body.type, body.data.used_above])).toEqual([
      ['licence.used_above', 5],
      ['licence.use_settled', 0],
    ]);
    const { rows } = await cast.database.executeSql(
      `select (select count(*)::int from notification where notice = 'assignment.used_above') as messages,
        (select count(*)::int from audit where action = 'exceed') as begun`,
    );
    expect(rows).toEqual([{ messages: 2, begun: 1 }]);
    await receiver.close();
  });
});

forEachEngine('the charts of use by day', (engine) => {
  let cast: Cast;
  beforeAll(async () => {
    cast = await startCast(engine);
  });
  afterAll(() => cast.close());

  const bought = async (hosts: number): Promise<Licence> => {
    const { items } = await ok(allocationBody(cast, await approvedOrder(cast, hosts), hosts));
    return issuedLicence(cast, items[0].id);
  };
  const dayText = (ago: number): string => new Date(Date.now() - ago * day).toISOString().slice(0, 10);

  it('have the most of each of 90 days, of a licence and of all licences of an enterprise by product', async () => {
    const [one, other] = [await bought(4), await bought(3)];
    const ofLicence = (id: number, client: Client = cast.customer) => client.get(`/v1/assignment/usage_days/${id}`);
    const ofEnterprise = (client: Client = cast.sales) => client.get(`/v1/enterprise/usage_days/${cast.enterprise}`);
    expect([await ok(ofLicence(one.id)), await ok(ofEnterprise())]).toEqual([{ items: [] }, { items: [] }]);
    await cast.database.executeSql(`update assignment set issued_at = now() - interval '40 days' where id = ${one.id}`);
    await cast.database.executeSql(`insert into usage_day (assignment_id, day, used, seats) values
      (${one.id}, '${dayText(95)}', 9, 9), (${one.id}, '${dayText(50)}', 1, null), (${one.id}, '${dayText(1)}', 2, 3)`);
    for (const used of [5, 6, 2]) await ok(cast.request('POST', '/v1/usage', { key: one.lic_secret, body: { used } }));
    await ok(cast.request('POST', '/v1/usage', { key: other.lic_secret, body: { used: 1 } }));
    const [item, ...more] = (await ok(ofLicence(one.id))).items;
    expect([more, item.product, item.days.length]).toEqual([
      [],
      { id: cast.productId, name: 'Mover', metering: 'host', unit: null },
      90,
    ]);
    const byDay = (days: { day: string }[]) => new Map(days.map(({ day: at, ...values }) => [at, values]));
    const own = byDay(item.days);
    expect([89, 50, 2, 1, 0].map((ago) => own.get(dayText(ago)))).toEqual([
      { used: null, seats: null, delegated: null, machines: null, bought: 0 },
      { used: 1, seats: null, delegated: null, machines: null, bought: 0 },
      { used: null, seats: null, delegated: null, machines: null, bought: 4 },
      { used: 2, seats: 3, delegated: null, machines: null, bought: 4 },
      { used: 6, seats: null, delegated: null, machines: null, bought: 4 },
    ]);
    const all = (await ok(ofEnterprise())).items;
    expect(all.map(({ product }: { product: { id: number } }) => product.id)).toEqual([cast.productId]);
    expect(byDay(all[0].days).get(dayText(0))).toEqual({
      used: 7,
      seats: null,
      delegated: null,
      machines: null,
      bought: 7,
    });
    await ok(
      cast.customer.post('/v1/order', {
        category_id: 1001,
        product_id: cast.productId,
        purchased: { hosts: 2 },
        params: { ...delivery, adds_to: one.id },
      }),
    );
    expect(byDay((await ok(ofLicence(one.id))).items[0].days).get(dayText(0))).toMatchObject({ bought: 6 });
    expect((await ofLicence(one.id, cast.otherCustomer)).status).toBe(404);
    expect([(await ofEnterprise(cast.otherSales)).status, (await ofEnterprise(cast.customer)).status]).toEqual([
      404, 200,
    ]);
  });
});
