import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type GrantContext } from 'oidc-provider';
import { oidcApp } from './oidcIssuer.ts';

/** A provider by oidc-provider, where one person signs in at once and agrees to everything. */
export async function startRealProvider(redirectUri: string, accountId: string, backchannelUri?: string) {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(url, {
    clients: [
      {
        ...oidcApp,
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [redirectUri],
        response_types: ['code'],
        ...(backchannelUri && {
          backchannel_logout_uri: backchannelUri,
          backchannel_logout_session_required: true,
        }),
      },
    ],
    pkce: { required: () => true, methods: ['S256'] },
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    interactions: { url: () => '/sign-in' },
    cookies: { keys: ['a key for tests alone'] },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: async () => ({ sub: id, name: `Person ${id}`, email: `${id}@x.example`, email_verified: true }),
    }),
    async loadExistingGrant({ oidc }: GrantContext) {
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/sign-in'))
      void provider.interactionFinished(request, response, { login: { accountId } });
    else answer(request, response);
  });
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return { url, close };
}

/** The cookies of a browser at a provider, by name. */
export type Cookies = Map<string, string>;

/** Sends a request with the cookies of a browser, and saves those of the answer. */
async function visit(url: string, cookies: Cookies, form?: Record<string, string>): Promise<Response> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(url, {
    redirect: 'manual',
    headers: { cookie },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  });
  for (const one of answer.headers.getSetCookie()) {
    const [pair = ''] = one.split(';');
    cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
  }
  return answer;
}

/**
 * Follows the redirects of a provider with its cookies, as a browser does.
 * @returns the parameters with which it sends the browser back
 */
export async function followProvider(
  start: string,
  redirectUri: string,
  cookies: Cookies = new Map(),
): Promise<string> {
  let at = start;
  for (let steps = 0; steps < 10 && !at.startsWith(redirectUri); steps += 1) {
    const answer = await visit(at, cookies);
    const to = answer.headers.get('location');
    if (!to) throw new Error(`${answer.status} ${await answer.text()}`);
    at = new URL(to, at).href;
  }
  return new URL(at).search.slice(1);
}

/**
 * Opens the sign-out page of a provider, as a browser does, and agrees to be signed out.
 * @returns the address to which the provider sends the browser then
 */
export async function signOutAtProvider(start: string, cookies: Cookies): Promise<string | null> {
  const page = await (await visit(start, cookies)).text();
  const action = /action="([^"]+)"/.exec(page)?.[1] ?? '';
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
  if (action === '' || xsrf === '') throw new Error(page);
  return (await visit(action, cookies, { xsrf, logout: 'yes' })).headers.get('location');
}
