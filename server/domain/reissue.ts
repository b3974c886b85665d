import { sql } from 'kysely';
import type { Context } from './context.ts';
import { refuse } from './refusal.ts';
import type { Values } from './rules.ts';

const refuseOriginal = (key: 'original_needed' | 'original_unfit') => refuse(key, undefined, 'parent_order_id');

/** The original, locked, so that two reissues at once cannot both take the last of it. */
async function lockOriginal(context: Context, enterprise_id: number, id: unknown) {
  if (!id) throw refuseOriginal('original_needed');
  const found = await context.trx
    .selectFrom('orders')
    .innerJoin('product', 'product.id', 'orders.product_id')
    .select(['orders.id', 'orders.category_id', 'orders.status', 'orders.enterprise_id', 'orders.purchased_hosts'])
    .select(['orders.product_id', 'product.category_id as product_category'])
    .where('orders.id', '=', id as number)
    .where('orders.deleted_at', 'is', null)
    .forUpdate('orders')
    .executeTakeFirst();
  const fits = found?.category_id === 1001 && found.status === 2 && found.enterprise_id === enterprise_id;
  if (!found || !fits) throw refuseOriginal('original_unfit');
  return found;
}

/** What is left of an original for reissues: its purchase less its live reissues (A11, C5). */
async function left(context: Context, original: { id: number; purchased_hosts: number }): Promise<number> {
  const used = await context.trx
    .selectFrom('orders')
    .select(sql<number>`coalesce(sum(purchased_hosts), 0)::int`.as('hosts'))
    .where('parent_order_id', '=', original.id)
    .where('status', 'in', [0, 1, 2])
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return original.purchased_hosts - used.hosts;
}

/** The product and service type of a reissue, from its original order (C5). */
export async function original(
  context: Context,
  enterprise_id: number,
  values: Values,
  wished: unknown,
): Promise<{ product_id: number | null; service_type: string }> {
  const found = await lockOriginal(context, enterprise_id, values.parent_order_id);
  const rest = await left(context, found);
  if (rest < 1) throw refuseOriginal('original_unfit');
  if ((values.purchased_hosts as number) > rest) throw refuse('over_original', { value: rest }, 'purchased.hosts');
  if (wished === 'failback' && found.product_category !== 1002) {
    throw refuse('failback_service', undefined, 'params.service_type');
  }
  return { product_id: found.product_id, service_type: (wished as string) ?? 'standard' };
}
