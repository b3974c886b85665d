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
    expect(mail()?.text).toContain(`/authorization/assignment/${one.id}`);
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
