import { type Kysely, sql } from 'kysely';
import { foldText } from '../../../contract/lib/foldText.ts';
import { message } from '../../../contract/messages/message.ts';
import { AppError } from '../../core/appError.ts';
import { type Context, callerOf } from '../../core/context.ts';
import { deliverNotice } from '../../core/mail/deliverNotice.ts';
import type { SignInMethod, Tables } from '../../db/schema/tables.ts';
import { folded } from '../../db/schema/uniqueTexts.ts';
import { audit } from '../../db/write/audit.ts';
import { patch } from '../../db/write/store.ts';
import { closingProviderOf } from './oidc/closedPassword.ts';
import { attachSession, type ProviderLogout, providerLogoutOf } from './oidc/providerSession.ts';
import { isPassword, validateChosenPassword } from './password.ts';
import { mailOf } from './profile/ownMail.ts';
import { earlierAgents, endSessions, endSignIn, openSession } from './session.ts';
import { createSignInTicket, type signInTicket, useTicket, useTickets } from './signIn/accountTicket.ts';
import { deviceKey, deviceName } from './signIn/device.ts';
import { countPasskeys } from './signIn/passkeyRows.ts';
import { factorDueAt } from './signIn/secondFactor.ts';

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

/** True if the user has an open password; others sign in by a provider. */
export async function hasPassword(context: Context, id: number): Promise<boolean> {
  const user = await context.trx.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirst();
  return user?.password_hash != null && !(await closingProviderOf(context, id));
}

/** The user, if this is their password; verified by the same rules. */
export async function verifyOwnPassword(db: Kysely<Tables>, id: number, password: string, party: string) {
  const user = await db.selectFrom('users').select(['id', 'password_hash']).where('id', '=', id).executeTakeFirst();
  return (await isPassword(password, user?.password_hash, party)) ? user : undefined;
}

/** Audits a failed sign-in, with its reason unless that is a wrong name or password. */
export const auditFailure = (context: Context, name: string, reason?: string): Promise<void> =>
  audit(context, { action: 'login', entity: 'user', after: { name, ...(reason && { reason }) }, result: 'denied' });

export const loginFailed = (): AppError => AppError.unprocessable('login_failed');

/** A session that was just opened, with its key. */
export interface OpenedSession {
  readonly id: number;
  readonly api_key: string;
  readonly expires_at: Date;
  /** The end of the days of grace, for a user who has to set up a second factor. */
  readonly factor_due_at?: Date | undefined;
}

/**
 * The user whose session is opened.
 * @throws 422 for one who may not sign in
 */
