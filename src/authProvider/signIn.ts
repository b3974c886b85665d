import { removeDraftsOfOthers } from './drafts.ts';
import { takeVerifier } from './jump.ts';
import { type Session, type SignInAnswer, sessionOf, writeSession } from './session.ts';

/**
 * Sends one request of `/v1`; rejects with an HttpError. A parameter of the functions below, since the data layer
 * depends on this folder and not the reverse.
 */
export type SendRequest = <T>(
  path: string,
  options: { method: 'GET' | 'POST'; body?: unknown; query?: Readonly<Record<string, unknown>>; quiet?: boolean },
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

/**
 * Signs in and saves the session. It uses no entity: the login page is drawn without the declarations.
 * @throws HttpError as `send` does
 */
export async function signIn(send: SendRequest, credentials: SignInCredentials): Promise<Session> {
  const providerQuery = 'authCode' in credentials && { ...credentials, verifier: takeVerifier() };
  const welcome = providerQuery
    ? await send<SignInAnswer>('/v1/oauth/login/dingtalk', { method: 'GET', query: providerQuery, quiet: true })
    : await send<SignInAnswer>('/v1/auth/login', { method: 'POST', body: credentials, quiet: true });
  const session = startSession(welcome);
  removeDraftsOfOthers(session);
  return session;
}
