import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Rows } from '../../contract/index.ts';
import { queueMails } from '../../server/domain/mail.ts';
import { allocation, approved, buy, type Cast, periods, startCast } from '../support/cast.ts';
import { ok } from '../support/product.ts';
import { heard, listen } from '../support/statements.ts';

let cast: Cast;
beforeAll(async () => {
  cast = await startCast('postgres', { withoutWorkers: true });
  listen();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await cast.close();
});

const several = (count: number) => Promise.all(Array.from({ length: count }, () => approved(cast, 5)));
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
    await allocated([await approved(cast, 1)]);
    const two = await heard(() => allocated(few));
    const twenty = await heard(() => allocated(many));
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

  it('do not grow with the recipients of a licence, who are each written to in their language', async () => {
    await cast.database.executeSql(
      `update users set language = 'zh-CN', params = params || '{"liaison_mail": "two@first.example"}' where id = $1`,
      [cast.customer.id],
    );
    const order = await approved(cast, 5);
    const licence = async (mails: object) => {
      const [{ id }] = (await ok(allocation(cast, order, 1, { mails }))).items;
      const { rows } = await cast.database.executeSql('select * from assignment where id = $1', [id]);
      return rows[0] as unknown as Rows['assignment'];
    };
    const queued = async (mails: object) => {
      const found = await licence(mails);
      return heard(() => cast.product.inTransaction((context) => queueMails(context, found)));
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

  it('are few for an order and for a step of it: each is a wait for the database', async () => {
    await approved(cast, 5);
    const made = await heard(() => buy(cast, 5));
    const confirmed = await heard(() => cast.sales.post(`/v1/order/${made.result}`, { status: 1, ...periods }));
    expect(confirmed.result.status).toBe(200);
    // Besides begin and commit: the caller, the product, the buyer, the grant; the order, its enterprises, audit, reading, message.
    expect(made.statements.length).toBeLessThanOrEqual(11);
    // The caller, the order, the step with its audit, its enterprises, who is told, the message, reading.
    expect(confirmed.statements.length).toBeLessThanOrEqual(9);

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
});
