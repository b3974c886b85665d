import { createHash, randomUUID, type webcrypto } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { receivedBytes } from './receivedBytes.ts';

/** A person at the issuer, by their claims. */
export interface Person {
  readonly sub: string;
  readonly [claim: string]: unknown;
}

export interface OidcIssuer {
  readonly url: string;
  /** The paths of all requests, oldest first. */
  readonly requests: string[];
  /** Who signs in from now on; undefined: whoever comes is refused. */
  person: Person | undefined;
  /** What the next ID tokens say instead of the truth. */
  claims: Readonly<Record<string, unknown>>;
  /** All requests fail with this status, or succeed again if undefined. */
  failing: number | undefined;
  /** The `iss` that is sent back with the code, instead of the issuer's own. */
  returnedIssuer: string | undefined;
  /** The only redirect address that is registered. */
  redirectUri: string;
  /** True if it says that it signs people out. */
  signsOut: boolean;
  /** A logout token with these claims, which take the place of right ones; undefined leaves one out. */
  logoutToken(claims: Readonly<Record<string, unknown>>): Promise<string>;
  /** Signs with another key from now on. */
  rotateKey(): Promise<void>;
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly body?: object;
  readonly location?: string;
}

interface Grant {
  readonly person: Person;
  readonly nonce: string | null;
  readonly challenge: string;
  readonly redirectUri: string;
}

export const oidcApp = { client_id: 'console', client_secret: 'the secret / of the app' };

const fault = (status: number, error: string, error_description: string): Answer => ({
  status,
  body: { error, error_description },
});

const bodyOf = async (request: IncomingMessage) => new URLSearchParams(String((await receivedBytes(request)) ?? ''));

async function newKey() {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const kid = randomUUID();
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } };
}

