import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { daysAfter } from '../../../contract/entities/shared/period.ts';
import { AppError } from '../../core/appError.ts';
import type { Context } from '../../core/context.ts';
import type { Values } from '../../core/rules.ts';

/** An order that was not ended renews the licence of this id; the id stands inside JSON, where it is compared as a text. */
const isRenewedBy = (id: RawBuilder<unknown>): RawBuilder<SqlBool> => sql<SqlBool>`exists (select 1 from orders r
  where r.params ->> 'renews' = ${id}::text and r.deleted_at is null and r.status in (0, 1, 2))`;

/**
 * Is a licence of the table `t` renewed, or about to be? The few that are come from the orders; of those that are not each
 * is asked by itself, which a limit makes sure of: as a mere `exists` it would read all orders first.
 */
export const renewed = (wanted: unknown) => {
  const order = sql`from orders r where r.params ->> 'renews' is not null and r.deleted_at is null and r.status in (0, 1, 2)`;
  if (wanted === true) return sql<SqlBool>`t.id in (select (r.params ->> 'renews')::int ${order})`;
  return sql<SqlBool>`(select 1 ${order} and r.params ->> 'renews' = t.id::text limit 1) is null`;
};

/** Issued licences, under this alias, that end within so many days of now. */
export const endsWithin = (alias: string, now: Date, days: unknown) => {
  const end = sql.ref(`${alias}.expired_at`);
  const live = sql<SqlBool>`${sql.ref(`${alias}.status`)} = 1`;
  return sql<SqlBool>`${live} and ${end} > ${now} and ${end} <= ${daysAfter(now, Number(days))}`;
};

/** The live licences, by their alias, that end between two moments, which are whole seconds. In: the interval, as validated. */
export const endsIn = (alias: string, interval: unknown) => {
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
 * Holds a renewal to its licence (D4): a new purchase of the same product for the same enterprise, of a licence that was
 * issued and that no other order renews. In: the order with the grant of its product locked for it alone, so that of two renewals
 * at once the second sees the first. Throws a 422 at `params.renews`; the licence itself stays as it is.
 */
export async function checkRenewal(context: Context, order: Values, id: number): Promise<void> {
  if (order.category_id !== 1001) throw refuse('renews_purchase');
  const found = await sql<{ fits: boolean; renewed: boolean }>`select ${isRenewedBy(sql`a.id`)} as renewed,
      a.status = 1 and a.enterprise_id = ${order.enterprise_id} and p.product_id = ${order.product_id} as fits
    from assignment a join project p on p.id = a.project_id where a.id = ${id}`.execute(context.trx);
  if (!found.rows[0]?.fits) throw refuse('renews_unfit');
  if (found.rows[0].renewed) throw refuse('renewed');
}
