import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sendDailyMails } from '../../server/core/mail/dailyMail.ts';
import { nextDailyMail } from '../../server/core/mail/dailyNotices.ts';
import { type Cast, placeOrder, startCast } from '../support/cast.ts';
import { forEachEngine } from '../support/database.ts';
import { type Client, ok } from '../support/product.ts';

const hour = 3_600_000;

interface Kind {
  readonly name: string;
  readonly text: string;
  readonly bell: boolean;
  readonly mail: boolean;
}
interface Group {
  readonly name: string;
  readonly kinds: readonly Kind[];
}

it.each([
  ['Asia/Shanghai', '2026-11-28T00:00:00Z', '2026-11-28T23:00:00Z'],
  ['Asia/Shanghai', '2026-11-28T22:59:59Z', '2026-11-28T23:00:00Z'],
  ['Asia/Shanghai', '2026-11-28T23:00:00Z', '2026-11-29T23:00:00Z'],
  ['America/New_York', '2026-11-28T05:00:00Z', '2026-11-28T12:00:00Z'],
  // The clocks are put forward in the night.
  ['Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29T05:00:00Z'],
  ['UTC', '2026-12-31T07:00:00Z', '2027-01-01T07:00:00Z'],
])('the daily mail in %s after %s is at %s', (zone, now, due) => {
  expect(nextDailyMail(zone, new Date(now)).toISOString()).toBe(new Date(due).toISOString());
});

