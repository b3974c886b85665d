import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { chartDays } from '../../contract/endpoints/licence/assignment.ts';
import type { Context } from '../core/context.ts';
import { additionsBySql, dayOf } from '../domain/licence/use/usedAbove.ts';

interface ProductDay {
  id: number;
  name: string;
  metering: string;
  unit: string | null;
  day: string;
  used: number | null;
  seats: number | null;
  delegated: number | null;
  machines: number | null;
  bought: number;
}

/** The most products whose use is drawn. */
const mostProducts = 50;

/**
 * What was used and bought, and the seats in use, on each of the last 90 days (UTC), by product. A product without use or seats is left
 * out. Seats in use are those that the console leased to machines and those that relays report as used. Their largest
 * numbers may be of different hours, so together they are at most as many as were leased and delegated at one time. Before
 * 28 November 2026 only these are known.
 * @param whose selects licences `a`
 * @param added what orders add to the licence `l` until the end of a day
 */
async function useOf(context: Context, whose: RawBuilder<SqlBool>, added: RawBuilder<unknown> = sql`0`) {
  const today = sql`${dayOf(context)}::date`;
  const first = sql`(${today} - ${sql.lit(chartDays - 1)})`;
  const start = sql`(days.day::timestamp at time zone 'UTC')`;
  const { rows } = await sql<ProductDay>`with licence as (
      select a.id, a.hosts, a.issued_at, a.expired_at, a.revoked_at, p.product_id from assignment a
      join project p on p.id = a.project_id where a.issued_at is not null and a.deleted_at is null and ${whose}),
    saved as (select l.id, l.product_id, u.day, u.used, u.seats, coalesce(u.leased, u.seats) as leased, u.delegated,
        null::int as reported, null::int as machines
      from licence l join usage_day u on u.assignment_id = l.id and u.day >= ${first} and u.day <= ${today}
      union all select l.id, l.product_id, r.day, null, null, null, null, r.seats, r.machines
      from licence l join relay_day r on r.assignment_id = l.id and r.day >= ${first} and r.day <= ${today}),
    by_licence as (select product_id, day, max(used) as used, max(seats) as most, nullif(max(leased), 0) as leased,
        nullif(max(delegated), 0) as delegated, sum(reported) as reported, sum(machines) as machines
      from saved group by id, product_id, day),
    used as (select product_id, day, sum(used)::float8 as used, sum(case
          when leased is null and reported is null then null
          else least(most, coalesce(leased, 0) + coalesce(reported, 0)) end)::float8 as seats,
        sum(delegated)::float8 as delegated, sum(machines)::float8 as machines
      from by_licence group by product_id, day),
    days as (select day::date from generate_series(${first}, ${today}, '1 day') day)
    select d.id, d.name, d.metering, d.unit, days.day::text, u.used, u.seats, u.delegated, u.machines, coalesce((
      select sum(l.hosts + ${added}) from licence l where l.product_id = d.id
        and l.issued_at < ${start} + interval '1 day' and (l.expired_at is null or l.expired_at > ${start})
        and (l.revoked_at is null or l.revoked_at >= ${start})), 0)::float8 as bought
    from product d cross join days left join used u on u.product_id = d.id and u.day = days.day
    where d.id in (select product_id from used group by product_id order by count(*) desc, product_id
      limit ${sql.lit(mostProducts)})
    order by d.name, d.id, days.day`.execute(context.trx);
  const products = new Map<number, ReturnType<typeof itemOf>>();
  for (const row of rows) {
    const item = products.get(row.id) ?? itemOf(row);
    const { day, used, seats, delegated, machines, bought } = row;
    item.days.push({ day, used, seats, delegated, machines, bought });
    products.set(row.id, item);
  }
  return { items: [...products.values()] };
}

type Day = Pick<ProductDay, 'day' | 'used' | 'seats' | 'delegated' | 'machines' | 'bought'>;

const itemOf = ({ id, name, metering, unit }: ProductDay) => ({
  product: { id, name, metering, unit },
  days: [] as Day[],
});

/**
 * The use of a licence by day (issue 36). What orders add to it counts as bought.
 * @param id of a licence that the caller may see
 */
export const licenceUse = (context: Context, id: number) =>
  useOf(
    context,
    sql<SqlBool>`a.id = ${id}`,
    additionsBySql(sql`l.id`, sql`(days.day::timestamp at time zone 'UTC') + interval '1 day'`),
  );

/**
 * The use of all licences of an enterprise by day, which were bought with the licences that were valid on the day.
 * @param id of an enterprise that the caller may see
 */
export const enterpriseUse = (context: Context, id: number) => useOf(context, sql<SqlBool>`a.enterprise_id = ${id}`);
