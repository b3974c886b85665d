import { type RawBuilder, sql } from 'kysely';
import type { EntityRows } from '../../../contract/index.ts';
import { AppError } from '../../core/appError.ts';
import type { Context } from '../../core/context.ts';
import type { FieldValues } from '../../core/rules.ts';

const refuseOriginal = (key: 'original_needed' | 'original_unfit') =>
  AppError.unprocessable(key, undefined, 'parent_order_id');

/** Locks the original, so that two concurrent reissues cannot both use the rest of it. */
async function lockOriginal(context: Context, enterprise_id: number, id: unknown) {
  if (!id) throw refuseOriginal('original_needed');
  const found = await context.trx
    .selectFrom('orders')
    .innerJoin('product', 'product.id', 'orders.product_id')
    .select(['orders.id', 'orders.category_id', 'orders.status', 'orders.enterprise_id'])
    .select(['orders.product_id', 'product.category_id as product_category'])
    .where('orders.id', '=', id as number)
    .where('orders.deleted_at', 'is', null)
    .forNoKeyUpdate('orders')
    .executeTakeFirst();
  const fits = found?.category_id === 1001 && found.status === 2 && found.enterprise_id === enterprise_id;
  if (!found || !fits) throw refuseOriginal('original_unfit');
  return found;
}

/**
 * The hosts of an original that are left for reissues: its purchase minus its live reissues (A11, C5).
 * @param order the alias of its table
 */
const remainingHostsSql = (order: string): RawBuilder<number> => sql`(${sql.ref(`${order}.purchased_hosts`)} - (
  select coalesce(sum(r.purchased_hosts), 0)::int from orders r
  where r.parent_order_id = ${sql.ref(`${order}.id`)} and r.status in (0, 1, 2) and r.deleted_at is null))`;

/** The hosts of an order of the table `t` that can be reissued; null if it is not an original. */
export const reissuableHostsSql = sql`case when t.category_id = 1001 and t.status = 2 then ${remainingHostsSql('t')} end`;

/** The rest of a locked original. */
async function remainingHosts(context: Context, id: number): Promise<number> {
  const { rest } = await context.trx
    .selectFrom('orders')
    .select(remainingHostsSql('orders').as('rest'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return rest;
}

/** Checks that the original still has the hosts of a restored reissue (C5, D12). */
export async function checkReissueRestored(context: Context, row: EntityRows['order']): Promise<void> {
  if (row.parent_order_id === null || row.enterprise_id === null || row.status !== 0) return;
  const { id } = await lockOriginal(context, row.enterprise_id, row.parent_order_id);
  const rest = await remainingHosts(context, id);
  if (row.purchased_hosts > rest) throw AppError.unprocessable('over_original', { value: rest });
}

/** The product and service type of a reissue, from its original order (C5). */
export async function reissueTerms(
  context: Context,
  enterprise_id: number,
  values: FieldValues,
  requested: unknown,
): Promise<{ product_id: number | null; service_type: string }> {
  const found = await lockOriginal(context, enterprise_id, values.parent_order_id);
  const rest = await remainingHosts(context, found.id);
  if (rest < 1) throw refuseOriginal('original_unfit');
  if ((values.purchased_hosts as number) > rest)
    throw AppError.unprocessable('over_original', { value: rest }, 'purchased.hosts');
  if (requested === 'failback' && found.product_category !== 1002) {
    throw AppError.unprocessable('failback_service', undefined, 'params.service_type');
  }
  return { product_id: found.product_id, service_type: (requested as string) ?? 'standard' };
}
