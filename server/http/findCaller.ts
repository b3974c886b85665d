import { message } from '../../contract/messages/message.ts';
import { AppError } from '../core/appError.ts';
import type { Caller } from '../core/context.ts';
import { callerOfKey, endRefusedActing, isSessionKey } from '../domain/account/session.ts';
import { callerOfToken, noteTokenUse, type TokenUse } from '../domain/serviceAccount/serviceToken.ts';
import { looksLikeToken } from '../domain/serviceAccount/tokenText.ts';
import { asAnybody, currentTime, type HttpRequestContext, type Services } from './services.ts';

/**
 * The key or token of a request: the `authorization` header, as it is (B4) or after `Bearer` (RFC 6750; issue 34).
 * @returns undefined without the header
 */
export const keyOfRequest = (c: HttpRequestContext): string | undefined =>
  c.req.header('authorization')?.replace(/^Bearer +/i, '');

/** Seconds in which the requests of a token are counted. */
const period = 60;

/**
 * Counts a request of a token, and says in the answer how many are left
 * (https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/).
 * @throws 429 above the limit of its account
 */
async function countTokenRequest(c: HttpRequestContext, { caller, requestsPerMinute }: TokenUse): Promise<void> {
  const { count, wait, reset } = await c.get('services').countToken(caller.token?.id ?? 0, requestsPerMinute);
  c.header('RateLimit-Policy', `"token";q=${requestsPerMinute};w=${period}`);
  c.header('RateLimit', `"token";r=${Math.max(0, requestsPerMinute - count)};t=${Math.ceil(reset / 1000)}`);
  if (wait > 0) throw new AppError(429, message('too_many'), undefined, Math.ceil(wait / 1000));
}

async function callerWithToken(c: HttpRequestContext, token: string, placed: boolean): Promise<Caller | undefined> {
  const { address } = c.get('origin');
  const now = currentTime(c.get('services'));
  const use = await callerOfToken(c.get('database').db, token, now, { address, placed });
  if (!use) return undefined;
  await countTokenRequest(c, use);
  await asAnybody(c, (context) => noteTokenUse(context, use, address));
  return use.caller;
}

/** The caller of a session's key; one that may no longer act loses the session for good (D9). */
async function callerWithKey(c: HttpRequestContext, key: string, placed: boolean): Promise<Caller | undefined> {
  const now = currentTime(c.get('services'));
  const caller = await callerOfKey(c.get('database').db, key, now, c.get('services').settings.session, {
    placed,
    zone: c.get('origin').zone,
  });
  if (!caller) await asAnybody(c, (context) => endRefusedActing(context, key));
  return caller;
}

/**
 * The caller of a request, by the key of a session or the token of a service account; undefined without a valid one.
 * @throws 401 with the reason for a token that exists but may not be used; 429 for one that makes too many requests
 */
export async function findCaller(c: HttpRequestContext): Promise<Caller | undefined> {
  const placed = c.get('services').replica !== undefined;
  const key = keyOfRequest(c);
  if (!key) return undefined;
  if (looksLikeToken(key)) return callerWithToken(c, key, placed);
  return isSessionKey(key) ? callerWithKey(c, key, placed) : undefined;
}

/** The caller of an open stream, found again; undefined once the session or the token has ended. */
export async function findCallerAgain(services: Services, key: string, address: string): Promise<Caller | undefined> {
  const { db } = services.database;
  const now = currentTime(services);
  if (!looksLikeToken(key)) return callerOfKey(db, key, now, services.settings.session, { isUse: false });
  return (await callerOfToken(db, key, now, { address }).catch(() => undefined))?.caller;
}
