import { AppError } from '../../core/appError.ts';
import { type Context, callerOf } from '../../core/context.ts';
import type { EntityRules } from '../../core/rules.ts';

/** A binding belongs to its user: a salesman cannot change it while acting (C12). */
export const userOauth: EntityRules<'user_oauth'> = {
  async beforeRemove(context) {
    if (callerOf(context).behalf_id) throw AppError.unprocessable('not_while_acting');
  },
};

/** The caller's own binding, with `bound: false` if there is none. */
export async function oauthBinding(context: Context) {
  const found = await context.trx
    .selectFrom('user_oauth')
    .select(['id', 'nick', 'created_at'])
    .where('user_id', '=', callerOf(context).id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return { bound: found !== undefined, id: null, nick: null, created_at: null, ...found };
}
