import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import { transaction } from '../../server/db/connection.ts';
import { compactSummaries } from '../../server/db/summary/compactSummaries.ts';
import { allocationBody, approvedOrder, type Cast, periods, placeOrder, startCast } from '../support/cast.ts';
import { forEachEngine } from '../support/database.ts';
import { ok } from '../support/product.ts';
import { scale } from '../support/scale.ts';
import { wrongScopes } from '../support/storedScopes.ts';
import { wrongSummaries } from '../support/summaries.ts';

forEachEngine('at once', (engine) => {
  let cast: Cast;
  beforeAll(async () => {
    cast = await startCast(engine);
  });
  afterAll(() => cast.close());

  const race = async (order: number, requests: number) => {
    const answers = await Promise.all(Array.from({ length: requests }, () => allocationBody(cast, order, 1)));
    return answers.map((answer) => answer.status);
  };
  const count = (statuses: number[], wanted: number) => statuses.filter((status) => status === wanted).length;

  it('12 allocations of 1 host with 3 left: exactly 3 succeed (C4)', async () => {
    const order = await approvedOrder(cast, 3);
    const statuses = await race(order, 12);
    expect([count(statuses, 200), count(statuses, 422)]).toEqual([3, 9]);
    expect((await ok(cast.customer.get(`/v1/order/${order}`))).available.hosts.value).toBe(0);
    expect((await ok(cast.customer.get(`/v1/assignment/list?filter_order_id=${order}`))).total).toBe(3);
  });

  it('200 requests for 50 hosts: exactly 50 succeed (C4)', async () => {
    const order = await approvedOrder(cast, 50);
    const statuses = await race(order, 200);
    expect([count(statuses, 200), count(statuses, 422)]).toEqual([50, 150]);
    expect((await ok(cast.customer.get(`/v1/order/${order}`))).available.hosts.value).toBe(0);
  });

  it('20 approvals and rejections of one order: one wins, one line of history, one message each (C2, C9)', async () => {
    const order = await placeOrder(cast, 2);
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

  it('what lists count as it is written is what there is, at every step of writers at once (issue 12)', async () => {
    let writing = 0;
    const writer = async (work: () => Promise<unknown>) => {
      writing += 1;
      await work().finally(() => {
        writing -= 1;
      });
    };
    const road = async (at: number) => {
      const order = await approvedOrder(cast, 4);
      await ok(allocationBody(cast, order, 1));
      const other = await placeOrder(cast, 3);
      await cast.customer.delete(`/v1/order/${other}`);
      if (at % 2) await ok(cast.customer.post(`/v1/order/restore/${other}`, {}));
    };
    const inBulk = async (at: number) => {
      const undone = cast.database.db.transaction().execute(async (trx) => {
        await sql`update orders set status = 9, purchased_hosts = 7`.execute(trx);
        throw new Error('taken back');
      });
      await expect(undone).rejects.toThrow('taken back');
      await cast.database.executeSql(`insert into orders (code, category_id, purchased_hosts, enterprise_id)
        select 'BULK-${at}-' || g, 1003, g, ${cast.enterprise} from generate_series(1, 20) g`);
      await cast.database.executeSql(`update orders set status = id % 2 * 8 where code like 'BULK-${at}-%'`);
      await cast.database.executeSql(`delete from orders where code like 'BULK-${at}-%' and purchased_hosts > 15`);
    };
    const times = scale(2, 25);
    const repeat = (work: (at: number) => Promise<void>, name: number) => async () => {
      for (let left = times; left > 0; left -= 1) await work(name * 100 + left);
    };
    const all = [road, road, road, inBulk].map((work, at) => writer(repeat(work, at)));
    let looks = 0;
    while (writing > 0 || looks === 0) {
      expect(await wrongSummaries(cast.database)).toEqual([]);
      await cast.database.db.transaction().execute((trx) => compactSummaries(trx, contract));
      looks += 1;
    }
    await Promise.all(all);
    await cast.database.db.transaction().execute((trx) => compactSummaries(trx, contract));
    expect(await wrongSummaries(cast.database)).toEqual([]);
    const parts = `select enterprise_id, status from orders_summary__enterprise_id__status group by 1, 2 having count(*) > 1`;
    expect((await cast.database.executeSql(parts)).rows).toEqual([]);
    const { total } = await ok(cast.admin.get('/v1/order/list?filter_category_id=1003&filter_status=8&per_page=1'));
    const { rows } = await cast.database.executeSql(
      'select count(*)::int as total from orders where category_id = 1003 and status = 8',
    );
    expect(total).toBe(rows[0]?.total);
  });

  it('a name of a group is given once whatever its case, and an id of a machine letter by letter (issue 13)', async () => {
    const names = ['Waiting', 'WAITING', 'waiting', 'Wäiting', 'WÄITING'];
    const save = (name: string) =>
      cast.sales.post('/v1/saved_view', { screen: '/authorization/order', name, query: '{}' });
    const answers = await Promise.all(names.map(save));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 422, 422, 422]);
    const refused = answers.find(({ status }) => status === 422);
    expect(refused?.body.error.fields).toMatchObject({ name: [expect.stringContaining('already')] });
    const mine = (await ok(cast.sales.get('/v1/saved_view/list?search=waiting'))).items as { id: number }[];
    await ok(cast.sales.delete(`/v1/saved_view/${mine[0]?.id}`));
    await ok(save('wAITING'));
    expect((await cast.sales.post(`/v1/saved_view/restore/${mine[0]?.id}`, {})).status).toBe(422);
    const project = (name: string, license_key: string) =>
      cast.customer.post('/v1/project', { name, product_id: cast.productId, license_key });
    const keys = await Promise.all(['aB3=', 'Ab3=', 'aB3='].map((key, at) => project(`Keyed ${at}`, key)));
    expect(keys.map(({ status }) => status).sort()).toEqual([200, 200, 422]);
    const bind = (union_id: string, user: number) =>
      cast.database.executeSql(`insert into user_oauth (user_id, union_id) values (${user}, '${union_id}')`);
    await Promise.all([bind('iPd1', cast.sales.id), bind('IpD1', cast.customer.id)]);
    await expect(bind('IpD1', cast.admin.id)).rejects.toThrow('user_oauth_provider__union_id_key');
  });

  it('whose rows are whose is told by the salesman of today, at every step of writers and of new salesmen (issue 12)', async () => {
    const { database, enterprise, otherEnterprise } = cast;
    let writing = 0;
    const repeated = async (times: number, work: (at: number) => Promise<unknown>) => {
      writing += 1;
      try {
        for (let at = 0; at < times; at += 1) await work(at);
      } finally {
        writing -= 1;
      }
    };
    const road = async () => {
      const order = await approvedOrder(cast, 2);
      await ok(allocationBody(cast, order, 1));
      const gone = await placeOrder(cast, 1);
      await ok(cast.customer.delete(`/v1/order/${gone}`));
      await ok(cast.customer.post(`/v1/order/restore/${gone}`, {}));
    };
    /**
     * Runs hand-written SQL until it is not the one that ends a deadlock: a statement of many rows may meet another in
     * any order, and whoever writes such statements runs them again.
     */
    const written = async <T>(work: () => Promise<T>): Promise<T> => {
      for (;;) {
        try {
          return await work();
        } catch (error) {
          if ((error as { code?: string }).code !== '40P01') throw error;
        }
      }
    };
    /** Hand-written SQL that creates sets of rows, moves them to the other enterprise, deletes and restores them. */
    const inBulk = async (at: number) => {
      const code = `SCOPE-${at}-`;
      const statements = [
        `insert into orders (code, category_id, purchased_hosts, enterprise_id)
          select '${code}' || g, 1003, g, case when g % 3 > 0 then ${enterprise} end from generate_series(1, 20) g`,
        `update orders set enterprise_id = ${otherEnterprise}, deleted_at = now()
          where code like '${code}%' and id % 2 = 0`,
        `update orders set deleted_at = null where code like '${code}%' and id % 4 = 0`,
      ];
      for (const statement of statements) await written(() => database.executeSql(statement));
    };
    /**
     * Assigns the other enterprise to a salesman or to none. The customer's enterprise goes to another salesman and
     * back in one transaction, because `sales` confirms its orders.
     */
    const handedOn = async (at: number) => {
      const [to, then] = at % 2 ? [cast.otherSales.id, cast.sales.id] : [cast.sales.id, cast.otherSales.id];
      await ok(cast.admin.post(`/v1/enterprise/${otherEnterprise}`, { sales_user_id: to }));
      await written(() =>
        transaction(database, (trx) =>
          sql`update enterprise set sales_user_id = ${at % 3 ? then : null} where id = ${otherEnterprise}`.execute(trx),
        ),
      );
      await written(() =>
        transaction(database, async (trx) => {
          await sql`update enterprise set sales_user_id = ${cast.otherSales.id} where id = ${enterprise}`.execute(trx);
          await sql`update enterprise set sales_user_id = ${cast.sales.id} where id = ${enterprise}`.execute(trx);
        }),
      );
    };
    const times = scale(3, 40);
    const all = [
      ...[road, road].map((work) => repeated(times, work)),
      repeated(times * 4, inBulk),
      repeated(times * 4, handedOn),
    ];
    const looked: unknown[] = [];
    while (writing > 0) looked.push(...(await wrongScopes(database)));
    await Promise.all(all);
    expect([...looked, ...(await wrongScopes(database))].slice(0, 5)).toEqual([]);
    const { rows } = await database.executeSql(`select count(*)::int as total from orders o
      join enterprise e on e.id = o.enterprise_id where e.sales_user_id = ${cast.sales.id} and o.deleted_at is null`);
    for (const query of ['per_page=1', 'start_at=2020-01-01'])
      expect((await ok(cast.sales.get(`/v1/order/list?${query}`))).total).toBe(rows[0]?.total);
    expect(await wrongSummaries(database)).toEqual([]);
  });
});
