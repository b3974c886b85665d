import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { Pool } from 'pg';

// The benchmark to compare the product with: the endpoints of orders, hand-written with SQL. They have the same columns
// and totals, but no sign-in, permissions, validation, audit or jobs; the given scope is trusted.

const pool = new Pool({ connectionString: process.env['DATABASE_URL'] ?? '', max: 10, options: '-c timezone=UTC' });
const app = new Hono();

const columns = `t.*, e.name as enterprise_name, e.code as enterprise_code, e.status as enterprise_status,
  u.name as user_name, u.nick_name as user_nick_name, s.name as sales_name, s.nick_name as sales_nick_name,
  o.code as parent_order_code, p.name as product_name, p.code as product_code, p.metering, p.unit, p.deployment_id,
  p.category_id as product_category_id, case when t.category_id = 1001 and t.status = 2 then t.purchased_hosts - (
    select coalesce(sum(r.purchased_hosts), 0)::int from orders r
    where r.parent_order_id = t.id and r.status in (0, 1, 2) and r.deleted_at is null) end as reissuable_hosts`;
const joins = `left join enterprise e on e.id = t.enterprise_id left join users u on u.id = t.user_id
  left join users s on s.id = t.sales_user_id left join orders o on o.id = t.parent_order_id
  left join product p on p.id = t.product_id`;
const conditions: Record<string, (at: string) => string> = {
  status: (at) => `t.status = ${at}`,
  enterprise: (at) => `t.enterprise_id = ${at}`,
  sales: (at) => `t.enterprise_id in (select id from enterprise where sales_user_id = ${at})`,
  search: (at) => `(folded(t.code) like '%' || folded(${at}) || '%'
    or t.product_id in (select id from product where folded(name) like '%' || folded(${at}) || '%')
    or t.enterprise_id in (select id from enterprise where folded(name) like '%' || folded(${at}) || '%'))`,
};

function narrowed(given: Record<string, string>): [where: string, values: string[]] {
  const asked = Object.keys(given).map((name, at) => ` and ${conditions[name]?.(`$${at + 1}`)}`);
  return [`t.deleted_at is null${asked.join('')}`, Object.values(given)];
}

app.get('/list', async (c) => {
  const { page = '1', ...given } = c.req.query();
  const [where, values] = narrowed(given);
  const order = 'order by t.created_at desc, t.id desc';
  const ids = `select t.id from orders t where ${where} ${order} limit 20 offset ${(Number(page) - 1) * 20}`;
  const [items, count] = await Promise.all([
    pool.query(`select ${columns} from orders t ${joins} where t.id in (${ids}) ${order}`, values),
    pool.query(`select count(*)::int as total from orders t where ${where}`, values),
  ]);
  return c.json({ items: items.rows, total: count.rows[0].total });
});
const cell = (value: unknown) =>
  /[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : (value ?? '');
app.get('/export', async (c) => {
  const names = ['code', 'category_id', 'product_name', 'enterprise_name', 'purchased_hosts', 'status', 'created_at'];
  const [where, values] = narrowed(c.req.query());
  const sorted = `select ${columns} from orders t ${joins} where ${where} order by t.created_at desc, t.id desc`;
  const { rows } = await pool.query(sorted, values);
  return c.text([names, ...rows.map((row) => names.map((name) => cell(row[name])))].join('\n'));
});
/**
 * The queues, the charts, and the states of licences and mails. `where` is a condition on orders, and limits the others
 * through their orders.
 */
const dashboard = (where: string): string[] => [
  `select status, count(*)::int as count, min(case status when 0 then created_at else confirmed_at end) as since,
    sum(purchased_hosts)::int as bought, sum(available_hosts)::int as remaining from orders t where ${where} group by status`,
  `select to_char(created_at, 'YYYY-MM') as month, count(*)::int from orders t
    where ${where} and created_at >= date_trunc('month', now()) - interval '11 months' group by 1 order by 1`,
  `select p.id, p.name, count(*)::int, sum(purchased_hosts)::int from orders t join product p on p.id = t.product_id
    where ${where} and t.status = 2 group by p.id order by 4 desc limit 12`,
  `select count(distinct t.id) filter (where a.expired_at < now() + interval '30 days')::int as in_30,
    count(distinct t.id) filter (where a.expired_at < now() + interval '60 days')::int as in_60,
    count(distinct t.id)::int as in_90 from assignment a join orders t on t.id = a.order_id
    where ${where} and a.status = 1 and a.expired_at between now() and now() + interval '90 days'`,
  `select date_trunc('day', a.expired_at) as day, count(*)::int from assignment a join orders t on t.id = a.order_id
    where ${where} and a.status = 1 and a.expired_at between now() and now() + interval '1 year' group by 1`,
  `select a.task_status, count(distinct t.id)::int, sum(hosts)::int from assignment a join orders t on t.id = a.order_id
    where ${where} group by 1`,
  `select count(distinct t.id)::int as failed_mails from mail m join assignment a on a.id = m.assignment_id
    join orders t on t.id = a.order_id where ${where} and m.status = 9`,
  `select count(*)::int as waiting, min(created_at) as since from application where status = 0 and deleted_at is null`,
  `select count(*)::int as acting from session where behalf_id is not null and ended_at is null`,
];
app.get('/dashboard', async (c) => {
  const [where, values] = narrowed(c.req.query());
  const all = dashboard(where).map((text) => pool.query(text, text.includes('orders t') ? values : []));
  return c.json((await Promise.all(all)).map(({ rows }) => rows));
});
app.get('/:id', async (c) => {
  const { rows } = await pool.query(`select ${columns} from orders t ${joins} where t.id = $1`, [c.req.param('id')]);
  return rows[0] ? c.json(rows[0]) : c.notFound();
});
app.post('/', async (c) => {
  const { enterprise_id, product_id, purchased } = await c.req.json();
  const insert = `insert into orders (code, category_id, enterprise_id, product_id, purchased_hosts)
    values ('H-' || gen_random_uuid(), 1001, $1, $2, $3) returning *`;
  return c.json((await pool.query(insert, [enterprise_id, product_id, purchased.hosts])).rows[0]);
});
app.post('/:id', async (c) => {
  const { status, use_period, assign_period } = await c.req.json();
  const update = `update orders set status = $2, use_period = $3, assign_period = $4, version = version + 1,
    updated_at = now() where id = $1 and status = 0 returning *`;
  const { rows } = await pool.query(update, [c.req.param('id'), status, use_period, assign_period]);
  return rows[0] ? c.json(rows[0]) : c.notFound();
});

serve({ fetch: app.fetch, port: Number(process.env['PORT']), hostname: '127.0.0.1' });
