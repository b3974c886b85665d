import { createHash } from 'node:crypto';
import { roleOf } from '../../../../contract/schema/access.ts';
import { AppError } from '../../../core/appError.ts';
import { type Context, callerOf } from '../../../core/context.ts';
import { deliverNotice } from '../../../core/mail/deliverNotice.ts';
import { notify } from '../../../core/mail/notification.ts';
import { factorContext } from '../../../core/security/factorSecret.ts';
import { lockUser } from '../../../core/security/lockUser.ts';
import { audit, type WriteContext } from '../../../db/write/audit.ts';
import { patch } from '../../../db/write/store.ts';
import { isEmergencyAdmin } from '../oidc/closedPassword.ts';
import { endSessions } from '../session.ts';
import { normalizeCode, randomCode } from './accountTicket.ts';
import { countPasskeys, deletePasskeys } from './passkeyRows.ts';
import { requireRecentSignIn } from './recentSignIn.ts';
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts';

const recoveryCodeCount = 10;
const dayMs = 24 * 60 * 60 * 1000;

/** 80 random bits need no salt. */
const hashRecoveryCode = (code: string): string => createHash('sha256').update(normalizeCode(code)).digest('hex');

const factorOf = ({ trx }: Pick<Context, 'trx'>, user_id: number) =>
  trx.selectFrom('second_factor').selectAll().where('user_id', '=', user_id).executeTakeFirst();

/** Locks the second factor of a user, so that changes of it take turns. */
const lockedFactor = ({ trx }: Context, user_id: number) =>
  trx.selectFrom('second_factor').selectAll().where('user_id', '=', user_id).forUpdate().executeTakeFirst();

/** The caller in their own session: nobody has to do with the second factor of whom they act for. */
export function ownCaller(context: Context) {
  const caller = callerOf(context);
  if (caller.behalf_id) throw AppError.unprocessable('not_while_acting');
  return caller;
}

const isRequired = ({ settings }: Context, role: string | undefined): boolean =>
  settings.secondFactor.roles.some((one) => one === role);

/**
 * When the user needs a second factor at the latest. The days of grace begin with the first sign-in for which one is
 * required.
 * @returns undefined if none is required, or if the user has one
 */
export async function factorDueAt(
  context: Context,
  user: { readonly id: number; readonly role_id: number; readonly second_factor: boolean },
): Promise<Date | undefined> {
  if (user.second_factor || !isRequired(context, roleOf(user.role_id))) return undefined;
  const known = await factorOf(context, user.id);
  if (known?.due_at) return known.due_at;
  const due_at = new Date(context.now.getTime() + context.settings.secondFactor.graceDays * dayMs);
  await context.trx
    .insertInto('second_factor')
    .values({ user_id: user.id, due_at })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ due_at }))
    .execute();
  if (due_at > context.now) {
    const until = due_at.toISOString().slice(0, 10);
    await notify(context, [user.id], { notice: 'factor_due', module: null, values: { until } });
  }
  return due_at;
}

/** The state of the caller's second factor. */
export async function readFactor(context: Context) {
  const { id, role } = callerOf(context);
  const factor = await factorOf(context, id);
  const { count } = await context.trx
    .selectFrom('recovery_code')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  const isOn = factor?.secret_sealed != null;
  const passkeys = await countPasskeys(context, id);
  const required = isRequired(context, role);
  return {
    enabled: isOn,
    enabled_at: (isOn && factor?.confirmed_at) || null,
    recovery_codes_left: Number(count),
    passkeys,
    required,
    due_at: (required && !isOn && passkeys === 0 && factor?.due_at) || null,
  };
}

/** Begins the enrolment of a second factor, or of another one in place of the present one, which stays valid meanwhile. */
export async function beginFactor(context: Context): Promise<{ secret: string; uri: string }> {
  const { id, name } = ownCaller(context);
  const secret = newTotpSecret();
  const pending_sealed = context.secrets.seal(secret, factorContext(id));
  await context.trx
    .insertInto('second_factor')
    .values({ user_id: id, pending_sealed })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ pending_sealed }))
    .execute();
  const issuer = new URL(context.settings.publicUrl).hostname;
  return { secret, uri: totpUri(secret, { name, issuer }) };
}

