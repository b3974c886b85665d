/** The provider's data of the user who signed in. */
export interface DingtalkAccount {
  readonly unionId: string;
  readonly openId: string;
  readonly nick: string;
  /** Null if the app may not read it. */
  readonly mobile: string | null;
  /** The corporation in which the account was chosen. */
  readonly corpId: string | null;
}

/** The provider refused the code: it is wrong, expired or used. */
export class DingtalkRefused extends Error {
  override readonly name = 'DingtalkRefused';
}

export interface DingtalkSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly corpId: string;
  /** `https://api.dingtalk.com`, or a test's own server. */
  readonly apiUrl: string;
  /** `https://login.dingtalk.com` */
  readonly loginUrl: string;
}

export interface DingtalkClient {
  readonly corpId: string;
  authorizeUrl(redirectUri: string, state: string): string;
  account(authCode: string): Promise<DingtalkAccount>;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

const timeout = 10_000;

/** Why a request failed. It names at most the code of a system error, since messages may contain what was sent. */
function faultOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'no answer in time';
  const code = (error as { cause?: { code?: unknown } } | null)?.cause?.code;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]*$/.test(code) ? code : 'no answer';
}

/** One request with a time limit, including the body. It follows no redirect, which could send the secret elsewhere. */
async function call(fetcher: typeof fetch, url: string, init: RequestInit): Promise<Answer> {
  try {
    const response = await fetcher(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeout) });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    throw new Error(`DingTalk cannot be reached: ${faultOf(error)}`);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The object in a successful answer. The error contains nothing of the answer, which may hold tokens. */
function objectIn({ status, text }: Answer): Record<string, unknown> {
  if (status !== 200) throw new Error(`DingTalk answered ${status}`);
  const value = parsed(text);
  if (typeof value !== 'object' || value === null) throw new Error('DingTalk answered no JSON object');
  return value as Record<string, unknown>;
}

function textIn(answer: Record<string, unknown>, name: string): string | null {
  const value = answer[name] ?? '';
  if (typeof value !== 'string') throw new Error(`the ${name} that DingTalk answered is not a text`);
  return value === '' ? null : value;
}

function needed(answer: Record<string, unknown>, name: string): string {
  const value = textIn(answer, name);
  if (value === null) throw new Error(`DingTalk's answer has no ${name}`);
  return value;
}

/** The scopes are separated by `%20`, as the documentation asks; `URLSearchParams` would write a plus. */
function authorizeUrl({ loginUrl, clientId }: DingtalkSettings, redirectUri: string, state: string): string {
  const query = Object.entries({
    redirect_uri: redirectUri,
    response_type: 'code',
    client_id: clientId,
    scope: 'openid corpid',
    state,
    prompt: 'consent',
  });
  return `${loginUrl}/oauth2/auth?${query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`;
}

/**
 * Exchanges a code for a token.
 * @throws DingtalkRefused for a 4xx
 */
async function tokenOf(settings: DingtalkSettings, fetcher: typeof fetch, code: string) {
  const { clientId, clientSecret, apiUrl } = settings;
  const answer = await call(fetcher, `${apiUrl}/v1.0/oauth2/userAccessToken`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ clientId, clientSecret, code, grantType: 'authorization_code' }),
  });
  if (answer.status >= 400 && answer.status < 500) throw new DingtalkRefused(`DingTalk answered ${answer.status}`);
  const token = objectIn(answer);
  return { accessToken: needed(token, 'accessToken'), corpId: textIn(token, 'corpId') };
}

/**
 * Asks DingTalk for a token of the app itself (`obtain-the-access_token-of-an-internal-app`), which it gives for the right
 * secret alone. The token is not used.
 * @returns why the app cannot be used; undefined if it can
 */
export async function checkDingtalkApp(
  { clientId, clientSecret }: Pick<DingtalkSettings, 'clientId' | 'clientSecret'>,
  { apiUrl }: Pick<DingtalkSettings, 'apiUrl'>,
  fetcher: typeof fetch = fetch,
): Promise<'refused' | 'unreachable' | undefined> {
  try {
    const answer = await call(fetcher, `${apiUrl}/v1.0/oauth2/accessToken`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ appKey: clientId, appSecret: clientSecret }),
    });
    if (answer.status >= 400 && answer.status < 500) return 'refused';
    needed(objectIn(answer), 'accessToken');
    return undefined;
  } catch {
    return 'unreachable';
  }
}

/** The account of a token; `me` in the path is the user who agreed. */
async function profileOf({ apiUrl }: DingtalkSettings, fetcher: typeof fetch, accessToken: string) {
  const headers = { 'x-acs-dingtalk-access-token': accessToken };
  const me = objectIn(await call(fetcher, `${apiUrl}/v1.0/contact/users/me`, { headers }));
  const unionId = needed(me, 'unionId');
  const nick = textIn(me, 'nick') ?? unionId;
  return { unionId, openId: needed(me, 'openId'), nick, mobile: textIn(me, 'mobile') };
}

/**
 * A client of DingTalk's OAuth 2.0 (C19) as published at https://open.dingtalk.com/document/development/: the authorize
 * page (`obtain-identity-credentials`), `POST /v1.0/oauth2/userAccessToken` for its code (`obtain-user-token`), and
 * `GET /v1.0/contact/users/me` for the account (`dingtalk-retrieve-user-information`). The token's answer contains the
 * corporation because the scope includes `corpid`. A code is valid once.
 */
export const createDingtalk = (settings: DingtalkSettings, fetcher: typeof fetch = fetch): DingtalkClient => ({
  corpId: settings.corpId,
  authorizeUrl: (redirectUri, state) => authorizeUrl(settings, redirectUri, state),
  async account(authCode) {
    const { accessToken, corpId } = await tokenOf(settings, fetcher, authCode);
    return { ...(await profileOf(settings, fetcher, accessToken)), corpId };
  },
});
