import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import { transaction } from '../../server/db/connection.ts';
import { OtherTenantReference } from '../../server/db/engine/errors.ts';
import { insert } from '../../server/db/write/store.ts';
import { type Cast, delivery, effectiveProject, startCast } from '../support/cast.ts';
import { type Client, ok, password } from '../support/product.ts';

let cast: Cast;
beforeAll(async () => {
  cast = await startCast('postgres');
});
afterAll(() => cast.close());

const person = async (maker: Client, name: string, role_id: number, more: object = {}): Promise<Client> => {
  await ok(maker.post('/v1/user', { name, nick_name: name, role_id, password, ...more }));
  return cast.login(name);
};
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();
const trial = { category_id: 1003, purchased: { hosts: 2 }, params: delivery };

it('a record points to records of its own enterprise alone, whoever writes it', async () => {
  const stranger = await person(cast.otherCustomer, 'stranger', 5);
  const [project] = (await ok(cast.customer.get('/v1/project/list'))).items;
  const answer = await cast.admin.post(`/v1/project/${project.id}`, { sub_user_id: stranger.id });
  expect([answer.status, answer.body.error.fields]).toEqual([
    422,
    { sub_user_id: ['The user does not belong to the enterprise'] },
  ]);
  const values = { enterprise_id: cast.enterprise, project_id: cast.project, product_id: cast.productId, hosts: 1 };
  const made = transaction(cast.database, (trx) => {
    const writer = { contract, trx, now: new Date(), secrets: { seal: (text: string) => text, mac: () => 'mark' } };
    return insert(writer, 'application', { ...values, user_id: stranger.id });
  });
  await expect(made).rejects.toThrow('user_id');
});

it('who once used a project reads nothing of the enterprise that it has moved to (C1, C13)', async () => {
  const member = await person(cast.customer, 'member', 5);
  const project = await effectiveProject(cast.customer, cast.productId, 'KEY-MOVED');
  const order = (await ok(cast.customer.post('/v1/order', { ...trial, product_id: cast.productId }))).id;
  await ok(cast.sales.post(`/v1/order/${order}`, { status: 1, use_period: 90, assign_period: 30 }));
  await ok(cast.operations.post(`/v1/order/${order}`, { status: 2 }));
  const body = { project_id: project, orders: [{ order_id: order, hosts: 1 }], sub_user_id: member.id };
  const { items } = await ok(cast.customer.post('/v1/assignment', body));
  await expect
    .poll(async () => (await ok(cast.customer.get(`/v1/assignment/${items[0].id}`))).task.status)
    .toBe('succeed');
  // The licence has ended, so the project may move.
  await cast.database.executeSql(
    `update assignment set expired_at = now() - interval '1 second' where id = ${items[0].id}`,
  );
  await ok(cast.admin.post(`/v1/project/relocation/${project}`, { enterprise_id: cast.otherEnterprise }));
  const filed = await member.post('/v1/allocation', { project_id: project, hosts: 1 });
  expect([filed.status, Object.keys(filed.body.error.fields)]).toEqual([422, ['user_id']]);
});

it('a trial is approved for 90 days at most (B40)', async () => {
  const order = (await ok(cast.otherCustomer.post('/v1/order', { ...trial, product_id: cast.productId }))).id;
  await ok(cast.otherSales.post(`/v1/order/${order}`, { status: 1, use_period: 90, assign_period: 30 }));
  const long = await cast.operations.post(`/v1/order/${order}`, { status: 2, use_period: 91 });
  expect([long.status, Object.keys(long.body.error.fields)]).toEqual([422, ['use_period']]);
  await ok(cast.operations.post(`/v1/order/${order}`, { status: 2, use_period: 90 }));
});

it('of several trials at once one is opened (B40)', async () => {
  const product_id = (
    await ok(cast.admin.post('/v1/product', { name: 'Trial', code: 'TRIAL', deployment_id: 1, category_id: 1001 }))
  ).id;
  await ok(cast.admin.post('/v1/enterprise_product', { enterprise_id: cast.enterprise, product_id }));
  const tries = Array.from({ length: 5 }, () => cast.customer.post('/v1/order', { ...trial, product_id }));
  expect(statuses(await Promise.all(tries))).toEqual([200, 422, 422, 422, 422]);
});