/**
 * Replaces the recovery codes of a user.
 * @returns the codes, which are shown only now
 */
async function replaceRecoveryCodes(context: Context, user_id: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => randomCode(4));
  await context.trx.deleteFrom('recovery_code').where('user_id', '=', user_id).execute();
  const rows = codes.map((code) => ({ user_id, code_hash: hashRecoveryCode(code) }));
  await context.trx.insertInto('recovery_code').values(rows).execute();
  return codes;
}

/**
 * Begins the second factor of the caller, who had none: the session may do everything from now on.
 * @returns the recovery codes, which are shown only now
 */
export async function startRecoveryCodes(context: Context): Promise<string[]> {
  const { id, session_id } = ownCaller(context);
  await context.trx.updateTable('second_factor').set({ due_at: null }).where('user_id', '=', id).execute();
  await patch(context, 'session', { id: session_id }, { must_enrol: false });
  return replaceRecoveryCodes(context, id);
}

/**
 * Confirms the enrolment by a code of the new secret.
 * @returns the recovery codes; undefined for a wrong code
 * @throws 422 if no enrolment was begun
 */
export async function confirmFactor(context: Context, code: string): Promise<string[] | undefined> {
  const { id } = ownCaller(context);
  const factor = await lockedFactor(context, id);
  if (!factor?.pending_sealed) throw AppError.unprocessable('factor_not_begun');
  const secret = context.secrets.open(factor.pending_sealed, factorContext(id));
  const step = stepOfCode(secret, code, context.now);
  if (step === undefined) return undefined;
  await context.trx
    .updateTable('second_factor')
    .set({
      secret_sealed: factor.pending_sealed,
      pending_sealed: null,
      last_step: step,
      confirmed_at: context.now,
      due_at: null,
    })
    .where('user_id', '=', id)
    .execute();
  await patch(context, 'user', { id }, { second_factor: true }, { action: 'enrol_factor', after: {} });
  await patch(context, 'session', { id: callerOf(context).session_id }, { must_enrol: false });
  return replaceRecoveryCodes(context, id);
}

/** Uses up a code of the authenticator app. Of two uses at the same time one succeeds. */
async function useTotpCode(context: Context, user_id: number, code: string): Promise<boolean> {
  const factor = await lockedFactor(context, user_id);
  if (!factor?.secret_sealed) return false;
  const secret = context.secrets.open(factor.secret_sealed, factorContext(user_id));
  const step = stepOfCode(secret, code, context.now, Number(factor.last_step ?? -1));
  if (step === undefined) return false;
  await context.trx.updateTable('second_factor').set({ last_step: step }).where('user_id', '=', user_id).execute();
  return true;
}

/** Uses up a recovery code. Of two uses at the same time one succeeds. */
async function useRecoveryCode(context: Context, user_id: number, code: string): Promise<boolean> {
  const used = await context.trx
    .updateTable('recovery_code')
    .set({ used_at: context.now })
    .where('user_id', '=', user_id)
    .where('code_hash', '=', hashRecoveryCode(code))
    .where('used_at', 'is', null)
    .returning('user_id')
    .execute();
  if (used.length === 0) return false;
  const actor = { ...context, caller: { id: user_id, behalf_id: null } };
  await audit(actor, { action: 'use_recovery_code', entity: 'user', id: user_id });
  return true;
}

/** True if this is a code of the app, or a recovery code, which is used up by this. */
export const useFactorCode = async (context: Context, user_id: number, code: string): Promise<boolean> =>
  (await useTotpCode(context, user_id, code)) || useRecoveryCode(context, user_id, code);

