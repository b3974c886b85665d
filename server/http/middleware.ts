import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import { createMiddleware } from 'hono/factory';
import proxyaddr from 'proxy-addr';
import { message } from '../../contract/messages/message.ts';
import { AppError } from '../core/appError.ts';
import type { Caller } from '../core/context.ts';
import { contractFor, rightsMark } from '../core/narrowedContract.ts';
import { looksLikeToken } from '../domain/serviceAccount/tokenText.ts';
import { findCaller, keyOfRequest } from './findCaller.ts';
import { knownPaths, needsNoKey } from './paths.ts';
import {
  type HttpEnv,
  type HttpRequestContext,
  languageOfRequest,
  type Services,
  startTimeLimit,
  zoneOfRequest,
} from './services.ts';

function socketOf(c: HttpRequestContext): string {
  try {
    return getConnInfo(c).remote.address ?? '';
  } catch {
    return '';
  }
}

/** Some proxies add the port. */
const withoutPort = (text: string): string => /^(?:\[(.+)\]|([\d.]+))(?::\d+)?$/.exec(text)?.slice(1).join('') ?? text;

/**
 * The address of the other end of the socket; if that is a trusted proxy, the last address in `X-Forwarded-For` that is
 * not a trusted proxy (D5). A text that is no address is ignored.
 */
function addressOf(c: HttpRequestContext, { trusts }: Services): string {
  const remoteAddress = socketOf(c);
  const headers = { 'x-forwarded-for': c.req.header('x-forwarded-for') };
  const client = withoutPort(proxyaddr({ headers, connection: { remoteAddress } } as never, trusts));
  return isIP(client) ? client : remoteAddress;
}

/** Sets the services, the time limit, the id and the origin of a request. */
export const requestOrigin = (services: Services) =>
  createMiddleware<HttpEnv>(async (c, next) => {
    const request_id = randomUUID();
    c.set('services', services);
    startTimeLimit(c);
    c.set('origin', {
      address: addressOf(c, services),
      agent: c.req.header('user-agent') ?? '',
      request_id,
      language: languageOfRequest(c),
      zone: zoneOfRequest(c),
    });
    c.header('X-Request-Id', request_id);
    await next();
  });

/** Refuses requests while the server is stopping; another server answers them. */
export const refuseWhileStopping = createMiddleware<HttpEnv>(async (c, next) => {
  if (c.get('services').stopping() && !['/healthz', '/readyz'].includes(c.req.path))
    throw new AppError(503, message('stopping'), undefined, 2);
  await next();
});

/**
 * True for the requests that a session may make before its user has chosen a new password (D7): read the own user,
 * choose one, and log out.
 */
const mayBeforePassword = ({ req }: HttpRequestContext, { id }: Caller): boolean =>
  ['POST /v1/auth/password', 'POST /v1/auth/logout', `GET /v1/user/${id}`].includes(`${req.method} ${req.path}`);

/** True for the requests that a session may make before its user has set up the second factor that the role needs. */
const mayBeforeFactor = (c: HttpRequestContext, caller: Caller): boolean =>
  mayBeforePassword(c, caller) || /^\/v1\/auth\/(second_factor|passkey|confirm)(\/|$)/.test(c.req.path);

/** What the user of a session has to do before anything else; undefined if the request may go on. */
function duty(c: HttpRequestContext, caller: Caller): 'password_due' | 'factor_due' | undefined {
  if (caller.must_change_password && !mayBeforePassword(c, caller)) return 'password_due';
  return caller.must_enrol && !mayBeforeFactor(c, caller) ? 'factor_due' : undefined;
}

/** Everything after this point knows the contract as the caller has it. */
function narrowServices(c: HttpRequestContext, caller: Caller): void {
  const services = c.get('services');
  c.set('services', { ...services, contract: contractFor(services.contract, caller) });
  c.header('X-Rights', rightsMark(caller));
}