async function userToSignIn(context: Context, id: number) {
  const user = await context.trx
    .selectFrom('users')
    .select(['id', 'role_id', 'params', 'password_hash', 'must_change_password', 'second_factor', 'active'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (!user.active) throw AppError.unprocessable('deactivated');
  if ((user.params as { tutelage?: boolean } | null)?.tutelage) throw AppError.unprocessable('tutelage');
  if (context.settings.closedHashes.has(user.password_hash ?? '')) throw AppError.unprocessable('demo_account');
  return user;
}

type UserToSignIn = Awaited<ReturnType<typeof userToSignIn>>;

/**
 * Sends an e-mail to a user who signs in on a new device: no stored session of theirs began on it. A user without stored
 * sessions gets no e-mail, because there is nothing to compare with.
 */
async function mailNewDevice(context: Context, user_id: number): Promise<void> {
  const { signInMails } = context.settings;
  if (!signInMails || !context.origin) return;
  const { agent, address } = context.origin;
  const earlier = await earlierAgents(context, user_id);
  const own = deviceKey(agent);
  if (earlier.length === 0 || earlier.some((one) => deviceKey(one) === own)) return;
  const values = { device: deviceName(agent) ?? '–', address };
  await deliverNotice(context, { bell: [], mail: [user_id] }, { notice: 'new_device', module: null, values });
}

/** How the second step of a sign-in was done. */
export type SecondProof = 'code' | 'passkey';

/** What a provider answered to a sign-in. */
interface SignInDetails {
  /** True if the provider has asked for a second factor, so that none is due here. */
  readonly isTrusted?: boolean;
  /** The session at the provider, with which the session here ends. */
  readonly provider_session_id?: number | null;
}

/**
 * Opens the session of an authenticated user, and mails them if the device is new to the console. A user under tutelage
 * gets none (C12), nor does a demo account outside the demo (D14). With a password that someone else set, the session
 * only allows to change the password (D7).
 * @param by how the user proved who they are in the first step
 * @param second what the second step was
 */
async function loginAs(
  context: Context,
  user: UserToSignIn,
  by: SignInMethod | 'passkey',
  { second, isTrusted = false, provider_session_id }: SignInDetails & { readonly second?: SecondProof } = {},
): Promise<OpenedSession> {
  const user_id = user.id;
  await mailNewDevice(context, user_id);
  const due = isTrusted ? undefined : await factorDueAt(context, user);
  const isDue = due !== undefined && due <= context.now;
  const session = await openSession(context, {
    user_id,
    method: by === 'passkey' || !second ? by : `${by}_${second}`,
    must_change_password: by === 'password' && user.must_change_password,
    must_enrol: isDue,
    endsBy: isDue ? undefined : due,
  });
  if (provider_session_id != null) await attachSession(context, provider_session_id, session.id);
  // There was no caller so far: the user who signed in is the actor.
  const actor = { id: user_id, behalf_id: null };
  await audit({ ...context, caller: actor }, { action: 'login', entity: 'user', id: user_id });
  return { ...session, factor_due_at: isDue ? undefined : due };
}

/** The second step of a sign-in, which has to follow the first one. */
export interface PendingSignIn {
  readonly ticket: string;
  /** True if a passkey may take the place of the code. */
  readonly passkey: boolean;
  readonly expires_at: Date;
}

/**
 * The first step of a sign-in.
 * @param network where it comes from: the second step has to come from there, too
 * @param details what a provider answered
 * @returns a session, or a ticket for the second step if the user has a second factor
 */
export async function beginSignIn(
  context: Context,
  user_id: number,
  method: SignInMethod,
  network: string,
  details: SignInDetails = {},
): Promise<OpenedSession | PendingSignIn> {
  const user = await userToSignIn(context, user_id);
  if (!user.second_factor || details.isTrusted) return loginAs(context, user, method, details);
  const passkey = (await countPasskeys(context, user_id)) > 0;
  const provider_session_id = details.provider_session_id ?? undefined;
  return { ...(await createSignInTicket(context, { user_id, method, network, provider_session_id })), passkey };
}

/**
 * A sign-in with a passkey alone, which is two factors in one: the device, and what the device verified the person by.
 * @throws 422 for one who may not sign in
 */
export const signInWithPasskey = async (context: Context, user_id: number): Promise<OpenedSession> =>
  loginAs(context, await userToSignIn(context, user_id), 'passkey');

/**
 * The second step of a sign-in: uses up the proof and the ticket.
 * @param second what the proof is
 * @param isProof uses up the proof; false for a wrong one
 * @returns the session; undefined for a wrong proof
 * @throws 422 if the ticket has ended
 */
export async function finishSignIn(
  context: Context,
  ticket: Awaited<ReturnType<typeof signInTicket>> & object,
  second: SecondProof,
  isProof: () => Promise<boolean>,
): Promise<OpenedSession | undefined> {
  if (!(await isProof())) return undefined;
  if (!(await useTicket(context, ticket.id))) throw AppError.unprocessable('sign_in_ended');
  return loginAs(context, await userToSignIn(context, ticket.user_id), ticket.method ?? 'password', {
    second,
    provider_session_id: ticket.provider_session_id,
  });
}

/**
 * Audits a proof that was not accepted at a sign-in.
 * @param proof its name in the audit
 * @param user_id whose it should have been; undefined if no account has it
 */
export const auditWrongProof = (
  context: Context,
  proof: 'second_factor' | 'passkey',
  user_id: number | undefined,
): Promise<void> =>
  audit(context, {
    action: 'login',
    entity: 'user',
    ...(user_id !== undefined && { id: user_id }),
    after: { [proof]: true },
    result: 'denied',
  });

/**
 * Ends the caller's sign-in: while acting, the salesman's own session as well (B4, C12, D9).
 * @returns the provider that has to sign them out, too
 */
export async function logout(context: Context): Promise<ProviderLogout | undefined> {
  const caller = callerOf(context);
  const provider = await providerLogoutOf(context);
  await audit(context, { action: 'logout', entity: 'user', id: caller.id });
  await endSignIn(context, caller.session_id);
  return provider;
}

/** Ends all sessions of the caller but this one, and those in which they act for others (issue 35). */
export async function logoutOthers(context: Context): Promise<void> {
  const caller = callerOf(context);
  if (caller.behalf_id) throw AppError.unprocessable('not_while_acting');
  await audit(context, { action: 'logout_others', entity: 'user', id: caller.id });
  await endSessions(context, caller.id, caller.session_id);
}

/**
 * Validates a change of the caller's password before the old one is verified (B5, R-VALID-15).
 * @throws 422
 */
export async function validateNewPassword(
  context: Context,
  input: { readonly password: string; readonly password1: string; readonly password2: string },
): Promise<void> {
  const { name, params } = await context.trx
    .selectFrom('users')
    .select(['name', 'params'])
    .where('id', '=', callerOf(context).id)
    .executeTakeFirstOrThrow();
  validateChosenPassword(input, context.settings.passwordRule, { name, mail: mailOf({ params }) });
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
