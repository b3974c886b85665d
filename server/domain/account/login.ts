import { type Kysely, sql } from 'kysely';
import { foldText } from '../../../contract/lib/foldText.ts';
import { message } from '../../../contract/messages/message.ts';
import { AppError } from '../../core/appError.ts';
import { type Context, callerOf } from '../../core/context.ts';
import type { Tables } from '../../db/schema/tables.ts';
import { folded } from '../../db/schema/uniqueTexts.ts';
import { audit } from '../../db/write/audit.ts';
import { patch } from '../../db/write/store.ts';
import { isPassword, isStrongPassword } from './password.ts';
import { endSessions, endSignIn, openSession } from './session.ts';
import { useTickets } from './signIn/accountTicket.ts';

export interface LoginCredentials {
  name: string;
  password: string;
}

/**
 * The user of these credentials. Runs outside any transaction, since hashing is slow. An unknown name and a wrong
 * password give the same answer after the same time (B3).
 */
export async function verifyCredentials(db: Kysely<Tables>, { name, password }: LoginCredentials, party: string) {
  const user = await db
    .selectFrom('users')
    .select(['id', 'password_hash', 'params'])
    .where(folded(sql.ref('name')), '=', foldText(name))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return (await isPassword(password, user?.password_hash, party)) ? user : undefined;
}

/** The user, if this is their password; verified by the same rules. */
export async function verifyOwnPassword(db: Kysely<Tables>, id: number, password: string, party: string) {
  const user = await db.selectFrom('users').select(['id', 'password_hash']).where('id', '=', id).executeTakeFirst();
  return (await isPassword(password, user?.password_hash, party)) ? user : undefined;
}

/** Audits a failed sign-in. */
export const auditFailure = (context: Context, name: string): Promise<void> =>
  audit(context, { action: 'login', entity: 'user', after: { name }, result: 'denied' });

export const loginFailed = (): AppError => AppError.unprocessable('login_failed');

/**
 * Opens the session of an authenticated user. A user under tutelage gets none (C12), nor does a demo account outside
 * the demo (D14). With a password that someone else set, the session only allows to change the password (D7).
 */
export async function login(context: Context, user: { id: number; params: unknown }, by: 'password' | 'provider') {
  if ((user.params as { tutelage?: boolean }).tutelage) throw AppError.unprocessable('tutelage');
  const { password_hash, must_change_password } = await context.trx
    .selectFrom('users')
    .select(['password_hash', 'must_change_password'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  if (context.settings.closedHashes.has(password_hash ?? '')) throw AppError.unprocessable('demo_account');
  const session = await openSession(context, {
    user_id: user.id,
    must_change_password: by === 'password' && must_change_password,
  });
  // There was no caller so far: the user who signed in is the actor.
  const actor = { id: user.id, behalf_id: null };
  await audit({ ...context, caller: actor }, { action: 'login', entity: 'user', id: user.id });
  return session;
}

/** Ends the caller's sign-in: while acting, the salesman's own session as well (B4, C12, D9). */
export async function logout(context: Context): Promise<void> {
  const caller = callerOf(context);
  await audit(context, { action: 'logout', entity: 'user', id: caller.id });
  await endSignIn(context, caller.session_id);
}

/**
 * Validates a change of password before the old password is verified (B5, R-VALID-15).
 * @throws 422
 */
export function validateNewPassword(input: { password: string; password1: string; password2: string }): void {
  if (!input.password2) throw AppError.invalid({ password2: [message('password_repeat_empty')] });
  if (input.password1 !== input.password2) throw AppError.invalid({ password2: [message('password_repeat')] });
  if (!isStrongPassword(input.password1)) throw AppError.invalid({ password1: [message('password_weak')] });
  if (input.password1 === input.password) throw AppError.invalid({ password1: [message('password_same')] });
}

/** Sets the caller's new password and ends their other sessions (B5). */
export async function setPassword(context: Context, passwordHash: string): Promise<void> {
  const caller = callerOf(context);
  if (caller.behalf_id) throw AppError.unprocessable('acting_password');
  const own = { password_hash: passwordHash, must_change_password: false };
  await patch(context, 'user', caller, own, { action: 'change_password', after: {} });
  await patch(context, 'session', { id: caller.session_id }, { must_change_password: false });
  await useTickets(context, caller.id);
  await endSessions(context, caller.id, caller.session_id);
}