/**
 * Finds the caller by the key or token in the `authorization` header: 401 without a valid one, before anything else
 * (B4), and 403 while the user has to choose a new password (D7) or to set up a second factor.
 */
export const authentication = createMiddleware<HttpEnv>(async (c, next) => {
  const isPublic = needsNoKey(knownPaths(c.get('services').contract), c.req.method, c.req.path);
  // A token is of no use for a public endpoint, so nobody is refused there because of one.
  const isForToken = !(isPublic && looksLikeToken(keyOfRequest(c) ?? ''));
  const caller = isForToken ? await findCaller(c) : undefined;
  const due = caller && duty(c, caller);
  // Public endpoints treat such a caller as anonymous.
  c.set('caller', isPublic && due ? undefined : caller);
  if (caller?.withheld) narrowServices(c, caller);
  if (!isPublic && !caller) throw AppError.signedOut();
  if (!isPublic && due) throw new AppError(403, message(due));
  await next();
});

/**
 * The policy of an answer: it may run only scripts of this server (A29).
 * @param inline the sources of the inline scripts of a page, each a hash
 */
export const contentSecurityPolicy = (inline: readonly string[] = []): string =>
  `default-src 'self'; script-src ${["'self'", ...inline].join(' ')}; style-src 'self' 'unsafe-inline'; ` +
  "img-src 'self' data: blob:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; " +
  "frame-ancestors 'none'";

/**
 * Headers that keep a page from running foreign code (A29), on errors too. They are set before the answer exists:
 * changing them on an existing answer would copy it as a stream.
 */
export const securityHeaders = (publicUrl: string) => {
  const policy = contentSecurityPolicy();
  return createMiddleware<HttpEnv>(async (c, next) => {
    c.header('Content-Security-Policy', policy);
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('Referrer-Policy', 'same-origin');
    c.header('Cross-Origin-Opener-Policy', 'same-origin');
    if (publicUrl.startsWith('https:')) c.header('Strict-Transport-Security', 'max-age=31536000');
    if (/^\/(v1|scim)\//.test(c.req.path)) c.header('Cache-Control', 'no-store');
    await next();
  });
};

/** Bytes in an address, as they are written there (RFC 3986, 2.1). */
const escapedBytes = /(?:%[0-9a-f]{2})+/gi;

/** True if the bytes in a part of an address are UTF-8. A `%` without a number after it is a sign like another. */
function isUtf8(part: string): boolean {
  try {
    for (const [bytes] of part.matchAll(escapedBytes)) decodeURIComponent(bytes);
    return true;
  } catch {
    return false;
  }
}

/**
 * Refuses a parameter whose bytes are not UTF-8: its text would be read as the signs of their numbers.
 * @throws 422 at the parameter
 */
function refuseOtherBytes(c: HttpRequestContext): void {
  const odd = new URL(c.req.url).search
    .slice(1)
    .split('&')
    .find((part) => !isUtf8(part));
  const name = odd?.split('=')[0];
  if (name !== undefined) throw AppError.unprocessable('bad_parameter', { name }, name);
}

/** The parameters of a request; a repeated one is refused rather than guessed at (A5). */
export function requestParameters(c: HttpRequestContext): Record<string, string> {
  refuseOtherBytes(c);
  const given = Object.entries(c.req.queries());
  const repeated = given.find(([, values]) => values.length > 1)?.[0];
  if (repeated) {
    const text = message('repeated_parameter', { name: repeated });
    throw new AppError(422, text, { [repeated]: [text] });
  }
  return Object.fromEntries(given.map(([name, values]) => [name, values[0] ?? '']));
}

/** Refuses the parameters of an endpoint that takes none, rather than ignore them. */
export function refuseParameters(c: HttpRequestContext): void {
  const unknown = Object.keys(requestParameters(c))[0];
  if (unknown) throw AppError.unprocessable('unknown_parameter', { name: unknown }, unknown);
}
