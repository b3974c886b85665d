import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { daysAfter } from '../../../contract/entities/shared/period.ts';
import { AppError } from '../../core/appError.ts';
import type { Context } from '../../core/context.ts';
import type { FieldValues } from '../../core/rules.ts';

/**
 * True if an order that has not ended renews the licence of this id. The id is compared as a text, since it is inside
 * JSON.
 */
const isRenewedBy = (id: RawBuilder<unknown>): RawBuilder<SqlBool> => sql<SqlBool>`exists (select 1 from orders r
  where r.params ->> 'renews' = ${id}::text and r.deleted_at is null and r.status in (0, 1, 2))`;

/**
 * True if a licence of the table `t` is renewed or about to be. Renewed licences are few and come from the orders. For
 * the others, the subquery with a limit looks up each licence by itself; `exists` would read all orders first.
 */
export const isRenewedSql = (wanted: unknown) => {
  const order = sql`from orders r where r.params ->> 'renews' is not null and r.deleted_at is null and r.status in (0, 1, 2)`;
  if (wanted === true) return sql<SqlBool>`t.id in (select (r.params ->> 'renews')::int ${order})`;
  return sql<SqlBool>`(select 1 ${order} and r.params ->> 'renews' = t.id::text limit 1) is null`;
};

/**
 * True if it is settled what follows a licence of the table `t`: its renewal was ordered, or was refused or given up, or
 * a reissue of its order has a licence of the same project that ends later. Each subquery with a limit looks up one
 * licence by itself.
 */
export const isFollowedSql = sql<SqlBool>`((select 1 from orders r where r.params ->> 'renews' is not null
    and r.deleted_at is null and r.params ->> 'renews' = t.id::text limit 1) is not null
  or (select 1 from orders r join assignment a on a.order_id = r.id where r.parent_order_id = t.order_id
    and r.deleted_at is null and a.project_id = t.project_id and a.status = 1 and a.deleted_at is null
    and a.expired_at > t.expired_at limit 1) is not null)`;

/**
 * Issued licences that expire within a number of days from now.
 * @param alias the table's alias
 */
export const endsWithinDaysSql = (alias: string, now: Date, days: unknown) => {
  const end = sql.ref(`${alias}.expired_at`);
  const live = sql<SqlBool>`${sql.ref(`${alias}.status`)} = 1`;
  return sql<SqlBool>`${live} and ${end} > ${now} and ${end} <= ${daysAfter(now, Number(days))}`;
};

/** Issued licences whose time is over, or not yet over. */
export const hasEndedSql = (now: Date, isEnded: boolean) =>
  isEnded
    ? sql<SqlBool>`t.status = 1 and t.expired_at <= ${now}`
    : sql<SqlBool>`(t.status <> 1 or t.expired_at is null or t.expired_at > ${now})`;

/** The days on which a licence of the table `t` is reminded of, as its product's issuing profile chooses them. */
export const reminderDaysSql = sql<
  number[]
>`(select array(select -day::int from jsonb_array_elements_text(l.reminder_days) day)
  from project p join product_license l on l.product_id = p.product_id and l.deleted_at is null
  where p.id = t.project_id and jsonb_array_length(l.reminder_days) > 0)`;

/**
 * Live licences that expire between two times in whole seconds.
 * @param alias the table's alias
 * @param interval as validated
 */
export const endsInIntervalSql = (alias: string, interval: unknown) => {
  const [from = 0, until = 0] = String(interval)
    .split('/')
    .map((end) => Date.parse(end));
  const end = sql.ref(`${alias}.expired_at`);
  const live = sql<SqlBool>`${sql.ref(`${alias}.status`)} = 1`;
  return sql<SqlBool>`${live} and ${end} >= ${new Date(from)} and ${end} < ${new Date(until + 1000)}`;
};

const refuse = (key: 'renews_purchase' | 'renews_unfit' | 'renewed') =>
  AppError.unprocessable(key, undefined, 'params.renews');

/**
 * Refuses to decline the renewal of a licence that an order renews.
 * @throws 422
 */
export async function refuseRenewed(context: Context, id: number): Promise<void> {
  const { rows } = await sql<{ renewed: boolean }>`select ${isRenewedBy(sql`${id}::int`)} as renewed`.execute(
    context.trx,
  );
  if (rows[0]?.renewed) throw AppError.unprocessable('renewed');
}

/**
 * Checks a renewal (D4): a new purchase of the same product for the same enterprise, of an issued licence that no other
 * order renews. The licence itself stays unchanged.
 * @param order with the grant of its product locked exclusively, so that the second of two concurrent renewals sees the
 * first
 * @throws 422 at `params.renews`
 */
export async function checkRenewal(context: Context, order: FieldValues, id: number): Promise<void> {
  if (order.category_id !== 1001) throw refuse('renews_purchase');
  const found = await sql<{ fits: boolean; renewed: boolean }>`select ${isRenewedBy(sql`a.id`)} as renewed,
      a.status = 1 and a.enterprise_id = ${order.enterprise_id} and p.product_id = ${order.product_id} as fits
    from assignment a join project p on p.id = a.project_id where a.id = ${id}`.execute(context.trx);
  if (!found.rows[0]?.fits) throw refuse('renews_unfit');
  if (found.rows[0].renewed) throw refuse('renewed');
}
