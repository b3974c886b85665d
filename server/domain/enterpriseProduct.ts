import type { Rows } from '../../contract/index.ts';
import { message } from '../../contract/message.ts';
import { type Context, callerOf } from './context.ts';
import { record } from './event.ts';
import { invalid } from './refusal.ts';
import type { Rules } from './rules.ts';

/** A salesman grants only what they hold themselves (C11). */
async function checkHeld(context: Context, product_id: number, field: string): Promise<void> {
  const caller = callerOf(context);
  if (caller.role !== 'SalesMan') return;
  const held = await context.trx
    .selectFrom('user_product')
    .select('id')
    .where('user_id', '=', caller.id)
    .where('product_id', '=', product_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!held) throw invalid({ [field]: [message('product_not_held')] });
}

/** Grants products to an enterprise together with something else; one that it has already is no error (B27). */
export async function grantProducts(context: Context, enterprise_id: number, products: readonly number[]) {
  for (const [index, product_id] of products.entries()) {
    await checkHeld(context, product_id, `products[${index}]`);
    const values = { enterprise_id, product_id };
    const made = await context.trx
      .insertInto('enterprise_product')
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (made) await record(context, { action: 'create', entity: 'enterprise_product', id: made.id, after: values });
  }
}

export const enterpriseProduct: Rules<Rows['enterprise_product']> = {
  async beforeCreate(context, values) {
    await checkHeld(context, values.product_id as number, 'product_id');
    return values;
  },
};
