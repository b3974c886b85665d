import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { receivedBytes } from './receivedBytes.ts';

/** An account at the provider. */
export interface ProviderAccount {
  unionId: string;
  openId: string;
  nick: string;
  /** Without the country code, which is `stateCode`; undefined if the app may not read it. */
  mobile?: string;
  stateCode?: string;
  /** The corporation that the user chooses; by default that of the app. */
  corpId?: string;
}

export interface ProviderSettings {
  clientId: string;
  clientSecret: string;
  corpId: string;
}

export interface Provider {
  readonly url: string;
  /** All answered requests, oldest first. */
  readonly requests: { path: string; status: number }[];
  /**
   * The user of the account agrees: returns a code that is valid once. The authorize page then uses this account too.
   */
  grant(account: ProviderAccount): string;
  /** All requests fail with this status, or succeed again if undefined. */
  failWith(status: number | undefined): void;
  close(): Promise<void>;
}

interface Grant {
  readonly account: ProviderAccount;
  /** Only returned for a scope with `corpid`. */
  readonly corpId: string | undefined;
}

interface Answer {
  readonly status: number;
  readonly body?: object;
  readonly location?: string;
}

const fault = (status: number, code: string, message: string): Answer => ({
  status,
  body: { code, message, requestid: randomUUID().toUpperCase() },
});

const textOf = async (request: IncomingMessage) => String((await receivedBytes(request)) ?? '');

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

function send(response: ServerResponse, { status, body, location }: Answer): void {
  if (location) response.writeHead(status, { Location: location }).end();
  else response.writeHead(status, { 'Content-Type': 'application/json;charset=utf-8' }).end(JSON.stringify(body));
}

/** Returns the wrong parameter of the authorize page. Scopes must be separated by `%20`. */
function wrongIn({ search, searchParams: query }: URL, clientId: string): string | undefined {
  if (query.get('response_type') !== 'code') return 'response_type';
  if (query.get('client_id') !== clientId) return 'client_id';
  if (!/[?&]scope=openid(%20corpid)?(&|$)/.test(search)) return 'scope';
  if (query.get('prompt') !== 'consent') return 'prompt';
  const back = query.get('redirect_uri') ?? '';
  return URL.canParse(back) && /^https?:/.test(back) ? undefined : 'redirect_uri';
}

/** The codes and tokens of one app, and the responses of the documented API calls. */
function createApp({ clientId, clientSecret, corpId }: ProviderSettings) {
  const codes = new Map<string, Grant>();
  const tokens = new Map<string, ProviderAccount>();
  let chosen: ProviderAccount | undefined;

  const issue = (account: ProviderAccount, withCorp: boolean): string => {
    const code = randomUUID().replaceAll('-', '');
    codes.set(code, { account, corpId: withCorp ? (account.corpId ?? corpId) : undefined });
    return code;
  };
  const grant = (account: ProviderAccount): string => {
    chosen = account;
    return issue(account, true);
  };

  /** Redirects back to the app: with a code, or with an error if nobody agreed. */
  const authorize = (url: URL): Answer => {
    const wrong = wrongIn(url, clientId);
    if (wrong) return fault(400, 'invalidParameter', `the ${wrong} is not right`);
    const back = new URL(url.searchParams.get('redirect_uri') ?? '');
    const withCorp = url.searchParams.get('scope') === 'openid corpid';
    if (chosen) back.searchParams.set('authCode', issue(chosen, withCorp));
    else back.searchParams.set('error', 'access_denied');
    const state = url.searchParams.get('state');
    if (state !== null) back.searchParams.set('state', state);
    return { status: 302, location: back.href };
  };

  const exchange = (code: unknown): Answer => {
    const granted = codes.get(String(code));
    codes.delete(String(code));
    if (!granted) return fault(400, 'invalidParameter.authCode.notFound', '不合法的临时授权码');
    const accessToken = randomUUID().replaceAll('-', '');
    tokens.set(accessToken, granted.account);
    const refreshToken = randomUUID().replaceAll('-', '');
    return { status: 200, body: { accessToken, refreshToken, expireIn: 7200, corpId: granted.corpId } };
  };

  const token = async (request: IncomingMessage): Promise<Answer> => {
    const text = await textOf(request);
    const isJson = /^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '');
    if (!isJson || text === '') return fault(400, 'Missingbody', 'body is mandatory for this action.');
    const body = parsed(text);
    if (body['grantType'] !== 'authorization_code') return fault(400, 'invalidParameter', 'unknown grantType');
    if (body['clientId'] !== clientId || body['clientSecret'] !== clientSecret)
      return fault(400, 'invalidClientIdOrSecret', '无效的clientId或者clientSecret');
    return exchange(body['code']);
  };

  /** The token of the app itself. */
  const appToken = async (request: IncomingMessage): Promise<Answer> => {
    const body = parsed(await textOf(request));
    if (body['appKey'] !== clientId || body['appSecret'] !== clientSecret)
      return fault(400, 'invalidClientIdOrSecret', '无效的clientId或者clientSecret');
    return { status: 200, body: { accessToken: randomUUID().replaceAll('-', ''), expireIn: 7200 } };
  };

  const profile = (request: IncomingMessage): Answer => {
    const account = tokens.get(String(request.headers['x-acs-dingtalk-access-token']));
    if (!account) return fault(400, 'InvalidAuthentication', '不合法的access_token');
    const { corpId: _, stateCode = '86', ...known } = account;
    return { status: 200, body: { ...known, stateCode, avatarUrl: 'https://static.example/avatar.png' } };
  };

  return { grant, authorize, token, appToken, profile };
}

/**
 * A local server that implements the OAuth 2.0 of DingTalk as documented: the authorize page redirects back with a
 * code, a code is valid once, the app must send its id and secret as JSON, and a profile needs the token of a code. The
 * documentation lists few errors: the error codes and status 400 of an invalid code or token are those that users of
 * the service report; those of an invalid grantType and of an invalid authorize page are our own. Refreshing tokens is
 * not implemented.
 */
export async function startDingtalk(settings: ProviderSettings): Promise<Provider> {
  const app = createApp(settings);
  const requests: { path: string; status: number }[] = [];
  let failing: number | undefined;

  const answerTo = async (request: IncomingMessage, url: URL): Promise<Answer> => {
    if (failing) return fault(failing, 'ServiceUnavailable', 'the service is not there');
    const call = `${request.method} ${url.pathname}`;
    if (call === 'GET /oauth2/auth') return app.authorize(url);
    if (call === 'POST /v1.0/oauth2/userAccessToken') return app.token(request);
    if (call === 'POST /v1.0/oauth2/accessToken') return app.appToken(request);
    if (call === 'GET /v1.0/contact/users/me') return app.profile(request);
    return fault(404, 'InvalidAction.NotFound', 'no such call');
  };

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const answer = await answerTo(request, url);
    requests.push({ path: url.pathname, status: answer.status });
    send(response, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    grant: app.grant,
    failWith(status) {
      failing = status;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
