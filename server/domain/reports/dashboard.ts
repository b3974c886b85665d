import { type RawBuilder, sql } from 'kysely';
import { may } from '../../../contract/access.ts';
import { type DashboardNumber, dashboardNumbers } from '../../../contract/dashboard.ts';
import { entityNamed } from '../../../contract/index.ts';
import { daysAfter } from '../../../contract/period.ts';
import { selected } from '../../resource/read.ts';
import { type Context, callerOf } from '../context.ts';
import { knownZone } from '../timeZone.ts';

/** A sum of quantities of one unit. */
interface Sum {
  unit: string;
  value: number;
}

interface Shown {
  key: string;
  /** A count, or a sum of what is counted by host. */
  value: number;
  /** The sums of what is counted otherwise: hosts and TB are never added. */
  units: Sum[];
  since: Date | null;
}

const unit = sql<string | null>`case when d.metering = 'value' then d.unit end`;

/** The product of a row of the table `t`. */
const productOf: Readonly<Record<string, RawBuilder<number>>> = {
  order: sql`t.product_id`,
  assignment: sql`(select product_id from project where id = t.project_id)`,
};

/** The sums over a list by unit; that of hosts stands apart. */
async function sumsOf(context: Context, { entity: name, query, sum = '' }: DashboardNumber) {
  const entity = entityNamed(name);
  const { rows } = await sql<{ unit: string | null; value: number }>`select ${unit} as unit,
      sum(${sql.ref(`t.${sum}`)})::float8 as value
    from ${sql.table(entity.table)} as t left join product d on d.id = ${productOf[name] ?? sql`null`}
    where ${selected(context, entity, query)} group by 1 order by 1`.execute(context.trx);
  const units = rows.flatMap(({ unit, value }) => (unit === null ? [] : [{ unit, value }]));
  return { value: rows.find((row) => row.unit === null)?.value ?? 0, units };
}

async function numberOf(context: Context, number: DashboardNumber): Promise<Shown> {
  if (number.sum) return { key: number.key, since: null, ...(await sumsOf(context, number)) };
  const entity = entityNamed(number.entity);
  const where = selected(context, entity, number.query);
  const since = number.since ? sql`min(${sql.ref(`t.${number.since}`)})` : sql`null::timestamptz`;
  const { rows } = await sql<Pick<Shown, 'value' | 'since'>>`select count(*)::float8 as value, ${since} as since
    from ${sql.table(entity.table)} as t where ${where}`.execute(context.trx);
  return { key: number.key, value: rows[0]?.value ?? 0, units: [], since: rows[0]?.since ?? null };
}

interface Bar {
  name: string;
  count: number;
  hosts: number;
}
interface ProductBar extends Bar {
  /** What its quantity is counted in; null for hosts. */
  unit: string | null;
}

const local = (column: string, zone: string) => sql`${sql.ref(column)} at time zone ${zone}::text`;

async function ordersByMonth(context: Context, zone: string): Promise<Bar[]> {
  const { rows } = await sql<Bar>`select to_char(${local('t.created_at', zone)}, 'YYYY-MM') as name,
      count(*)::int as count, coalesce(sum(t.purchased_hosts) filter (where ${unit} is null), 0)::int as hosts
    from orders t left join product d on d.id = t.product_id where ${selected(context, entityNamed('order'), {})} and t.created_at > ${daysAfter(context.now, -365)}
    group by 1 order by 1`.execute(context.trx);
  return rows;
}

async function hostsByProduct(context: Context): Promise<ProductBar[]> {
  const { rows } = await sql<ProductBar>`select d.name, ${unit} as unit, count(*)::int as count,
      sum(t.purchased_hosts)::int as hosts
    from orders t join product d on d.id = t.product_id
    where ${selected(context, entityNamed('order'), { filter_status: '2' })}
    group by d.id order by hosts desc, d.id limit 12`.execute(context.trx);
  return rows;
}

async function expiries(context: Context, zone: string) {
  const { rows } = await sql<{ day: string; count: number }>`select
      to_char(${local('t.expired_at', zone)}, 'YYYY-MM-DD') as day, count(*)::int as count
    from assignment t where ${selected(context, entityNamed('assignment'), { filter_status: '1' })}
      and t.expired_at > ${context.now} and t.expired_at <= ${daysAfter(context.now, 365)}
    group by 1 order by 1`.execute(context.trx);
  return rows;
}

/**
 * The numbers of the caller's role, each the total of the list that it leads to, and the charts (B24). Months and days
 * are those of the time zone: a screen that draws days draws its own.
 */
export async function dashboard(context: Context, timeZone = 'UTC') {
  const zone = await knownZone(context, timeZone);
  const { role } = callerOf(context);
  const numbers: Shown[] = [];
  for (const number of dashboardNumbers) {
    if (number.roles.includes(role)) numbers.push(await numberOf(context, number));
  }
  const orders = may(entityNamed('order').access, 'list', role);
  return {
    numbers,
    outbox: role === 'SuperAdmin' && context.settings.outbox,
    orders_by_month: orders ? await ordersByMonth(context, zone) : [],
    hosts_by_product: orders ? await hostsByProduct(context) : [],
    expiries: await expiries(context, zone),
  };
}
