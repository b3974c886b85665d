import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { EntityRows } from '../../contract/index.ts';
import { endSubscriptions } from '../../server/domain/account/subscriptionTerm.ts';
import { queueMails } from '../../server/domain/licence/licenceMail.ts';
import { createSigner } from '../../server/gateways/signer.ts';
import { issueLicence } from '../../server/jobs/issueLicence.ts';
import { allocationBody, approvedOrder, type Cast, delivery, periods, placeOrder, startCast } from '../support/cast.ts';
import { type Client, ok } from '../support/product.ts';
import { remindOfEnds } from '../support/reminders.ts';
import { recordStatements, withStatements } from '../support/statements.ts';

let cast: Cast;
beforeAll(async () => {
  cast = await startCast('postgres', { withoutWorkers: true });
  recordStatements();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await cast.close();
});

const several = (count: number) => Promise.all(Array.from({ length: count }, () => approvedOrder(cast, 5)));
const allocated = async (orders: number[]) =>
  ok(
    cast.customer.post('/v1/assignment', {
      project_id: cast.project,
      orders: orders.map((order_id, index) => ({ order_id, hosts: (index % 3) + 1 })),
    }),
  );

describe('the statements of one call', () => {
  it('do not grow with the orders that are allocated from, and each gives what was asked', async () => {
    const few = await several(2);
    const many = await several(20);
    await allocated([await approvedOrder(cast, 1)]);
    const two = await withStatements(() => allocated(few));
    const twenty = await withStatements(() => allocated(many));
    expect(twenty.statements.length).toBe(two.statements.length);
    expect(twenty.statements.length).toBeLessThan(30);

    const { items } = twenty.result;
    const made = await Promise.all(
      items.map(({ id }: { id: number }) => ok(cast.customer.get(`/v1/assignment/${id}`))),
    );
    expect(made.map((one) => [one.order.id, one.hosts])).toEqual(many.map((id, index) => [id, (index % 3) + 1]));
    const left = await Promise.all(many.map((id) => ok(cast.customer.get(`/v1/order/${id}`))));
    expect(left.map((order) => order.available.hosts.value)).toEqual(many.map((_, index) => 4 - (index % 3)));
    const { rows } = await cast.database.executeSql(
      `select entity_id from audit where action = 'allocate' and entity_id = any ($1::int[]) order by id`,
      [items.map(({ id }: { id: number }) => id)],
    );
    expect(rows.map((row) => row.entity_id)).toEqual(items.map(({ id }: { id: number }) => id));
  });

  it('do not grow with the orders that an application is served from, and each is answered', async () => {
    const served = async (orders: number[]) => {
      const asked = { project_id: cast.project, hosts: 20, source: 2 };
      const { id } = await ok(cast.admin.post('/v1/allocation', asked));
      const body = { allocation_id: id, orders: orders.map((order_id) => ({ order_id, hosts: 1 })) };
      return withStatements(() => ok(cast.customer.post('/v1/allocation_assignment', body)));
    };
    const [few, many] = [await several(2), await several(20)];
    const two = await served(few);
    const twenty = await served(many);
    expect(twenty.statements.length).toBe(two.statements.length);
    expect(twenty.result.items.map((one: { order: { id: number } }) => one.order.id)).toEqual(many);
  });

  it('read of the orders at hand no more than an application needs', async () => {
    await cast.database.executeSql(`update orders set available_hosts = 0`);
    const [first, second, third] = (await several(6)).sort((a, b) => a - b);
    await cast.database.executeSql(`update orders set expired_at = null`);
    const asked = { project_id: cast.project, hosts: 7, source: 2 };
    const { id } = await ok(cast.admin.post('/v1/allocation', asked));
    const approval = await withStatements(() => ok(cast.customer.post(`/v1/allocation/approve/${id}`, { status: 1 })));
    const { rows } = await cast.database.executeSql(
      'select order_id, hosts from assignment where allocation_id = $1 order by order_id',
      [id],
    );
    expect(rows).toEqual([
      { order_id: first, hosts: 5 },
      { order_id: second, hosts: 2 },
    ]);
    const usable = approval.statements.find(({ text }) => text.includes('available_hosts > 0'));
    const read = await cast.database.executeSql(usable?.text ?? '', usable?.values);
    // Run again now, the same statement starts where the approval ended.
    expect(read.rows.map(({ id: order }) => order)).toEqual([second, third]);
  });

  it('do not grow with the licences that end, whose enterprises are each told once', async () => {
    const end = async (count: number) => {
      for (const order of await several(count)) await ok(allocationBody(cast, order, 1));
      const { rows } = await cast.database.executeSql(
        `update assignment set status = 1, expired_at = now() + interval '5 days' where status = 0 returning id`,
      );
      const ends = await withStatements(() => cast.product.inTransaction(remindOfEnds));
      expect(ends.result).toBe(false);
      return { statements: ends.statements, ids: rows.map((row) => row.id) };
    };
    await end(1);
    const two = await end(2);
    const twenty = await end(20);
    expect(twenty.statements.length).toBe(two.statements.length);
    const audited = await cast.database.executeSql(
      `select record_id from notification
        where notice = 'licence_expiring' and record_id = any ($1::int[]) and user_id = $2 order by record_id`,
      [twenty.ids, cast.customer.id],
    );
    expect(audited.rows).toEqual(twenty.ids.sort((a, b) => Number(a) - Number(b)).map((record_id) => ({ record_id })));
    expect((await withStatements(() => cast.product.inTransaction(remindOfEnds))).statements.length).toBeLessThan(7);
  });

  it('are for a portion of a rollout: what is left of the licences that end is told of next', async () => {
    await cast.database.executeSql(`insert into assignment (order_id, project_id, enterprise_id, hosts, status, lic_key,
        expired_at, task_uuid, task_status, task_started_at, jti)
      select order_id, project_id, enterprise_id, 1, 1, 'ROLLOUT-' || g, now() + interval '20 days',
        gen_random_uuid(), 'succeed', now(), gen_random_uuid()
      from (select * from assignment order by id limit 1) one, generate_series(1, 1200) g`);
    const audited = async () => {
      const isMore = await cast.product.inTransaction(remindOfEnds);
      const { rows } = await cast.database.executeSql(
        `select count(*)::int as count from notification n join assignment a on a.id = n.record_id
          where notice = 'licence_expiring' and n.user_id = $1 and lic_key like 'ROLLOUT-%'`,
        [cast.customer.id],
      );
      return [isMore, rows[0]?.count];
    };
    expect([await audited(), await audited(), await audited()]).toEqual([
      [true, 500],
      [true, 1000],
      [false, 1200],
    ]);
  });

  it('do not grow with the subscriptions that end', async () => {
    const ended = async (count: number) => {
      const { rows } = await cast.database.executeSql(
        `insert into subscription (code, company, contact_man, contact_mail, hosts, status, period_start_at, period_end_at,
            auto_renew)
          select gen_random_uuid()::text, 'Harbour', 'Ann', 'ann@x.example', 1, 1, now() - interval '31 days',
            now() - interval '1 day', g % 2 = 0 from generate_series(1, $1) g returning id`,
        [count],
      );
      const { statements } = await withStatements(() => cast.product.inTransaction(endSubscriptions));
      return { statements, ids: rows.map((row) => row.id) };
    };
    const two = await ended(2);
    const twenty = await ended(20);
    expect(twenty.statements.length).toBe(two.statements.length);
    const { rows } = await cast.database.executeSql(
      `select action, count(*)::int from audit where entity = 'subscription' and entity_id = any ($1::int[])
        group by action order by action`,
      [twenty.ids],
    );
    expect(rows).toEqual([
      { action: 'expire', count: 10 },
      { action: 'renew', count: 10 },
    ]);
  });

  it('do not grow with the recipients of a licence, who are each written to in their language', async () => {
    await cast.database.executeSql(
      `update users set language = 'zh-CN', params = params || '{"liaison_mail": "two@first.example"}' where id = $1`,
      [cast.customer.id],
    );
    const order = await approvedOrder(cast, 5);
    const licence = async (mails: object) => {
      const [{ id }] = (await ok(allocationBody(cast, order, 1, { mails }))).items;
      const { rows } = await cast.database.executeSql('select * from assignment where id = $1', [id]);
      return rows[0] as unknown as EntityRows['assignment'];
    };
    const queued = async (mails: object) => {
      const found = await licence(mails);
      return withStatements(() => cast.product.inTransaction((context) => queueMails(context, found)));
    };
    const one = await queued({ project_mail: 'one@first.example' });
    const three = await queued({
      project_mail: 'one@first.example',
      others: ['two@first.example', 'three@first.example'],
    });
    expect(three.statements.length).toBe(one.statements.length);
    const { rows } = await cast.database.executeSql('select key, address, language, status from mail order by id');
    expect(rows.slice(-5).map(Object.values)).toEqual([
      ['project_mail', 'one@first.example', 'en', 0],
      ['sub_user_mail', null, 'en', -1],
      ['scan_mail', null, 'en', -1],
      ['others', 'two@first.example', 'zh-CN', 0],
      ['others_2', 'three@first.example', 'en', 0],
    ]);
  });

  it('do not grow with the numbers of a dashboard', async () => {
    await approvedOrder(cast, 5);
    const looked = (client: Client) => withStatements(() => ok(client.get('/v1/dashboard')));
    const admin = await looked(cast.admin);
    const customer = await looked(cast.customer);
    expect(admin.result.numbers.length).toBeGreaterThan(customer.result.numbers.length);
    // The caller, all counts, four charts, and the names of all products in one statement.
    expect(admin.statements.length).toBeLessThanOrEqual(7);
    // And one statement per sum.
    const sums = customer.result.numbers.length;
    expect(customer.statements.length).toBeLessThanOrEqual(6 + sums);
  });

  it('are few for an order and for a step of it: each is a wait for the database', async () => {
    await approvedOrder(cast, 5);
    const made = await withStatements(() => placeOrder(cast, 5));
    const confirmed = await withStatements(() =>
      cast.sales.post(`/v1/order/${made.result}`, { status: 1, ...periods }),
    );
    expect(confirmed.result.status).toBe(200);
    // Session, begin and commit, references, buyer, order, audit entry, response, notices.
    expect(made.statements.length).toBeLessThanOrEqual(9);
    const [who] = (await ok(cast.sales.get(`/v1/user/list?filter_enterprise_id=${cast.enterprise}`))).items;
    const buyer = { enterprise_id: cast.enterprise, user_id: who.id };
    const order = {
      category_id: 1001,
      product_id: cast.productId,
      purchased: { hosts: 5 },
      params: delivery,
      ...buyer,
    };
    const forAnother = await withStatements(() => ok(cast.sales.post('/v1/order', order)));
    expect(forAnother.statements.length).toBeLessThanOrEqual(9);
    // Session, begin and commit, locked order, step with its audit entry, notices, response.
    expect(confirmed.statements.length).toBeLessThanOrEqual(7);

    const { code } = await ok(cast.customer.get(`/v1/order/${made.result}`));
    const { rows } = await cast.database.executeSql(
      `select action, after ->> 'code' as code, after ->> 'status' as status from audit
        where entity = 'order' and entity_id = $1 order by id`,
      [made.result],
    );
    expect(rows.map(Object.values)).toEqual([
      ['create', code, '0'],
      ['confirm', null, '1'],
    ]);
    expect(code).toMatch(/^ORD\d{8}\d{5}$/);
  });

  it('are few for the issue of a licence, which reads its product, project and profile once', async () => {
    const [{ task }] = (await ok(allocationBody(cast, await approvedOrder(cast, 5), 1))).items;
    const signer = createSigner();
    const issue = () =>
      issueLicence(cast.product.inTransaction, (claims, key) => signer.sign({ ...claims }, key), task.uuid);
    const { statements } = await withStatements(issue);
    const reading = (table: string) => statements.filter(({ text }) => new RegExp(`(from|join) "${table}"`).test(text));
    expect([reading('product').length, reading('product_license').length]).toEqual([1, 1]);
    // Begin and commit twice; first the task, its result, its row and the key; then the task, its row with its audit
    // entry, the project, languages, mails and jobs, the message.
    expect(statements.length).toBeLessThanOrEqual(16);
  });
});
