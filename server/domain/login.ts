import type { Kysely } from 'kysely';
import { message } from '../../contract/message.ts';
import { audit } from '../db/audit.ts';
import { patch } from '../db/store.ts';
import type { Tables } from '../db/tables.ts';
import { AppError } from './appError.ts';
import { type Context, callerOf } from './context.ts';
import { isPassword, isStrong } from './password.ts';
import { endSession, endSessions, openSession } from './session.ts';

const maxFailures = 5;
const lockTime = 15 * 60 * 1000;

export interface Credentials {
  name: string;
  password: string;
}

/** How many minutes a name is still locked for an address; 0 when it is not (B3). */
export async function lockedFor(db: Kysely<Tables>, name: string, address: string, now: Date): Promise<number> {
  const found = await db
    .selectFrom('login_failure')
    .select(['count', 'last_at'])
    .where('name', '=', name.toLowerCase())
    .where('address', '=', address)
    .executeTakeFirst();
  const rest = found ? found.last_at.getTime() + lockTime - now.getTime() : 0;
  return found && found.count >= maxFailures && rest > 0 ? Math.ceil(rest / 60_000) : 0;
}

/**
 * The user of these credentials, verified outside any transaction since hashing takes its time. The same
 * answer, after the same time, for an unknown name and a wrong password (B3).
 */
export async function verifyCredentials(db: Kysely<Tables>, { name, password }: Credentials) {
  const user = await db
    .selectFrom('users')
    .select(['id', 'password_hash', 'params'])
    .where((eb) => eb(eb.fn<string>('lower', ['name']), '=', name.toLowerCase()))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return (await isPassword(password, user?.password_hash)) ? user : undefined;
}

/** Counts a failed try; after the fifth the name is locked for this address (B3). */
export async function countFailure(context: Context, name: string): Promise<void> {
  const address = context.origin?.address ?? '';
  const since = new Date(context.now.getTime() - lockTime);
  await context.trx
    .insertInto('login_failure')
    .values({ name: name.toLowerCase(), address, count: 1, last_at: context.now })
    .onConflict((conflict) =>
      conflict.columns(['name', 'address']).doUpdateSet((eb) => ({
        count: eb
          .case()
          .when('login_failure.last_at', '<', since)
          .then(1)
          .else(eb('login_failure.count', '+', 1))
          .end(),
        last_at: context.now,
      })),
    )
    .execute();
  await audit(context, { action: 'login', entity: 'user', after: { name }, result: 'denied' });
}

export const loginFailed = (): AppError => AppError.unprocessable('login_failed');

/** Opens the session of a user whose password was right; a user under tutelage has none (C12). */
export async function login(context: Context, user: { id: number; params: unknown }) {
  if ((user.params as { tutelage?: boolean }).tutelage) throw AppError.unprocessable('tutelage');
  const address = context.origin?.address ?? '';
  const { name } = await context.trx
    .selectFrom('users')
    .select('name')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  await context.trx
    .deleteFrom('login_failure')
    .where('name', '=', name.toLowerCase())
    .where('address', '=', address)
    .execute();
  const session = await openSession(context, { user_id: user.id });
  await audit(context, { action: 'login', entity: 'user', id: user.id });
  return session;
}

/** A fresh key for the caller, whose session so far ends (B4). */
export async function renew(context: Context) {
  const caller = callerOf(context);
  await endSession(context, caller.session_id);
  return openSession(context, { user_id: caller.id });
}

/** Ends the caller's session, and with a salesman's also the acting ones (B4, C12). */
export async function logout(context: Context): Promise<void> {
  const caller = callerOf(context);
  await audit(context, { action: 'logout', entity: 'user', id: caller.id });
  await endSession(context, caller.session_id);
}

/** What is wrong with a change of password, before the old one is looked at (B5, R-VALID-15). */
export function validateNewPassword(input: { password: string; password1: string; password2: string }): void {
  if (!input.password2) throw AppError.invalid({ password2: [message('password_repeat_empty')] });
  if (input.password1 !== input.password2) throw AppError.invalid({ password2: [message('password_repeat')] });
  if (!isStrong(input.password1)) throw AppError.invalid({ password1: [message('password_weak')] });
  if (input.password1 === input.password) throw AppError.invalid({ password1: [message('password_same')] });
}

/** Sets the caller's new password and ends their other sessions (B5). */
export async function setPassword(context: Context, passwordHash: string): Promise<void> {
  const caller = callerOf(context);
  if (caller.behalf_id) throw AppError.unprocessable('acting_password');
  await patch(context, 'user', caller, { password_hash: passwordHash }, { action: 'change_password', after: {} });
  await endSessions(context, caller.id, caller.session_id);
}
