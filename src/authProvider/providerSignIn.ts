import type { Session, SignInAnswer } from './session.ts';
import { type SecondStepTicket, type SendRequest, startOwnSession } from './signIn.ts';

/** What a step of a sign-in with a provider leads to: a session, the code of a second factor, or a password. */
export type ProviderStep = { readonly session: Session } | SecondStepTicket | { readonly link: string };

type Answer = SignInAnswer | (SecondStepTicket & { readonly password_needed: boolean });

/**
 * Sends a step of a sign-in with a provider, and saves the session that it opens.
 * @param isLink true if an account is linked to the present session, whose key is sent
 * @throws HttpError as `send` does
 */
export async function finishProviderSignIn(
  send: SendRequest,
  path: string,
  body: object,
  isLink: boolean,
): Promise<ProviderStep> {
  const answer = await send<Answer>(path, { method: 'POST', body, quiet: true, anonymous: !isLink });
  if (!('ticket' in answer)) return { session: startOwnSession(answer) };
  return answer.password_needed ? { link: answer.ticket } : { ticket: answer.ticket, passkey: answer.passkey };
}
