import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allocation, approved, buy, type Cast, periods, startCast } from '../support/cast.ts';
import { ok } from '../support/product.ts';

describe.each(['pglite', 'postgres'] as const)('at once on %s', (engine) => {
  let cast: Cast;
  beforeAll(async () => {
    cast = await startCast(engine);
  });
  afterAll(() => cast.close());

  const race = async (order: number, requests: number) => {
    const answers = await Promise.all(Array.from({ length: requests }, () => allocation(cast, order, 1)));
    return answers.map((answer) => answer.status);
  };
  const count = (statuses: number[], wanted: number) => statuses.filter((status) => status === wanted).length;

  it('12 allocations of 1 host with 3 left: exactly 3 succeed (C4)', async () => {
    const order = await approved(cast, 3);
    const statuses = await race(order, 12);
    expect([count(statuses, 200), count(statuses, 422)]).toEqual([3, 9]);
    expect((await ok(cast.customer.get(`/v1/order/${order}`))).available.hosts.value).toBe(0);
    expect((await ok(cast.customer.get(`/v1/assignment/list?filter_order_id=${order}`))).total).toBe(3);
  });

  it('200 requests for 50 hosts: exactly 50 succeed (C4)', async () => {
    const order = await approved(cast, 50);
    const statuses = await race(order, 200);
    expect([count(statuses, 200), count(statuses, 422)]).toEqual([50, 150]);
    expect((await ok(cast.customer.get(`/v1/order/${order}`))).available.hosts.value).toBe(0);
  });

  it('20 approvals and rejections of one order: one wins, one line of history, one message each (C2, C9)', async () => {
    const order = await buy(cast, 2);
    await ok(cast.sales.post(`/v1/order/${order}`, { status: 1, ...periods }));
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => cast.operations.post(`/v1/order/${order}`, { status: at % 2 ? 2 : 9 })),
    );
    expect(
      count(
        answers.map((answer) => answer.status),
        200,
      ),
    ).toBe(1);
    const history = await sql<{
      action: string;
    }>`select action from audit where entity = 'order' and entity_id = ${order}
      and result = 'done' and action in ('approve', 'turn_down')`.execute(cast.database.db);
    expect(history.rows).toHaveLength(1);
    const notices = await sql<{
      user_id: number;
    }>`select user_id from notification where module = 'order' and record_id = ${order}
      and notice in ('order.approve', 'order.turn_down')`.execute(cast.database.db);
    expect(notices.rows.map((row) => row.user_id).sort()).toEqual([cast.sales.id, cast.customer.id].sort());
  });
});