function send(response: ServerResponse, { status, body, location }: Answer): void {
  if (location) response.writeHead(status, { Location: location }).end();
  else response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

/** True if the request authenticates the client by HTTP Basic (RFC 6749, 2.3.1). */
function isClient({ headers }: IncomingMessage): boolean {
  const [kind, text = ''] = (headers.authorization ?? '').split(' ');
  const [id = '', secret = ''] = Buffer.from(text, 'base64').toString().split(':');
  const decoded = (part: string) => decodeURIComponent(part.replaceAll('+', ' '));
  return kind === 'Basic' && decoded(id) === oidcApp.client_id && decoded(secret) === oidcApp.client_secret;
}

/**
 * A local OpenID Connect provider whose people agree at once: discovery, code flow with PKCE, signed ID tokens, userinfo
 * and keys. Unlike a real one, it answers wrongly on demand.
 */
export async function startOidcIssuer(redirectUri: string): Promise<OidcIssuer> {
  let key: { kid: string; privateKey: webcrypto.CryptoKey; jwk: object } = await newKey();
  const codes = new Map<string, Grant>();
  const tokens = new Map<string, Person>();

  const configuration = (): Answer => ({
    status: 200,
    body: {
      issuer: issuer.url,
      authorization_endpoint: `${issuer.url}/authorize`,
      token_endpoint: `${issuer.url}/token`,
      userinfo_endpoint: `${issuer.url}/userinfo`,
      jwks_uri: `${issuer.url}/keys`,
      response_types_supported: ['code'],
      id_token_signing_alg_values_supported: ['RS256'],
      ...(issuer.signsOut && { end_session_endpoint: `${issuer.url}/end_session`, backchannel_logout_supported: true }),
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    },
  });

  const authorize = ({ searchParams: query }: URL): Answer => {
    if (query.get('client_id') !== oidcApp.client_id) return fault(400, 'invalid_client', 'client is unknown');
    if (query.get('redirect_uri') !== issuer.redirectUri)
      return fault(400, 'invalid_request', 'redirect_uri is not registered');
    const back = new URL(issuer.redirectUri);
    back.searchParams.set('state', query.get('state') ?? '');
    back.searchParams.set('iss', issuer.returnedIssuer ?? issuer.url);
    if (!query.get('scope')?.split(' ').includes('openid') || query.get('scope')?.includes('secret'))
      back.searchParams.set('error', 'invalid_scope');
    else if (query.get('prompt') === 'none') back.searchParams.set('error', 'login_required');
    else if (query.get('code_challenge_method') !== 'S256') back.searchParams.set('error', 'invalid_request');
    else if (!issuer.person) back.searchParams.set('error', 'access_denied');
    else {
      const code = randomUUID();
      const challenge = query.get('code_challenge') ?? '';
      codes.set(code, { person: issuer.person, nonce: query.get('nonce'), challenge, redirectUri: issuer.redirectUri });
      back.searchParams.set('code', code);
    }
    return { status: 302, location: back.href };
  };

  const token = async (request: IncomingMessage): Promise<Answer> => {
    const body = await bodyOf(request);
    if (!isClient(request)) return fault(401, 'invalid_client', 'the client secret is wrong');
    const code = body.get('code') ?? '';
    const granted = codes.get(code);
    codes.delete(code);
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url');
    if (!granted || granted.challenge !== challenge || granted.redirectUri !== body.get('redirect_uri'))
      return fault(400, 'invalid_grant', 'the code is not valid');
    const now = Math.floor(Date.now() / 1000);
    const { sub } = granted.person;
    const claims = { iss: issuer.url, aud: oidcApp.client_id, sub, nonce: granted.nonce, iat: now, exp: now + 300 };
    const id_token = await new SignJWT({ ...claims, ...issuer.claims })
      .setProtectedHeader({ alg: 'RS256', kid: key.kid })
      .sign(key.privateKey);
    const access_token = randomUUID();
    tokens.set(access_token, granted.person);
    return { status: 200, body: { access_token, token_type: 'Bearer', expires_in: 300, id_token } };
  };

  /** Signs a person out whose ID token came from here, and sends the browser back. */
  const endSession = ({ searchParams: query }: URL): Answer => {
    const hint = query.get('id_token_hint');
    const isOwn = hint !== null && decodeJwt(hint).iss === issuer.url;
    const to = query.get('post_logout_redirect_uri') ?? '';
    if (!isOwn || to !== issuer.redirectUri) return fault(400, 'invalid_request', 'the sign-out is not valid');
    issuer.person = undefined;
    return { status: 302, location: to };
  };

  const userinfo = ({ headers }: IncomingMessage): Answer => {
    const person = tokens.get((headers.authorization ?? '').replace('Bearer ', ''));
    return person ? { status: 200, body: person } : fault(401, 'invalid_token', 'no such token');
  };

  const answerTo = async (request: IncomingMessage, url: URL): Promise<Answer> => {
    if (issuer.failing) return fault(issuer.failing, 'server_error', 'the service is not there');
    if (url.pathname === '/.well-known/openid-configuration') return configuration();
    if (url.pathname === '/authorize') return authorize(url);
    if (url.pathname === '/token') return token(request);
    if (url.pathname === '/end_session') return endSession(url);
    if (url.pathname === '/userinfo') return userinfo(request);
    if (url.pathname === '/keys') return { status: 200, body: { keys: [key.jwk] } };
    return fault(404, 'not_found', 'no such address');
  };

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    issuer.requests.push(url.pathname);
    send(response, await answerTo(request, url));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer: OidcIssuer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    person: undefined,
    claims: {},
    failing: undefined,
    returnedIssuer: undefined,
    redirectUri,
    signsOut: true,
    async logoutToken(claims) {
      const now = Math.floor(Date.now() / 1000);
      const right = {
        iss: issuer.url,
        aud: oidcApp.client_id,
        iat: now,
        exp: now + 120,
        jti: randomUUID(),
        events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
      };
      return new SignJWT({ ...right, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: key.kid, typ: 'logout+jwt' })
        .sign(key.privateKey);
    },
    async rotateKey() {
      key = await newKey();
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return issuer;
}
