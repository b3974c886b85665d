import { message } from '../../../contract/messages/message.ts';
import { isRole } from '../../../contract/roles/index.ts';
import { AppError } from '../../core/appError.ts';
import { type Context, callerOf } from '../../core/context.ts';
import type { EntityRules } from '../../core/rules.ts';
import { insertIfUnique } from '../../db/write/store.ts';

/** A salesman grants only products that they have themselves (C11). */
async function checkSalesmanHolds(context: Context, product_id: number, field: string): Promise<void> {
  const caller = callerOf(context);
  if (!isRole(caller.role, 'SalesMan')) return;
  const own = await context.trx
    .selectFrom('user_product')
    .select('id')
    .where('user_id', '=', caller.id)
    .where('product_id', '=', product_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!own) throw AppError.invalid({ [field]: [message('product_not_held')] });
}

/** Grants products to a new enterprise user's enterprise; one that is granted already is no error (B27). */
export async function grantProducts(context: Context, enterprise_id: number, products: readonly number[]) {
  for (const [index, product_id] of products.entries()) {
    await checkSalesmanHolds(context, product_id, `products[${index}]`);
    const values = { enterprise_id, product_id };
    await insertIfUnique(context, 'enterprise_product', values, { action: 'create' });
  }
}

export const enterpriseProduct: EntityRules<'enterprise_product'> = {
  async beforeCreate(context, values) {
    await checkSalesmanHolds(context, values.product_id as number, 'product_id');
    return values;
  },
};
