import { AppError } from '../../core/appError.ts';
import { type Context, callerOf } from '../../core/context.ts';
import { audit } from '../../db/write/audit.ts';
import { endActing, openSession, renewKey } from './session.ts';

interface OpenedSession {
  api_key: string;
  expires_at: Date;
  user_id: number;
}

/** A salesman starts to act for an enterprise user of one of their own enterprises (C12). */
async function startActing(context: Context, id: number): Promise<OpenedSession> {
  const caller = callerOf(context);
  const found = await context.trx
    .selectFrom('users as u')
    .innerJoin('enterprise as e', 'e.id', 'u.enterprise_id')
    .select('u.id')
    .where('u.id', '=', id)
    .where('u.role_id', '=', 4)
    .where('u.deleted_at', 'is', null)
    .where('e.deleted_at', 'is', null)
    .where('e.sales_user_id', '=', caller.id)
    .executeTakeFirst();
  if (!found) throw AppError.forbidden();
  const own = { behalf_id: caller.id, parent_session_id: caller.session_id };
  const { id: session_id, ...opened } = await openSession(context, { user_id: id, method: 'acting', ...own });
  await audit(context, { action: 'act', entity: 'user', id, after: { session_id } });
  return { ...opened, user_id: id };
}

/** The salesman stops acting: the acting session ends, and their own session goes on with a fresh key (C12, B4, D9). */
async function stopActing(context: Context, salesman: number): Promise<OpenedSession> {
  const caller = callerOf(context);
  const parent = await endActing(context, caller.session_id);
  await audit(context, { action: 'return', entity: 'user', id: caller.id });
  return { ...(await renewKey(context, parent)), user_id: salesman };
}

/** The one endpoint for starting and ending to act; anything else is 403 (C12). */
export function actOrReturn(context: Context, id: number): Promise<OpenedSession> {
  const caller = callerOf(context);
  if (caller.behalf_id !== null) {
    if (caller.behalf_id !== id) throw AppError.forbidden();
    return stopActing(context, id);
  }
  if (caller.role !== 'SalesMan') throw AppError.forbidden();
  return startActing(context, id);
}
