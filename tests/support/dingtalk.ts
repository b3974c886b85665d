import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An account at the provider. */
export interface ProviderAccount {
  unionId: string;
  nick: string;
  mobile?: string;
  corpId?: string;
}

export interface Provider {
  readonly url: string;
  /** The account's user agrees: a code of one use. */
  grant(account: ProviderAccount): string;
  /** Lets every call fail with this status, or no longer. */
  failWith(status: number | undefined): void;
  close(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const part of request) text += part;
  return JSON.parse(text || '{}');
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

const fault = (response: ServerResponse, status: number, code: string, message: string) =>
  answer(response, status, { code, message, requestid: randomUUID() });

/**
 * A local server that does what DingTalk's published documentation says of its OAuth 2.0: codes are good once,
 * the app must show its id and secret, and a profile needs the token of a code.
 */
export async function startProvider(app: { clientId: string; clientSecret: string }): Promise<Provider> {
  const codes = new Map<string, ProviderAccount>();
  const tokens = new Map<string, ProviderAccount>();
  let failing: number | undefined;

  const giveToken = async (request: IncomingMessage, response: ServerResponse) => {
    const { clientId, clientSecret, code, grantType } = await bodyOf(request);
    if (!request.headers['content-type']?.startsWith('application/json'))
      return fault(response, 400, 'InvalidParameter', 'the body must be JSON');
    if (clientId !== app.clientId || clientSecret !== app.clientSecret)
      return fault(response, 400, 'invalidClientIdOrSecret', 'the client id or secret is not right');
    if (grantType !== 'authorization_code') return fault(response, 400, 'invalidGrantType', 'unknown grantType');
    const account = codes.get(String(code));
    codes.delete(String(code));
    if (!account) return fault(response, 400, 'invalidParameter.authCode.notFound', 'the code is not there');
    const accessToken = randomUUID();
    tokens.set(accessToken, account);
    return answer(response, 200, { accessToken, refreshToken: randomUUID(), expireIn: 7200, corpId: account.corpId });
  };

  const giveProfile = (request: IncomingMessage, response: ServerResponse) => {
    const account = tokens.get(String(request.headers['x-acs-dingtalk-access-token']));
    if (!account) return fault(response, 401, 'InvalidAuthentication', 'the access token is not right');
    const { corpId: _, ...profile } = account;
    return answer(response, 200, { ...profile, openId: `open-${account.unionId}`, stateCode: '86' });
  };

  const server = createServer((request, response) => {
    if (failing) return fault(response, failing, 'ServiceUnavailable', 'the service is not there');
    if (request.method === 'POST' && request.url === '/v1.0/oauth2/userAccessToken')
      return void giveToken(request, response);
    if (request.method === 'GET' && request.url === '/v1.0/contact/users/me') return giveProfile(request, response);
    return fault(response, 404, 'InvalidAction.NotFound', 'no such call');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    grant(account) {
      const code = randomUUID();
      codes.set(code, account);
      return code;
    },
    failWith(status) {
      failing = status;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
