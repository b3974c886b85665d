import type { Rows } from '../../contract/index.ts';
import { callerOf } from './context.ts';
import { refuse } from './refusal.ts';
import type { Rules } from './rules.ts';

/** A salesman grants only what they hold themselves (C11). */
export const enterpriseProduct: Rules<Rows['enterprise_product']> = {
  async beforeCreate(context, values) {
    const caller = callerOf(context);
    if (caller.role !== 'SalesMan') return values;
    const held = await context.trx
      .selectFrom('user_product')
      .select('id')
      .where('user_id', '=', caller.id)
      .where('product_id', '=', values.product_id as number)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!held) throw refuse('product_not_held', undefined, 'product_id');
    return values;
  },
};
