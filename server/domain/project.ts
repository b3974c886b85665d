import type { Rows } from '../../contract/index.ts';
import { type Context, callerOf } from './context.ts';
import { refuse } from './refusal.ts';
import type { Rules, Values } from './rules.ts';

async function checkSubUser(context: Context, enterprise_id: number, id: unknown): Promise<void> {
  if (!id) return;
  const found = await context.trx
    .selectFrom('users')
    .select('enterprise_id')
    .where('id', '=', id as number)
    .executeTakeFirst();
  if (found?.enterprise_id !== enterprise_id) throw refuse('user_not_of_enterprise', undefined, 'sub_user_id');
}

async function checkProduct(context: Context, enterprise_id: number, values: Values): Promise<void> {
  const granted = await context.trx
    .selectFrom('enterprise_product')
    .select('id')
    .where('enterprise_id', '=', enterprise_id)
    .where('product_id', '=', values.product_id as number)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!granted) throw refuse('product_not_granted', undefined, 'product_id');
}

/** A project belongs to one enterprise, and its product is one that the enterprise holds (B15). */
export const project: Rules<Rows['project']> = {
  async beforeCreate(context, values) {
    const caller = callerOf(context);
    const enterprise_id = caller.role === 'Enterprise' ? caller.enterprise_id : (values.enterprise_id as number | null);
    if (!enterprise_id) throw refuse('required', undefined, 'enterprise_id');
    await checkProduct(context, enterprise_id, values);
    await checkSubUser(context, enterprise_id, values.sub_user_id);
    return { ...values, enterprise_id };
  },
  async beforeUpdate(context, row, values) {
    await checkSubUser(context, row.enterprise_id ?? 0, values.sub_user_id);
    return values;
  },
};
