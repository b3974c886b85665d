import type { IdentityProof } from '../../../../contract/access/identityProofs.ts';
import { message } from '../../../../contract/messages/message.ts';
import { AppError } from '../../../core/appError.ts';
import { type Context, callerOf } from '../../../core/context.ts';
import { patch } from '../../../db/write/store.ts';
import { closingProviderOf } from '../oidc/closedPassword.ts';
import { countPasskeys } from './passkeyRows.ts';

/** For how long a sign-in, or its confirmation, allows what is asked for again. */
const recentMs = 10 * 60 * 1000;

/**
 * How the caller can show that it is them.
 * @returns the message that asks for it
 * @throws 422 while acting
 */
export async function confirmationOf(context: Context): Promise<IdentityProof> {
  const caller = callerOf(context);
  if (caller.behalf_id) throw AppError.unprocessable('not_while_acting');
  const { second_factor, password_hash } = await context.trx
    .selectFrom('users')
    .select(['second_factor', 'password_hash'])
    .where('id', '=', caller.id)
    .executeTakeFirstOrThrow();
  if (second_factor)
    return (await countPasskeys(context, caller.id)) > 0 ? 'confirm_with_passkey' : 'confirm_with_code';
  const isOpen = password_hash !== null && !(await closingProviderOf(context, caller.id));
  return isOpen ? 'confirm_with_password' : 'confirm_by_sign_in';
}

/**
 * Refuses what needs a person who has shown within the last ten minutes that it is them: by signing in, or by
 * `POST /v1/auth/confirm` (issue 35).
 * @throws 403 with the code `confirm_with_passkey`, `confirm_with_code`, `confirm_with_password` or
 *   `confirm_by_sign_in`, whichever the account can answer
 */
export async function requireRecentSignIn(context: Context): Promise<void> {
  const caller = callerOf(context);
  const session = await context.trx
    .selectFrom('session')
    .select(['confirmed_at', 'created_at'])
    .where('id', '=', caller.session_id)
    .executeTakeFirst();
  if (!session) return;
  const shown = session.confirmed_at ?? session.created_at;
  if (context.now.getTime() - shown.getTime() < recentMs) return;
  throw new AppError(403, message(await confirmationOf(context)));
}

/** Notes that the caller has shown again that it is them. */
export async function confirmSession(context: Context): Promise<void> {
  await patch(context, 'session', { id: callerOf(context).session_id }, { confirmed_at: context.now });
}
