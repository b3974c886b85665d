import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queuesFor } from '../../contract/schema/queue.ts';
import { ticket } from '../../examples/service-desk/tickets/ticket.ts';
import { ticketTeam } from '../../examples/service-desk/tickets/ticketTeam.ts';
import type { MailMessage } from '../../server/gateways/mail.ts';
import { StepBackoff } from '../../server/resource/schedule/backoff.ts';
import { takeScheduledSteps } from '../../server/resource/schedule/scheduledSteps.ts';
import { addTables } from '../support/addTables.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { contractWith } from '../support/contractWith.ts';
import { eitherEngine } from '../support/database.ts';
import { seed } from '../support/kindFields.ts';
import { parsed } from '../support/mailPage.ts';
import { type Answer, type Client, ok } from '../support/product.ts';

const contract = contractWith({ ticket, ticket_team: ticketTeam });

let cast: Cast;
beforeAll(async () => {
  cast = await startCast(eitherEngine, { contract });
  await addTables(cast.database, contract);
}, 120_000);
afterAll(() => cast.close());

const filed = {
  subject: 'It stops',
  description: '**Every** night',
  severity: 2,
  topics: ['night'],
};
const file = async (client: Client, more = {}): Promise<number> =>
  (await ok(client.post('/v1/ticket', { ...filed, ...more }))).id;
const refused = ({ status, body }: Answer) => [status, Object.keys(body.error?.fields ?? {})];
const subjects = async (client: Client, query = '') =>
  (await ok(client.get(`/v1/ticket/list${query}`))).items.map((one: { subject: string }) => one.subject);

