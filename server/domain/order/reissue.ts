import { type RawBuilder, sql } from 'kysely';
import type { Rows } from '../../../contract/index.ts';
import { AppError } from '../../core/appError.ts';
import type { Context } from '../../core/context.ts';
import type { Values } from '../../core/rules.ts';

const refuseOriginal = (key: 'original_needed' | 'original_unfit') =>
  AppError.unprocessable(key, undefined, 'parent_order_id');

/** The original, locked, so that two reissues at once cannot both take the last of it. */
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

/** What is left of an original for reissues: its purchase less its live reissues (A11, C5); `order` is its table. */
const left = (order: string): RawBuilder<number> => sql`(${sql.ref(`${order}.purchased_hosts`)} - (
  select coalesce(sum(r.purchased_hosts), 0)::int from orders r
  where r.parent_order_id = ${sql.ref(`${order}.id`)} and r.status in (0, 1, 2) and r.deleted_at is null))`;

/** What can be reissued of an order of the table `t`; nothing of one that is no original. */
export const reissuable = sql`case when t.category_id = 1001 and t.status = 2 then ${left('t')} end`;

/** What is left of the original of a reissue, which is locked. */
async function leftOf(context: Context, id: number): Promise<number> {
  const { rest } = await context.trx
    .selectFrom('orders')
    .select(left('orders').as('rest'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return rest;
}

/** A reissue that comes back takes its part of the original again, which others may have taken meanwhile (C5, D12). */
export async function checkReissueRestored(context: Context, row: Rows['order']): Promise<void> {
  if (row.parent_order_id === null || row.enterprise_id === null || row.status !== 0) return;
  const { id } = await lockOriginal(context, row.enterprise_id, row.parent_order_id);
  const rest = await leftOf(context, id);
  if (row.purchased_hosts > rest) throw AppError.unprocessable('over_original', { value: rest });
}

/** The product and service type of a reissue, from its original order (C5). */
export async function original(
  context: Context,
  enterprise_id: number,
  values: Values,
  wished: unknown,
): Promise<{ product_id: number | null; service_type: string }> {
  const found = await lockOriginal(context, enterprise_id, values.parent_order_id);
  const rest = await leftOf(context, found.id);
  if (rest < 1) throw refuseOriginal('original_unfit');
  if ((values.purchased_hosts as number) > rest)
    throw AppError.unprocessable('over_original', { value: rest }, 'purchased.hosts');
  if (wished === 'failback' && found.product_category !== 1002) {
    throw AppError.unprocessable('failback_service', undefined, 'params.service_type');
  }
  return { product_id: found.product_id, service_type: (wished as string) ?? 'standard' };
}
