import { Client } from 'pg';
import type { Cast } from './cast.ts';
import { addressOf } from './database.ts';

/**
 * SQL that fills a small world with orders: 201 enterprises with one user each, 10 salesmen and 20 products. The
 * factors are coprime to the counts, so that columns do not correlate.
 */
const statements = (orders: number) => [
  `insert into users (name, nick_name, role_id) select 'sales.' || g, 'Sales ' || g, 3 from generate_series(3, 10) g`,
  `insert into product (name, code, deployment_id, category_id)
    select 'Product ' || g, 'PRODUCT-' || g, 1, 1001 from generate_series(2, 20) g`,
  `insert into enterprise (name, code, status, sales_user_id)
    select case when g % 50 < 2 then '和平企业 ' else 'Enterprise ' end || g, 'E-' || g, 1, s.id
    from generate_series(3, 201) g
    join (select id, row_number() over (order by id) - 1 as n from users where role_id = 3) s on s.n = g % 10`,
  `insert into users (name, nick_name, role_id, enterprise_id)
    select lower(code), name, 4, id from enterprise where code like 'E-%'`,
  `with buyer as (
      select e.id, u.id as user_id, e.sales_user_id, row_number() over (order by e.id) - 1 as n
      from enterprise e join users u on u.enterprise_id = e.id),
    item as (select id, row_number() over (order by id) - 1 as n from product),
    draw as (
      select g, (array[0, 1, 2, 2, 2, 2, 2, 2, 8, 9])[1 + m % 10] as status,
        (array[1001, 1001, 1001, 1001, 1001, 1001, 1002, 1003, 1003, 1004])[1 + m / 10 % 10] as category_id,
        m / 100 % 20 as item, 1 + m / 7 % 500 as hosts, now() - (g * 31337::bigint % ${orders}) * interval '5 min' as made
      from (select g, (g * 7919::bigint % ${orders})::int as m from generate_series(1, ${orders}) g) numbers)
    insert into orders (id, code, category_id, status, enterprise_id, user_id, sales_user_id, creator_id, product_id,
      parent_order_id, purchased_hosts, available_hosts, use_period, assign_period, created_at, updated_at, version,
      confirmed_at, approval_at, expired_at)
    select g, 'O-' || lpad(g::text, 8, '0'), category_id, status, buyer.id, user_id, sales_user_id, user_id, item.id,
      case when category_id = 1002 and g > 500 then g - 402 end,
      hosts, case when status = 2 then hosts * (g % 4) / 4 else 0 end, 365, 30, made, made + g % 9 * interval '1 day',
      1 + g % 5, case when status in (1, 2) then made + interval '2 days' end,
      case when status = 2 then made + interval '3 days' end, case when status = 2 then made + interval '33 days' end
    from draw join buyer on buyer.n = g % 201 join item on item.n = item order by g`,
  `select setval(pg_get_serial_sequence('orders', 'id'), ${orders})`,
];

/** A vacuum cannot mark all pages as visible while another transaction reads the table. */
const isSeen = `select relallvisible = relpages as seen from pg_class where oid = 'orders'::regclass`;
const vacuums = 20;

/** Runs work without the indexes that no constraint needs. Creating them afterwards takes a fraction of the time. */
export async function withoutIndexes({ database }: Pick<Cast, 'database'>, work: () => Promise<void>): Promise<void> {
  const { rows } = await database.executeSql(
    `select indexname as name, indexdef as definition from pg_indexes
      where schemaname = 'public' and indexname not in (select conname from pg_constraint)`,
  );
  if (rows.length > 0) await database.executeSql(`drop index ${rows.map(({ name }) => name).join(', ')}`);
  await work();
  await runPatiently(
    database,
    rows.map(({ definition }) => String(definition)),
  );
}

/**
 * Runs statements on a connection of their own, which has no time limit: on a busy machine those that fill and index
 * large tables take longer than the product allows its own.
 */
export async function runPatiently(database: Cast['database'], statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: await addressOf(database), options: '-c timezone=UTC' });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Fills a world without orders with a number of them, and updates the planner statistics. */
export async function fillOrders(cast: Pick<Cast, 'database'>, orders = 100_000): Promise<void> {
  await withoutIndexes(cast, () => runPatiently(cast.database, statements(orders)));
  await settled(cast);
}

/** Updates the planner statistics, and vacuums until all pages of the orders are marked as visible. */
export async function settled({ database }: Pick<Cast, 'database'>): Promise<void> {
  await runPatiently(database, ['vacuum analyze']);
  for (let left = vacuums; left > 0; left -= 1) {
    if ((await database.executeSql(isSeen)).rows[0]?.['seen']) break;
    await runPatiently(database, ['vacuum orders']);
  }
}