describe('a ticket desk', () => {
  it('is one file with 20 fields, 5 steps of people and its comments (issue 13)', () => {
    expect(Object.keys(ticket.fields).length).toBeGreaterThanOrEqual(20);
    expect(Object.values(ticket.lifecycle?.transitions ?? {}).filter(({ roles }) => roles.length > 0)).toHaveLength(5);
  });

  it('lets a customer file, staff take and resolve, and the customer read what came of it', async () => {
    const { customer, sales } = cast;
    const id = await file(customer, { products: [cast.productId] });
    const one = `/v1/ticket/${id}`;
    expect(refused(await customer.post(one, { assignee_id: 1 }))).toEqual([422, ['assignee_id']]);
    await ok(sales.post(one, { status: 1 }));
    await ok(sales.post(one, { hours: '1.5', amount: 90_000, remark: 'Known fault' }));
    expect(refused(await sales.post(one, { status: 3 }))).toEqual([422, ['resolution']]);
    await ok(sales.post(one, { status: 3, resolution: 'Update to 2.2' }));
    const seen = await ok(customer.get(one));
    expect(seen.number).toMatch(/^T-\d{6}$/);
    expect(seen.resolved_at).toMatch(/^20/);
    const days = (Date.parse(seen.due_at) - Date.parse(seen.starts_at)) / 86_400_000;
    expect([seen.enterprise_id, days, seen.overdue]).toEqual([cast.enterprise, 3, false]);
    expect(seen).toMatchObject({
      status: 3,
      resolution: 'Update to 2.2',
      hours: '1.5',
      concerned: [{ name: 'Mover' }],
    });
    expect(seen).not.toHaveProperty('remark');
    expect((await customer.post(one, { subject: 'Later' })).status).toBe(422);
    await ok(customer.post(one, { status: 4 }));
  });

  it('tells the salesman of a new ticket and the reporter of its end, in their language and by mail, with the way to it', async () => {
    const { customer, sales, mails, database } = cast;
    const expected = {
      en: ['Ticket', 'is resolved', 'Fault: Wait'],
      'zh-CN': ['工单', '已解决', '故障：Wait'],
    } as const;
    for (const [language, [before, after, line]] of Object.entries(expected)) {
      await database.executeSql(`update users set language = '${language}',
        params = '{"liaison_mail": "${language}@first.example"}' where id = ${customer.id}`);
      const id = await file(customer, { subject: `In ${language}` });
      await ok(sales.post(`/v1/ticket/${id}`, { status: 1 }));
      await ok(sales.post(`/v1/ticket/${id}`, { status: 3, resolution: 'Wait\n<b>a day</b>' }));
      const { number } = await ok(customer.get(`/v1/ticket/${id}`));
      const title = `${before} ${number} ${after}`;
      const lang = { 'X-LANG': language.slice(0, 2) };
      const { items } = await ok(customer.get('/v1/notification/list?filter_status=false', lang));
      expect(items[0]).toMatchObject({ notice_title: title, module: null, entity: 'ticket', record_id: id });
      await expect.poll(() => mails.filter(({ to }) => to === `${language}@first.example`)).toHaveLength(1);
      const mail = mails.find(({ to }) => to === `${language}@first.example`) as MailMessage;
      expect([mail.subject, mail.attachments]).toEqual([title, []]);
      expect(mail.text).toContain(`${line}\n<b>a day</b>\n`);
      expect(mail.text).toContain(`/ticket/${id}`);
      const page = parsed(mail.html);
      expect([page.documentElement.lang, page.querySelector('h1')?.textContent]).toEqual([language, title]);
      expect([page.querySelector('a')?.getAttribute('href'), page.querySelector('b')]).toEqual([
        expect.stringMatching(`^http.*/ticket/${id}$`),
        null,
      ]);
    }
    const { items } = await ok(sales.get('/v1/notification/list'));
    expect(items[0]).toMatchObject({ notice_title: 'New ticket: In zh-CN', entity: 'ticket' });
    // The list of mails contains only the caller's own mails.
    expect((await ok(customer.get('/v1/mail/list'))).items).toEqual([]);
    const { rows } = await database.executeSql(
      `select assignment_id, status from mail where notice = 'ticket.resolve'`,
    );
    expect(rows.map((row) => row['assignment_id'])).toEqual([null, null]);
  });

  it('notifies an assignee when a change makes a ticket theirs, once, and nobody of other changes (issue 37, section 6)', async () => {
    const { customer, sales, admin, operations } = cast;
    const id = await file(customer, { subject: 'Whose' });
    const about = async () =>
      (await ok(sales.get('/v1/notification/list?is_paginate=false'))).items
        .map(({ notice_title }: { notice_title: string }) => notice_title)
        .filter((title: string) => title.includes('is yours now'));
    const mine = { assignee_id: sales.id };
    await ok(operations.post(`/v1/ticket/${id}`, { severity: 1 }));
    expect(await about()).toEqual([]);
    await ok(operations.post(`/v1/ticket/${id}`, { ...mine, subject: 'Ours' }));
    expect(await about()).toEqual([expect.stringMatching(/^Ticket T-\d{6} is yours now: Ours$/)]);
    await ok(operations.post(`/v1/ticket/${id}`, { ...mine, subject: 'Still ours' }));
    await ok(operations.post(`/v1/ticket/${id}`, { assignee_id: null }));
    expect(await about()).toHaveLength(1);
    // Whoever takes a ticket needs no message about it.
    await ok(sales.post(`/v1/ticket/${id}`, mine));
    expect(await about()).toHaveLength(1);
    await ok(admin.post(`/v1/ticket/${id}`, { assignee_id: null }));
    await ok(admin.post(`/v1/ticket/${id}`, mine));
    expect(await about()).toHaveLength(2);
  });

  it('is counted and queued for the salesman who works on it, and for no other (issue 37)', async () => {
    const { items: people } = await ok(cast.admin.get('/v1/user/list?is_paginate=false&filter_role_id=3'));
    const idOf = (name: string): number => people.find((one: { name: string }) => one.name === name).id;
    const charged = async (client: Client) => {
      const { numbers } = await ok(client.get('/v1/dashboard'));
      return numbers.find(({ key }: { key: string }) => key === 'my_charges').units;
    };
    const before = await charged(cast.sales);
    for (const [assignee_id, amount] of [
      [idOf('sales'), 700],
      [idOf('sales.other'), 40],
      [null, 5],
    ])
      await file(cast.operations, { enterprise_id: cast.enterprise, assignee_id, amount });
    const sum = (units: { value: number }[]) => units.reduce((total, { value }) => total + value, 0);
    expect(sum(await charged(cast.sales)) - sum(before)).toBe(700);
    expect(await charged(cast.otherSales)).toEqual([]);
    const reader = { id: idOf('sales'), enterprise_id: null, parent_id: null };
    const [queue] = queuesFor([ticket], 'SalesMan', reader);
    expect(queue).toMatchObject({ name: 'my_tickets', only: { assignee_id: reader.id, status: 1 } });
  });

  it('is escalated by the clock once, in its state, and once more after it was set back (issue 37, section 6)', async () => {
    const { customer, sales, database } = cast;
    const id = await file(customer, { starts_at: '2031-01-01T00:00:00Z', due_at: '2031-01-02T00:00:00Z' });
    const clock = (now: string) =>
      takeScheduledSteps(
        (work) => cast.product.inTransaction((context) => work({ ...context, now: new Date(now) })),
        [contract.entity('ticket')],
        (error) => expect.unreachable(String(error)),
        new StepBackoff(),
      );
    const seen = async () => {
      const { status, escalated } = await ok(customer.get(`/v1/ticket/${id}`));
      const { items } = await ok(sales.get('/v1/notification/list?is_paginate=false'));
      const about = items.filter((one: { notice_title: string; record_id: number }) => one.record_id === id);
      return [
        status,
        escalated,
        about.filter((one: { notice_title: string }) => /due since/.test(one.notice_title)).length,
      ];
    };
    await clock('2031-01-03T23:59:00Z');
    expect(await seen()).toEqual([0, false, 0]);
    await Promise.all([clock('2031-01-04T00:00:00Z'), clock('2031-01-04T00:00:00Z')]);
    await clock('2031-01-04T00:01:00Z');
    expect(await seen()).toEqual([0, true, 1]);
    await database.executeSql(`update ticket set escalated = false where id = ${id}`);
    await ok(sales.post(`/v1/ticket/${id}`, { status: 1 }));
    await clock('2031-01-04T00:02:00Z');
    expect(await seen()).toEqual([1, true, 2]);
    const { items } = await ok(cast.admin.get(`/v1/history/ticket/${id}`));
    const done = items.map(({ action }: { action: string }) => action);
    expect(done.filter((action: string) => action === 'escalate')).toHaveLength(2);
  });

  it('does not change what the record makes read-only, and says why in the language of the reader (issue 37, section 6)', async () => {
    const { customer, sales } = cast;
    const times = { starts_at: '2030-01-01T00:00:00.000Z', due_at: '2030-01-04T00:00:00.000Z' };
    const id = await file(customer, times);
    const later = { starts_at: '2030-01-02T00:00:00.000Z' };
    await ok(customer.post(`/v1/ticket/${id}`, later));
    await ok(sales.post(`/v1/ticket/${id}`, { status: 1 }));
    const refusal = await sales.post(`/v1/ticket/${id}`, { ...times, subject: 'Earlier' }, { 'X-LANG': 'zh' });
    expect(refusal.body.error?.fields).toEqual({ starts_at: ['已开始处理'] });
    expect(await ok(sales.get(`/v1/ticket/${id}`))).toMatchObject({ ...later, subject: 'It stops' });
    // The same value in another form is no change.
    await ok(sales.post(`/v1/ticket/${id}`, { starts_at: '2030-01-02T08:00:00+08:00', subject: 'Same' }));
    await ok(sales.post(`/v1/ticket/${id}`, { status: 2 }));
    expect(refused(await customer.post(`/v1/ticket/${id}`, times))).toEqual([422, ['starts_at']]);
  });

  it('keeps each customer and each salesman to their own, comments too', async () => {
    const { customer, otherCustomer, sales, otherSales } = cast;
    const id = await file(customer, { subject: 'Ours' });
    const comment = await ok(customer.post('/v1/ticket_comment', { ticket_id: id, body: 'Log follows' }));
    for (const stranger of [otherCustomer, otherSales]) {
      expect((await stranger.get(`/v1/ticket/${id}`)).status).toBe(404);
      expect((await stranger.get(`/v1/ticket_comment/${comment.id}`)).status).toBe(404);
      expect(refused(await stranger.post('/v1/ticket_comment', { ticket_id: id, body: 'x' }))).toEqual([
        422,
        ['ticket_id'],
      ]);
    }
    const { items } = await ok(sales.get(`/v1/ticket_comment/list?filter_ticket_id=${id}`));
    expect(items).toMatchObject([{ body: 'Log follows' }]);
  });

  it('holds its rules, is found by products and topics, and adds up', async () => {
    const { customer, operations } = cast;
    expect(refused(await customer.post('/v1/ticket', { ...filed, severity: 3 }))).toEqual([422, ['phone']]);
    const times = { starts_at: '2030-01-02T00:00:00Z', due_at: '2030-01-01T00:00:00Z' };
    expect(refused(await customer.post('/v1/ticket', { ...filed, ...times }))).toEqual([422, ['due_at']]);
    await file(customer, { subject: 'Mine', topics: ['odd'], products: [cast.productId] });
    expect(await subjects(operations, '?filter_topics=odd')).toEqual(['Mine']);
    expect(await subjects(operations, `?filter_products=${cast.productId}&filter_status=0`)).toEqual(['Mine']);
  });

  it('keeps sets of products as they were written, whatever stood there before, and finds them by any and by all', async () => {
    const { operations, admin } = cast;
    const products = [cast.productId];
    for (const name of ['Set one', 'Set two', 'Set three'])
      products.push(
        (
          await ok(
            admin.post('/v1/product', {
              name,
              code: name.replace(' ', '-').toUpperCase(),
              deployment_id: 1,
              category_id: 1001,
            }),
          )
        ).id,
      );
    const written = new Map<number, number[]>();
    const sets = fc.sample(fc.tuple(fc.subarray(products), fc.shuffledSubarray(products)), { seed, numRuns: 8 });
    for (const [at, [first, second]] of sets.entries()) {
      const id = await file(operations, { subject: `Set ${at}`, enterprise_id: cast.enterprise, products: first });
      const one = `/v1/ticket/${id}`;
      const inOrder = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);
      expect((await ok(operations.get(one))).products).toEqual(inOrder(first));
      expect((await ok(operations.post(one, { products: second }))).products).toEqual(inOrder(second));
      expect((await ok(operations.get(one))).products).toEqual(inOrder(second));
      written.set(id, second);
    }
    const found = async (query: string) =>
      (await ok(operations.get(`/v1/ticket/list?search=Set&sort=id&is_paginate=false&${query}`))).items.map(
        (one: { id: number }) => one.id,
      );
    const holding = (isIn: (ids: readonly number[]) => boolean) =>
      [...written].filter(([, ids]) => isIn(ids)).map(([id]) => id);
    for (const wanted of fc.sample(fc.subarray(products, { minLength: 1 }), { seed, numRuns: 6 })) {
      const any = holding((ids) => wanted.some((one) => ids.includes(one)));
      const all = holding((ids) => wanted.every((one) => ids.includes(one)));
      expect(await found(`filter_products=${wanted}`)).toEqual(any);
      expect(await found(`filter_products_all=${wanted}`)).toEqual(all);
    }
    // A repeated reference is stored once.
    const twice = await file(operations, {
      enterprise_id: cast.enterprise,
      products: [cast.productId, cast.productId],
    });
    expect((await ok(operations.get(`/v1/ticket/${twice}`))).products).toEqual([cast.productId]);
    for (const products of [[null], [1.5], [999_999_999], ['1'], cast.productId])
      expect(
        refused(await operations.post('/v1/ticket', { ...filed, enterprise_id: cast.enterprise, products })),
      ).toEqual([422, [expect.stringMatching(/^products/)]]);
  });

  it('is summed by a referenced record: the largest by title, then the empty ones and the others', async () => {
    const { admin, customer, database, operations, sales, enterprise } = cast;
    for (const subject of ['Grouped one', 'Grouped two']) await file(customer, { subject });
    const totals = async (client: Client, by: string, query = '&search=Grouped') =>
      (await ok(client.get(`/v1/ticket/totals?group_by=${by}${query}`))).groups;
    const [one] = await totals(operations, 'enterprise_id');
    expect(one).toMatchObject({ value: enterprise, title: 'Enterprise FIRST', total: 2 });
    expect(await totals(operations, 'assignee_id')).toMatchObject([{ value: null, total: 2 }]);
    await database.executeSql(`insert into enterprise (name, code, sales_user_id, created_at, updated_at)
      select 'Bulk ' || n, 'BULK' || n, ${sales.id}, now(), now() from generate_series(1, 22) as n`);
    await database.executeSql(`insert into ticket (number, subject, description, severity, status, enterprise_id, reporter_id, hours)
      select 'B-' || e.id, 'Grouped', 'x', 1, 0, e.id, ${customer.id}, 1.5 from enterprise as e where e.code like 'BULK%'`);
    const all = await totals(operations, 'enterprise_id');
    expect(all).toHaveLength(21);
    expect(all[0]).toMatchObject({ value: enterprise, title: 'Enterprise FIRST', total: 2 });
    expect(all[1]).toMatchObject({ title: 'Bulk 1', total: 1, sums: [{ field: 'hours', of: null, sum: '1.5' }] });
    expect(all.at(-1)).toMatchObject({
      value: null,
      others: true,
      total: 3,
      sums: [{ field: 'hours', of: null, sum: '4.5' }],
    });
    // The value of a group is that of the filter.
    const found = await subjects(operations, `?search=Grouped&filter_enterprise_id=${all[1].value}`);
    expect(found).toEqual(['Grouped']);
    // Each role has the groups of its own records.
    expect(await totals(customer, 'enterprise_id')).toMatchObject([{ value: enterprise, total: 2 }]);
    expect(await totals(cast.otherSales, 'enterprise_id')).toEqual([]);
    expect((await admin.get('/v1/ticket/totals?group_by=reporter_id')).status).toBe(422);
  });

  it('takes a file of tickets, all or none', async () => {
    const columns = ['subject', 'description', 'severity', 'enterprise_id'];
    const good = ['Bulk one', 'x', '1', String(cast.enterprise)];
    const bad = ['Bulk two', '', '9', String(cast.otherEnterprise)];
    const send = (rows: string[][]) => ok(cast.operations.post('/v1/ticket/import', { columns, rows, dry_run: false }));
    const { created, mistakes } = await send([good, bad]);
    expect([created, mistakes.map(({ row, field }: { row: number; field: string }) => [row, field])]).toEqual([
      0,
      [
        [1, 'description'],
        [1, 'severity'],
      ],
    ]);
    expect(await send([good, good.with(0, 'Bulk two')])).toMatchObject({ created: 2 });
    expect(await subjects(cast.customer, '?search=bulk')).toHaveLength(2);
  });

  it('takes what is set only once in a file of changes, however its cell writes the value', async () => {
    const { customer, operations, enterprise, otherEnterprise } = cast;
    const body = { subject: 'Stays there', description: 'x', severity: 1 };
    const { number } = await ok(customer.post('/v1/ticket', body));
    const send = (cell: number, subject: string) =>
      ok(
        operations.post('/v1/ticket/import', {
          columns: ['number', 'subject', 'enterprise_id'],
          rows: [[number, subject, String(cell)]],
          key: 'number',
        }),
      );
    expect(await send(enterprise, 'Stays there')).toMatchObject({ mistakes: [], counts: { same: 1 } });
    expect(await send(enterprise, 'Stays, renamed')).toMatchObject({ mistakes: [], updated: 1 });
    const message = 'This is set when the record is created and cannot be changed later';
    expect((await send(otherEnterprise, 'Moved')).mistakes).toEqual([{ row: 0, field: 'enterprise_id', message }]);
    expect(await subjects(customer, '?search=stays')).toEqual(['Stays, renamed']);
  });
});
