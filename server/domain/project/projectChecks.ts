import { AppError } from '../../core/appError.ts';
import type { Context } from '../../core/context.ts';

/** Refuses a sub-user of another enterprise. */
export async function checkSubUser(context: Context, enterprise_id: number, id: unknown): Promise<void> {
  if (!id) return;
  const found = await context.trx
    .selectFrom('users')
    .select('enterprise_id')
    .where('id', '=', id as number)
    .executeTakeFirst();
  if (found?.enterprise_id !== enterprise_id)
    throw AppError.unprocessable('user_not_of_enterprise', undefined, 'sub_user_id');
}

/** Refuses a product that is not granted to the enterprise. */
export async function checkProduct(context: Context, enterprise_id: number, product_id: number): Promise<void> {
  const granted = await context.trx
    .selectFrom('enterprise_product')
    .select('id')
    .where('enterprise_id', '=', enterprise_id)
    .where('product_id', '=', product_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!granted) throw AppError.unprocessable('product_not_granted', undefined, 'product_id');
}