/** Notices as each person wants them (issue 35, section 6). */
forEachEngine('a notice', (engine) => {
  let cast: Cast;
  beforeAll(async () => {
    cast = await startCast(engine, { withoutClock: true });
    for (const who of [cast.admin, cast.operations, cast.sales, cast.customer])
      await cast.database.executeSql(`update users set params = '{"liaison_mail": "${who.id}@mail.example"}',
        time_zone = 'Asia/Shanghai', time_zone_chosen = true, language = 'en' where id = ${who.id}`);
  });
  afterAll(() => cast.close());
  beforeEach(async () => {
    await cast.database.executeSql(`update users set notice_choices = '{}', daily_mail = false`);
    await expect.poll(jobs).toBe(0);
    await cast.database.executeSql('delete from daily_notice');
    cast.mails.length = 0;
  });

  const jobs = async () =>
    Number((await cast.database.executeSql('select count(*) from job where failed_at is null')).rows[0]?.['count']);
  const groupsOf = async (who: Client, headers = {}): Promise<readonly Group[]> =>
    (await ok(who.get('/v1/profile/notices', headers))).groups;
  const choose = (who: Client, kinds: object[], pace = 'at_once') => who.post('/v1/profile/notices', { pace, kinds });
  const order = async (): Promise<{ id: number; code: string }> => {
    const id = await placeOrder(cast, 1);
    return ok(cast.customer.get(`/v1/order/${id}`));
  };
  const bellsOf = async (who: Client, id: number) =>
    (await ok(who.get('/v1/notification/list?is_paginate=false'))).items.filter(
      (one: { record_id: number }) => one.record_id === id,
    ).length;
  const mailsOf = (who: Client) => cast.mails.filter(({ to }) => to === `${who.id}@mail.example`);
  const waiting = async () =>
    Number(
      (await cast.database.executeSql('select count(*) from daily_notice where mail_id is null')).rows[0]?.['count'],
    );
  const clock = (hours = 0) =>
    cast.product.inTransaction((context) => sendDailyMails({ ...context, now: new Date(Date.now() + hours * hour) }));

  it('is offered to the roles that may get it, by groups of records, in the language of the request', async () => {
    const names = async (who: Client, headers = {}) => (await groupsOf(who, headers)).map(({ name }) => name);
    expect(await names(cast.sales)).toEqual(expect.arrayContaining(['Orders', 'Reminders: Licences']));
    expect(await names(cast.customer)).toEqual(expect.arrayContaining(['Orders', 'Licences', 'Applications']));
    expect(await names(cast.sales, { 'x-lang': 'zh' })).toEqual(expect.arrayContaining(['订单', '许可提醒']));
    const ofOrders = async (who: Client) =>
      (await groupsOf(who)).find(({ name }) => name === 'Orders')?.kinds.map(({ text }) => text);
    expect(await ofOrders(cast.operations)).toEqual(['Order … is waiting for approval', 'Order … has been cancelled']);
    expect(await ofOrders(cast.sales)).toEqual([
      'Order … is waiting for your confirmation',
      'Order … has been approved',
      'Order … has been rejected',
      'Order … has been cancelled',
    ]);
  });

  it('comes as it is declared to whoever has not chosen', async () => {
    for (const { kinds } of await groupsOf(cast.sales))
      for (const { name, bell, mail } of kinds)
        expect([name, bell, mail]).toEqual([name, true, ['licence_expiring', 'assignment.used_above'].includes(name)]);
    const { id } = await order();
    expect(await bellsOf(cast.sales, id)).toBe(1);
    expect(await jobs()).toBe(0);
  });

  it('is switched off under the bell, for one person alone', async () => {
    await ok(choose(cast.sales, [{ name: 'order.create', bell: false, mail: false }]));
    const { id } = await order();
    expect(await bellsOf(cast.sales, id)).toBe(0);
    await ok(cast.sales.post(`/v1/order/${id}`, { status: 9, comment: 'no' }));
    expect(await bellsOf(cast.customer, id)).toBe(1);
  });

  it('is sent by mail at once to whoever chooses so, with the address of the record', async () => {
    await ok(choose(cast.sales, [{ name: 'order.create', bell: false, mail: true }]));
    const { id, code } = await order();
    await expect.poll(() => mailsOf(cast.sales).length).toBe(1);
    const [mail] = mailsOf(cast.sales);
    expect(mail?.subject).toContain(code);
    expect(mail?.text).toContain(`/authorization/order/${id}`);
    expect(await bellsOf(cast.sales, id)).toBe(0);
  });

  it('keeps the choices of the kinds that are not named, and stores nothing that is as declared', async () => {
    await ok(choose(cast.sales, [{ name: 'order.create', bell: false, mail: true }]));
    await ok(choose(cast.sales, [{ name: 'order.approve', bell: true, mail: true }]));
    const stored = async () =>
      (await cast.database.executeSql(`select notice_choices from users where id = ${cast.sales.id}`)).rows[0]?.[
        'notice_choices'
      ];
    expect(await stored()).toEqual({ 'order.create': { bell: false, mail: true }, 'order.approve': { mail: true } });
    await ok(
      choose(cast.sales, [
        { name: 'order.create', bell: true, mail: false },
        { name: 'order.approve', bell: true, mail: false },
      ]),
    );
    expect(await stored()).toEqual({});
  });

  it.each([
    [{ name: 'order.confirm', bell: false, mail: false }, 'kinds[0].name'],
    [{ name: 'new_device', bell: false, mail: false }, 'kinds[0].name'],
    [{ name: 'nothing', bell: false, mail: false }, 'kinds[0].name'],
    [{ name: 'order.create', bell: false }, 'kinds[0].mail'],
  ])('cannot be chosen as %j', async (kind, field) => {
    const { status, body } = await choose(cast.sales, [kind]);
    expect([status, Object.keys(body.error.fields)]).toEqual([422, [field]]);
  });

  it('waits for the morning, and comes in one mail with all others of the day', async () => {
    await ok(choose(cast.sales, [{ name: 'order.create', bell: true, mail: true }], 'daily'));
    const orders = [await order(), await order(), await order()];
    expect([await jobs(), await waiting()]).toEqual([0, 3]);
    await clock();
    expect(await waiting()).toBe(3);
    await clock(25);
    await expect.poll(() => mailsOf(cast.sales).length).toBe(1);
    const [mail] = mailsOf(cast.sales);
    expect(mail?.subject).toBe('3 notices since your last daily e-mail');
    const lines = String(mail?.text).split('\n');
    expect(lines.filter((line) => line === 'Orders')).toHaveLength(1);
    for (const { id, code } of orders) {
      expect(lines).toContain(`- Order ${code} is waiting for your confirmation`);
      expect(String(mail?.text)).toContain(`/authorization/order/${id}\n`);
      expect(String(mail?.html)).toMatch(new RegExp(`href="[^"]*/authorization/order/${id}"[^>]*>Order ${code}`));
    }
    await clock(50);
    await expect.poll(jobs).toBe(0);
    expect(mailsOf(cast.sales)).toHaveLength(1);
  });

  it('is in the language of its reader, and of a day without notices there is no mail', async () => {
    await ok(choose(cast.sales, [{ name: 'order.create', bell: true, mail: true }], 'daily'));
    await cast.database.executeSql(`update users set language = 'zh-CN' where id = ${cast.sales.id}`);
    const { code } = await order();
    await clock(25);
    await expect.poll(() => mailsOf(cast.sales).length).toBe(1);
    expect(mailsOf(cast.sales)[0]?.subject).toBe('自上次汇总邮件以来有 1 条通知');
    expect(mailsOf(cast.sales)[0]?.text).toContain(`- 订单 ${code} 待您确认`);
    await cast.database.executeSql(`update users set language = 'en' where id = ${cast.sales.id}`);
    await clock(50);
    await expect.poll(jobs).toBe(0);
    expect(cast.mails).toHaveLength(1);
  });

  it('that waits comes at once when its reader no longer wants one mail a day', async () => {
    await ok(choose(cast.sales, [{ name: 'order.create', bell: true, mail: true }], 'daily'));
    await order();
    await ok(choose(cast.sales, []));
    await clock(0.1);
    await expect.poll(() => mailsOf(cast.sales).length).toBe(1);
  });

  it('of security is always sent at once', async () => {
    await ok(choose(cast.sales, [], 'daily'));
    const agent = (name: string) => ({ 'user-agent': name });
    const body = { name: 'sales', password: 'Licence-2026' };
    await cast.request('POST', '/v1/auth/login', { body, headers: agent('curl/8.5.0') });
    await cast.request('POST', '/v1/auth/login', {
      body,
      headers: agent('Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0'),
    });
    await expect.poll(() => mailsOf(cast.sales).length).toBeGreaterThan(0);
    expect(await waiting()).toBe(0);
  });

  it('of a user without an address, or who was deleted, waits for nobody', async () => {
    await ok(choose(cast.sales, [{ name: 'order.create', bell: true, mail: true }], 'daily'));
    await order();
    await cast.database.executeSql(`update users set active = false where id = ${cast.sales.id}`);
    await clock(25);
    await cast.database.executeSql(`update users set active = true where id = ${cast.sales.id}`);
    expect([await waiting(), await jobs(), cast.mails.length]).toEqual([0, 0, 0]);
  });
});
