import type { Rows } from '../../contract/index.ts';
import { callerOf } from './context.ts';
import type { Rules } from './rules.ts';

/** A view belongs to who saves it. */
export const savedView: Rules<Rows['saved_view']> = {
  beforeCreate: async (context, values) => ({ ...values, user_id: callerOf(context).id }),
};
