import { removeDraftsOfOthers } from './drafts.ts';
import { takeVerifier } from './jump.ts';
import { type Session, type SignInAnswer, sessionOf, writeSession } from './session.ts';

/**
 * Sends one request of `/v1`; rejects with an HttpError. A parameter of the functions below, since the data layer
 * depends on this folder and not the reverse.
 */
export type SendRequest = <T>(
  path: string,
  options: {
    method: 'GET' | 'POST';
    body?: unknown;
    query?: Readonly<Record<string, unknown>>;
    quiet?: boolean;
    anonymous?: boolean;
  },
) => Promise<T>;

/** A name and a password, or what DingTalk sent back. */
export type SignInCredentials =
  | { readonly name: string; readonly password: string }
  | { readonly authCode: string; readonly state: string };

/**
 * Saves the session that was returned by a login, or by the start or end of acting. No page of the previous session is
 * drawn with it.
 */
export function startSession(welcome: SignInAnswer, to?: string): Session {
  const session = sessionOf(welcome);
  writeSession(session, to);
  return session;
}

/** The answer to a user with a second factor: the second step has to follow. */
export interface SecondStepTicket {
  readonly ticket: string;
  /** True if a passkey may take the place of the code. */
  readonly passkey: boolean;
}

/** Saves the session of whoever signed in, and removes the drafts of others. */
export function startOwnSession(welcome: SignInAnswer): Session {
  const session = startSession(welcome);
  removeDraftsOfOthers(session);
  return session;
}

/**
 * Signs in and saves the session. It uses no entity: the login page is drawn without the declarations.
 * @returns the session, or the ticket for the second step of the sign-in
 * @throws HttpError as `send` does
 */
export async function signIn(send: SendRequest, credentials: SignInCredentials): Promise<Session | SecondStepTicket> {
  const providerQuery = 'authCode' in credentials && { ...credentials, verifier: takeVerifier() };
  type Answer = SignInAnswer | SecondStepTicket;
  const answer = providerQuery
    ? await send<Answer>('/v1/oauth/login/dingtalk', { method: 'GET', query: providerQuery, quiet: true })
    : await send<Answer>('/v1/auth/login', { method: 'POST', body: credentials, quiet: true });
  return 'ticket' in answer ? answer : startOwnSession(answer);
}

/**
 * The second step of a sign-in: saves the session.
 * @throws HttpError as `send` does
 */
export const finishSignIn = async (send: SendRequest, step: { ticket: string; code: string }): Promise<Session> =>
  startOwnSession(
    await send<SignInAnswer>('/v1/auth/login/second_factor', { method: 'POST', body: step, quiet: true }),
  );
