import { takeVerifier } from './jump.ts';
import { type Session, type SignInAnswer, sessionOf, writeSession } from './session.ts';

/** Sends one request of `/v1`; rejects with an HttpError. The data layer hands it in, since it stands below. */
export type SendRequest = <T>(
  path: string,
  options: { method: 'GET' | 'POST'; body?: unknown; query?: Readonly<Record<string, unknown>>; quiet?: boolean },
) => Promise<T>;

/** What `login` takes: a name and a password, or what DingTalk sent back. */
export type SignInCredentials =
  | { readonly name: string; readonly password: string }
  | { readonly authCode: string; readonly state: string };

/** Keeps the session that a login, an acting or a return answered; no page of the one before is drawn with it. */
export function startSession(welcome: SignInAnswer, to?: string): Session {
  const session = sessionOf(welcome);
  writeSession(session, to);
  return session;
}

/**
 * Signs in, and keeps the session. In: what sends, and the credentials. Out: the session. Rejects as `send` does.
 * It knows no entity: the login is drawn without the declarations.
 */
export async function signIn(send: SendRequest, credentials: SignInCredentials): Promise<Session> {
  const jumped = 'authCode' in credentials && { ...credentials, verifier: takeVerifier() };
  const welcome = jumped
    ? await send<SignInAnswer>('/v1/oauth/login/dingtalk', { method: 'GET', query: jumped, quiet: true })
    : await send<SignInAnswer>('/v1/auth/login', { method: 'POST', body: credentials, quiet: true });
  return startSession(welcome);
}