/** Waits until this number of transactions wait for a lock. */
async function untilWaiting(count: number): Promise<void> {
  const blocked = `select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await cast.database.executeSql(blocked)).rows[0]?.count).toBe(count);
}

/**
 * Begins a transaction with these statements.
 * @returns a promise that resolves after the statements, and a function that commits
 */
function begun(...statements: string[]) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let tell = () => {};
  const done = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const ended = transaction(cast.database, async (trx) => {
    for (const statement of statements) await sql.raw(statement).execute(trx);
    tell();
    await released;
  });
  const commit = () => {
    release();
    return ended;
  };
  return { done, commit };
}

type Answers = Promise<{ status: number }>[];

/** Runs work while a transaction with these statements is open, and commits when enough transactions wait for it. */
async function during(statements: string[], waiting: number, work: () => Answers | Promise<Answers>) {
  const blocked = begun(...statements);
  await blocked.done;
  try {
    const started = await work();
    await untilWaiting(waiting);
    await blocked.commit();
    return statuses(await Promise.all(started));
  } finally {
    await blocked.commit();
  }
}

it('a trial waits for another one of its product, and other orders for none (B40)', async () => {
  const about = { name: 'Sold', code: 'SOLD', deployment_id: 1, category_id: 1001 };
  const product_id = (await ok(cast.admin.post('/v1/product', about))).id;
  await ok(cast.admin.post('/v1/enterprise_product', { enterprise_id: cast.enterprise, product_id }));
  const buy = (more: object) => cast.customer.post('/v1/order', { ...trial, product_id, ...more });
  const locked = `select id from enterprise_product where product_id = ${product_id} for no key update`;
  const work = async () => {
    await ok(buy({ category_id: 1001 }));
    return [buy({})];
  };
  expect(await during([locked], 1, work)).toEqual([200]);
});

it('of the last SuperAdmins that delete each other one stays (C20)', async () => {
  const first = await person(cast.admin, 'first.admin', 1);
  const second = await person(cast.admin, 'second.admin', 1);
  await ok(first.delete(`/v1/user/${cast.admin.id}`));
  const admins = 'select id from users where role_id = 1 and deleted_at is null';
  const both = () => [first.delete(`/v1/user/${second.id}`), second.delete(`/v1/user/${first.id}`)];
  const [done, refused] = await during([`${admins} for update`], 2, both);
  // The other one is the last administrator, and is refused as such; or, if the database breaks the deadlock of the two
  // by ending its transaction and it is run again, its session has ended.
  expect(done).toBe(200);
  expect([401, 422]).toContain(refused);
  expect((await cast.database.executeSql(admins)).rows).toHaveLength(1);
});

it('no reference is left to a record that is deleted at the same moment (C20)', async () => {
  const made = { name: 'Gone', code: 'GONE', deployment_id: 1, category_id: 1001 };
  const product_id = (await ok(cast.operations.post('/v1/product', made))).id;
  const grant = () => [cast.operations.post('/v1/enterprise_product', { enterprise_id: cast.enterprise, product_id })];
  const deletion = [
    `select id from product where id = ${product_id} for update`,
    `update product set deleted_at = now() where id = ${product_id}`,
  ];
  expect(await during(deletion, 1, grant)).toEqual([422]);
});

it('no record of an enterprise points to one that moves to another at the same moment (C1)', async () => {
  const mover = await person(cast.customer, 'mover', 5);
  const values = { enterprise_id: cast.enterprise, project_id: cast.project, product_id: cast.productId, hosts: 1 };
  const insertion = () =>
    transaction(cast.database, (trx) => {
      const writer = { contract, trx, now: new Date(), secrets: { seal: (text: string) => text, mac: () => 'mark' } };
      return insert(writer, 'application', { ...values, user_id: mover.id });
    }).then(
      () => ({ status: 200 }),
      (error) => ({ status: error instanceof OtherTenantReference ? 422 : 500 }),
    );
  const move = [
    `select id from users where id = ${mover.id} for update`,
    `update users set enterprise_id = ${cast.otherEnterprise} where id = ${mover.id}`,
  ];
  expect(await during(move, 1, () => [insertion()])).toEqual([422]);
});

it('nobody but an enterprise user is put under tutelage (SPEC 6)', async () => {
  const { sales, operations } = cast;
  const answer = await operations.post(`/v1/user/${sales.id}`, { params: { tutelage: true } });
  expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([422, ['params.tutelage']]);
});

it('what is brought back while its enterprise goes to another salesman goes along (C1)', async () => {
  const { enterprise, otherEnterprise, sales, otherSales, database } = cast;
  const mine = "code like 'BACK-%'";
  await database.executeSql(`insert into orders (code, category_id, purchased_hosts, enterprise_id)
    select 'BACK-' || g, 1003, 1, ${otherEnterprise} from generate_series(1, 40) g`);
  const moved = begun(`update orders set enterprise_id = ${enterprise}, deleted_at = now() where ${mine}`);
  await moved.done;
  const back = begun(`update orders set deleted_at = null where ${mine}`);
  await untilWaiting(1);
  const handedOn = begun(`update enterprise set sales_user_id = ${otherSales.id} where id = ${enterprise}`);
  await untilWaiting(2);
  await moved.commit();
  // In parallel: if they wait for each other, the database aborts one, which is run again after the other has
  // committed.
  await Promise.all([back.commit(), handedOn.commit()]);
  const { rows } = await database.executeSql(`select count(*)::int as left from orders
    where ${mine} and _enterprise_id__sales_user_id is distinct from ${otherSales.id}`);
  expect(rows).toEqual([{ left: 0 }]);
  await database.executeSql(`update enterprise set sales_user_id = ${sales.id} where id = ${enterprise}`);
});
