import type { EndpointAnswer } from '../../../contract/endpoints/index.ts';
import type { Session, SignInAnswer } from '../../authProvider/session.ts';
import { startOwnSession } from '../../authProvider/signIn.ts';
import { requestJson } from '../../dataProvider/http/httpClient.ts';
import { promptPasskey } from '../../shell/secondFactor/passkeyPrompt.ts';

/** Sends a request of the login page, without the key of an earlier session. */
const post = <T>(path: string, body: object): Promise<T> =>
  requestJson<T>(path, { method: 'POST', body, quiet: true, anonymous: true });

/**
 * Signs in with a passkey, and saves the session.
 * @param ticket the ticket of the first step; without it, the passkey takes the place of name and password
 * @throws HttpError with a message for the user
 */
export async function passkeySignIn(ticket?: string): Promise<Session> {
  const step = ticket === undefined ? {} : { ticket };
  const begun = await post<EndpointAnswer<'passkey_sign_in_begin'>>('/v1/auth/login/passkey/begin', step);
  const credential = await promptPasskey(begun.options ?? {});
  return startOwnSession(await post<SignInAnswer>('/v1/auth/login/passkey', { ...step, credential }));
}
