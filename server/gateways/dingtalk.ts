/** What the provider knows of who signed in. */
export interface DingtalkAccount {
  readonly unionId: string;
  readonly nick: string;
  /** Absent unless the app may read it. */
  readonly mobile: string | null;
  /** The corporation that the account was chosen in. */
  readonly corpId: string | null;
}

/** The provider said no: a wrong, expired or used code. */
export class DingtalkRefused extends Error {
  override readonly name = 'DingtalkRefused';
}

export interface DingtalkSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly corpId: string;
  /** `https://api.dingtalk.com`, or where a test has its own. */
  readonly apiUrl: string;
  /** `https://login.dingtalk.com` */
  readonly loginUrl: string;
}

export interface Dingtalk {
  readonly corpId: string;
  authorizeUrl(redirectUri: string, state: string): string;
  account(authCode: string): Promise<DingtalkAccount>;
}

const timeout = 10_000;

/** One call of the provider. What it says of a fault may hold codes and tokens, so none of it goes on. */
async function ask(url: string, init: RequestInit): Promise<Record<string, unknown>> {
  const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(timeout) });
  if (answer.status >= 400 && answer.status < 500) throw new DingtalkRefused(`the provider answered ${answer.status}`);
  if (!answer.ok) throw new Error(`the provider answered ${answer.status}`);
  return (await answer.json()) as Record<string, unknown>;
}

const textIn = (answer: Record<string, unknown>, name: string): string | null => {
  const value = answer[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

function needed(answer: Record<string, unknown>, name: string): string {
  const value = textIn(answer, name);
  if (value === null) throw new Error(`the provider's answer has no ${name}`);
  return value;
}

/**
 * A client of DingTalk's OAuth 2.0 as published: the authorize page, `POST /v1.0/oauth2/userAccessToken` for the
 * code it gives, and `GET /v1.0/contact/users/me` for whose it is (C19). A code is good once.
 */
export function createDingtalk({ clientId, clientSecret, corpId, apiUrl, loginUrl }: DingtalkSettings): Dingtalk {
  const tokenOf = (code: string) =>
    ask(`${apiUrl}/v1.0/oauth2/userAccessToken`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ clientId, clientSecret, code, grantType: 'authorization_code' }),
    });
  return {
    corpId,
    authorizeUrl(redirectUri, state) {
      const url = new URL(`${loginUrl}/oauth2/auth`);
      const parameters = { redirect_uri: redirectUri, response_type: 'code', client_id: clientId, state };
      url.search = new URLSearchParams({ ...parameters, scope: 'openid corpid', prompt: 'consent' }).toString();
      return url.href;
    },
    async account(authCode) {
      const token = await tokenOf(authCode);
      const headers = { 'x-acs-dingtalk-access-token': needed(token, 'accessToken') };
      const me = await ask(`${apiUrl}/v1.0/contact/users/me`, { headers });
      const unionId = needed(me, 'unionId');
      return {
        unionId,
        nick: textIn(me, 'nick') ?? unionId,
        mobile: textIn(me, 'mobile'),
        corpId: textIn(token, 'corpId'),
      };
    },
  };
}
