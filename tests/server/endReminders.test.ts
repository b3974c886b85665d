import { afterAll, beforeAll, expect, it } from 'vitest';
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
import { ok } from '../support/product.ts';
import { remindOfEnds } from '../support/reminders.ts';

const day = 86_400_000;
const address = 'customer@first.example';

/** Reminders of a licence that ends (C9, issue 33). */
forEachEngine('a reminder of an end', (engine) => {
  let cast: Cast;
  beforeAll(async () => {
    cast = await startCast(engine, { withoutClock: true });
    const contact = JSON.stringify({ liaison_mail: address });
    await cast.database.executeSql(`update users set params = '${contact}', time_zone = 'Asia/Shanghai'
      where id = ${cast.customer.id}`);
  });
  afterAll(() => cast.close());

  /** An issued licence, issued `age` days ago, which ends in `left` days. */
  async function licence(age: number, left: number, order = approvedOrder(cast, 4)) {
    const order_id = await order;
    const { items } = await ok(allocationBody(cast, order_id, 4));
    const { id } = await issuedLicence(cast, items[0].id);
    const [issued, end] = [-age, left].map((days) => new Date(Date.now() + days * day)) as [Date, Date];
    await cast.database.executeSql(`update assignment set issued_at = $1, expired_at = $2 where id = ${id}`, [
      issued,
      end,
    ]);
    return { id, order_id, end };
  }
  const clock = (days = 0) =>
    cast.product.inTransaction((context) => remindOfEnds({ ...context, now: new Date(Date.now() + days * day) }));
  const noticesOf = async (id: number, headers = {}): Promise<string[]> =>
    (await ok(cast.customer.get('/v1/notification/list?is_paginate=false&sort=id', headers))).items
      .filter(
        (one: { record_id: number; notice_title: string }) =>
          one.record_id === id && /expires|到期/.test(one.notice_title),
      )
      .map((one: { notice_title: string }) => one.notice_title);
  const order = async (more: object): Promise<number> =>
    (
      await ok(
        cast.customer.post('/v1/order', {
          category_id: 1001,
          product_id: cast.productId,
          purchased: { hosts: 4 },
          params: delivery,
          ...more,
        }),
      )
    ).id;
  const renewal = (id: number) => order({ params: { ...delivery, renews: id } });
  const approve = async (id: number): Promise<number> => {
    await ok(cast.sales.post(`/v1/order/${id}`, { status: 1, ...periods }));
    await ok(cast.operations.post(`/v1/order/${id}`, { status: 2 }));
    return id;
  };

  it('says the days that are left and the day and time of the end, by bell and mail, in the zone of each reader', async () => {
    const one = await licence(300, 8);
    await clock();
    const shown = (zone: string) =>
      new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: zone }).format(one.end);
    const title = `The licence for Project KEY-1 expires on ${shown('Asia/Shanghai')} GMT+8, in 8 days`;
    expect(await noticesOf(one.id, { 'X-TIME-ZONE': 'Asia/Shanghai' })).toEqual([title]);
    expect(await noticesOf(one.id)).toEqual([
      `The licence for Project KEY-1 expires on ${shown('UTC')} UTC, in 8 days`,
    ]);
    expect((await noticesOf(one.id, { 'X-LANG': 'zh' }))[0]).toContain(`${shown('UTC')} UTC 到期，还有 8 天`);
    const mail = () => cast.mails.find(({ to, subject }) => to === address && subject === title);
    await expect.poll(mail).toBeDefined();
    expect(mail()?.text).toContain(`/dashboard?renew=${one.id}`);
  });

  it('also reaches the sales owner and whose licence it is', async () => {
    const { id } = await licence(300, 6);
    await ok(cast.customer.post(`/v1/assignment/${id}`, { mails: { project_mail: 'x@first.example' } }));
    await cast.database.executeSql(`update assignment set sub_user_id = ${cast.customer.id} where id = ${id}`);
    await clock();
    const readers = await cast.database.executeSql(
      `select user_id from notification where notice = 'licence_expiring' and record_id = ${id} order by user_id`,
    );
    expect(readers.rows.map(({ user_id }) => user_id)).toEqual(
      [cast.sales.id, cast.customer.id].sort((one, other) => one - other),
    );
  });

  it('comes on the days that the issuing profile of the product chooses', async () => {
    const profile = await ok(
      cast.admin.post('/v1/product/license', { product_id: cast.productId, reminder_days: [60, 1] }),
    );
    const [early, late, last] = [await licence(300, 80), await licence(300, 50), await licence(300, 0.5)];
    await clock();
    expect(await noticesOf(early.id)).toEqual([]);
    expect(await noticesOf(late.id)).toHaveLength(1);
    expect(await noticesOf(last.id)).toHaveLength(1);
    await clock(46);
    expect(await noticesOf(late.id)).toHaveLength(1);
    await ok(cast.admin.post(`/v1/product/license/${profile.id}`, { reminder_days: [] }));
    const usual = await licence(300, 80);
    await clock();
    expect(await noticesOf(usual.id)).toHaveLength(1);
  });

  it('is silent of a licence whose renewal was declined, until that is taken back', async () => {
    const { id } = await licence(300, 6);
    const decline = (client: typeof cast.sales, body: object) =>
      client.post(`/v1/assignment/decline_renewal/${id}`, body);
    expect((await decline(cast.sales, {})).body.error.fields).toHaveProperty('decline_reason');
    expect(await ok(decline(cast.sales, { decline_reason: 'price', decline_comment: 'Too dear' }))).toMatchObject({
      decline_reason: 'price',
      decline_comment: 'Too dear',
      declined_at: expect.any(String),
    });
    expect((await decline(cast.customer, { decline_reason: 'other' })).status).toBe(422);
    await clock();
    expect(await noticesOf(id)).toEqual([]);
    const open = async () =>
      (
        await ok(
          cast.sales.get('/v1/assignment/list?filter_expires_within=30&filter_renewed=false&filter_declined=false'),
        )
      ).items.some((one: { id: number }) => one.id === id);
    expect(await open()).toBe(false);
    const back = await ok(cast.customer.post(`/v1/assignment/reconsider_renewal/${id}`));
    expect(back.declined_at ?? null).toBeNull();
    expect(await open()).toBe(true);
    expect((await cast.customer.post(`/v1/assignment/reconsider_renewal/${id}`)).status).toBe(422);
    await clock(4);
    expect(await noticesOf(id)).toHaveLength(0);
    await clock(5.5);
    expect(await noticesOf(id)).toHaveLength(1);
    await renewal(id);
    expect((await decline(cast.sales, { decline_reason: 'price' })).status).toBe(422);
  });

  it('has an outcome that the dashboard counts by the month of the end', async () => {
    const month = new Date().toISOString().slice(0, 7);
    const count = async () => {
      const { charts } = await ok(cast.sales.get('/v1/dashboard'));
      return ['renewed', 'declined', 'silent'].map((part) => {
        const chart = charts.find(({ key }: { key: string }) => key === `renewals.${part}`);
        return chart.points.find(({ value }: { value: string }) => value === month).count;
      });
    };
    const before = await count();
    const [renewed, declined] = [await licence(300, 6), await licence(300, 6)];
    await renewal(renewed.id);
    await ok(cast.sales.post(`/v1/assignment/decline_renewal/${declined.id}`, { decline_reason: 'ended' }));
    const silent = await licence(300, 6);
    const ids = [renewed, declined, silent].map(({ id }) => id).join();
    await cast.database.executeSql(`update assignment set expired_at = now() where id in (${ids})`);
    expect(await count()).toEqual(before.map((number: number) => number + 1));
  });

  it('waits until a fifth of the licence has passed', async () => {
    const month = await licence(0, 30);
    const [short, long] = [await licence(0, 5), await licence(0, 365)];
    await clock(0.001);
    for (const { id } of [month, short, long]) expect(await noticesOf(id)).toEqual([]);
    await clock(5.9);
    expect(await noticesOf(month.id)).toEqual([]);
    await clock(6.1);
    expect(await noticesOf(month.id)).toEqual([expect.stringMatching(/in 2[34] days$/)]);
    await clock(23.5);
    await clock(29.1);
    expect(await noticesOf(month.id)).toHaveLength(3);
    await clock(335.2);
    expect(await noticesOf(long.id)).toEqual([expect.stringMatching(/in (29|30) days$/)]);
  });

  it('is silent of what was renewed, and of whose renewal was refused or given up', async () => {
    const renewed = await licence(300, 6);
    await renewal(renewed.id);
    const declined = await licence(300, 6);
    await ok(cast.sales.post(`/v1/order/${await renewal(declined.id)}`, { status: 9 }));
    const givenUp = await licence(300, 6);
    await ok(cast.customer.post(`/v1/order/${await renewal(givenUp.id)}`, { status: 8 }));
    const deleted = await licence(300, 6);
    await ok(cast.customer.delete(`/v1/order/${await renewal(deleted.id)}`));
    const withdrawn = await licence(300, 6);
    await ok(cast.operations.post(`/v1/assignment/${withdrawn.id}`, { status: 8 }));
    await clock();
    for (const { id } of [renewed, declined, givenUp, withdrawn]) expect(await noticesOf(id)).toEqual([]);
    expect(await noticesOf(deleted.id)).toHaveLength(1);
  });

  it('is silent of what a reissue has replaced, and not of what another licence stands beside', async () => {
    const [replaced, beside] = [await licence(300, 6), await licence(300, 6)];
    const reissue = await order({ category_id: 1002, parent_order_id: replaced.order_id, product_id: undefined });
    await licence(1, 300, approve(reissue));
    await clock();
    expect(await noticesOf(replaced.id)).toEqual([]);
    expect(await noticesOf(beside.id)).toHaveLength(1);
  });
});
