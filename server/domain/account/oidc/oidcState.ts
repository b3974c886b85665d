import { randomBytes } from 'node:crypto';
import { AppError } from '../../../core/appError.ts';
import type { Context } from '../../../core/context.ts';
import { hashTicket } from '../signIn/accountTicket.ts';

/** A sign-in that was sent to a provider. */
export interface SentSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

interface NewState {
  readonly provider_id: number;
  readonly sent: SentSignIn;
  /** Who links an account or tests the provider; null for a sign-in. */
  readonly user_id: number | null;
  readonly is_test?: boolean;
}

/** How long somebody may take at the provider, in ms. */
const stateLife = 10 * 60 * 1000;

/**
 * Saves a sign-in for a single use. The state goes to the provider and back in the address; the verifier stays in the
 * browser that began, which has to present it. A state of a signed-in caller links the account to that caller alone.
 * @returns the verifier
 */
export async function saveOidcState(
  context: Context,
  { provider_id, sent, user_id, is_test = false }: NewState,
): Promise<string> {
  const verifier = randomBytes(24).toString('base64url');
  await context.trx
    .insertInto('oidc_state')
    .values({
      state_hash: hashTicket(sent.state),
      verifier_hash: hashTicket(verifier),
      provider_id,
      nonce: sent.nonce,
      code_verifier: sent.codeVerifier,
      user_id,
      is_test,
      created_at: context.now,
    })
    .execute();
  return verifier;
}

/**
 * Uses up a state, in the browser for which it was made. One that links an account is valid for its own user only.
 * @param is_test true to finish the test of a provider, which is no sign-in
 * @throws 401 for a state that is unknown, used, too old, or of another browser
 */
export async function useOidcState(context: Context, state: string, verifier: string, is_test = false) {
  const found = await context.trx
    .deleteFrom('oidc_state')
    .where('state_hash', '=', hashTicket(state))
    .where('verifier_hash', '=', hashTicket(verifier))
    .where('is_test', '=', is_test)
    .where('created_at', '>', new Date(context.now.getTime() - stateLife))
    .returning(['provider_id', 'nonce', 'code_verifier', 'user_id'])
    .executeTakeFirst();
  if (!found || (found.user_id !== null && found.user_id !== context.caller?.id)) throw new AppError(401, 'oidc_state');
  return found;
}

/** Deletes the states of sign-ins that were not finished. */
export async function purgeOidcStates(context: Context): Promise<void> {
  const old = new Date(context.now.getTime() - stateLife);
  await context.trx.deleteFrom('oidc_state').where('created_at', '<', old).execute();
}