/**
 * Replaces the caller's recovery codes, on the proof of a code; where there is no authenticator app, on that of a
 * recent sign-in.
 * @returns the codes; undefined for a wrong code
 * @throws 403 if the caller has to show first that it is them; 422 if they have no second factor, or if the code is
 *   missing
 */
export async function renewRecoveryCodes(
  context: Context,
  code: string | null | undefined,
): Promise<string[] | undefined> {
  const { id } = ownCaller(context);
  const hasApp = (await factorOf(context, id))?.secret_sealed != null;
  if (hasApp && !code) throw AppError.unprocessable('required', undefined, 'code');
  if (!hasApp && (await countPasskeys(context, id)) === 0) throw AppError.unprocessable('factor_not_begun');
  if (!code) await requireRecentSignIn(context);
  else if (!(await useFactorCode(context, id, code))) return undefined;
  await audit(context, { action: 'renew_recovery_codes', entity: 'user', id });
  return replaceRecoveryCodes(context, id);
}

async function deleteSecrets(writer: Pick<WriteContext, 'trx'>, user_id: number): Promise<void> {
  const { trx } = writer;
  await deletePasskeys(writer, user_id);
  await trx.deleteFrom('recovery_code').where('user_id', '=', user_id).execute();
  await trx.deleteFrom('second_factor').where('user_id', '=', user_id).execute();
}

/**
 * Deletes the second factor of a user: the authenticator app, the passkeys and the recovery codes.
 * @param action its name in the audit
 * @param after what the audit says about it
 */
export async function deleteFactor(writer: WriteContext, user_id: number, action: string, after = {}): Promise<void> {
  await deleteSecrets(writer, user_id);
  await patch(writer, 'user', { id: user_id }, { second_factor: false }, { action, after });
}

/**
 * Checks that the caller may remove the app, or the last passkey.
 * @param hasOther true if the account has the other one
 * @returns true if the account has no second factor then
 * @throws 422 if it has none then, and the role or an emergency administrator needs one
 */
async function endsFactor(context: Context, hasOther: boolean): Promise<boolean> {
  const { id, role } = ownCaller(context);
  if (hasOther) return false;
  if (isRequired(context, role)) throw AppError.unprocessable('factor_required');
  if (await isEmergencyAdmin(context, id)) throw AppError.unprocessable('break_glass_factor');
  return true;
}

/** Like `endsFactor`, for the last passkey. */
export const endsFactorWithoutPasskey = async (context: Context): Promise<boolean> =>
  endsFactor(context, (await factorOf(context, ownCaller(context).id))?.secret_sealed != null);

/**
 * Removes the caller's authenticator app, on the proof of a code. Passkeys stay, and the recovery codes with them.
 * @returns false for a wrong code
 * @throws 422 if the role needs a second factor and the account has no passkey
 */
export async function removeFactor(context: Context, code: string): Promise<boolean> {
  const { id } = ownCaller(context);
  await lockUser(context, id);
  const isEnd = await endsFactor(context, (await countPasskeys(context, id)) > 0);
  if (!(await useFactorCode(context, id, code))) return false;
  if (isEnd) {
    await deleteFactor(context, id, 'remove_factor');
    return true;
  }
  await context.trx.deleteFrom('second_factor').where('user_id', '=', id).execute();
  await audit(context, { action: 'remove_factor', entity: 'user', id });
  return true;
}

/** Removes the second factor of somebody who has lost it, ends their sessions, and notifies them. */
export async function resetFactor(context: Context, user_id: number): Promise<void> {
  if (user_id === callerOf(context).id) throw AppError.unprocessable('factor_own');
  await requireRecentSignIn(context);
  await lockedFactor(context, user_id);
  await deleteSecrets(context, user_id);
  await endSessions(context, user_id);
  const about = { notice: 'factor_reset', module: null, values: { by: callerOf(context).name } } as const;
  await deliverNotice(context, { bell: [user_id], mail: [user_id] }, about);
}
