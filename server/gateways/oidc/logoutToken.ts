import { createLocalJWKSet, decodeJwt, type JSONWebKeySet, jwtVerify } from 'jose';

/** What a valid logout token says: the session at the provider, or the person, or both. */
export interface LogoutToken {
  readonly jti: string;
  readonly sub?: string | undefined;
  readonly sid?: string | undefined;
}

/** Whom a logout token claims to come from and to be for; nothing of it is verified yet. */
export interface LogoutClaim {
  readonly issuer: string;
  readonly audiences: readonly string[];
}

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';
/** A token is valid for this long after it was issued, so that its number has to be remembered no longer. */
const maxAge = '10 minutes';
/** The default algorithm of ID tokens (OpenID Connect Discovery 1.0, 3); logout tokens are signed like them. */
const usualAlgorithm = 'RS256';

/** Reads the issuer and the audiences of a token; undefined for a text that is no such token. */
export function readLogoutClaim(token: string): LogoutClaim | undefined {
  try {
    const { iss, aud } = decodeJwt(token);
    const audiences = [aud ?? []].flat();
    return typeof iss === 'string' && audiences.length > 0 ? { issuer: iss, audiences } : undefined;
  } catch {
    return undefined;
  }
}

/** The algorithms with which a provider may sign: none that needs no key, or a key that others have, too. */
function algorithmsOf(supported: unknown): string[] {
  const names = Array.isArray(supported)
    ? supported.filter((name) => /^((RS|PS|ES)\d{3}|EdDSA|Ed25519)$/.test(name))
    : [];
  return names.length > 0 ? names : [usualAlgorithm];
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isMissing = (value: unknown): value is undefined => value === undefined;

/**
 * Verifies a logout token (OpenID Connect Back-Channel Logout 1.0, 2.6): its signature, issuer, audience, times, number
 * and event. That the number is new is for the caller to check.
 * @throws if a check fails; `JWKSNoMatchingKey` if its key is none of these
 */
export async function verifyLogoutToken(
  token: string,
  keys: JSONWebKeySet,
  {
    issuer,
    clientId,
    algorithms,
    clockTolerance,
  }: {
    readonly issuer: string;
    readonly clientId: string;
    readonly algorithms: unknown;
    readonly clockTolerance: number;
  },
): Promise<LogoutToken> {
  const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
    issuer,
    audience: clientId,
    algorithms: algorithmsOf(algorithms),
    requiredClaims: ['iat', 'exp', 'jti', 'events'],
    maxTokenAge: maxAge,
    clockTolerance,
  });
  const { jti, sub, sid, nonce, events } = payload as Record<string, unknown>;
  if (!isText(jti)) throw new Error('jti');
  if (!isMissing(nonce)) throw new Error('nonce');
  if (!isObject(events) || !isObject((events as Record<string, unknown>)[logoutEvent])) throw new Error('events');
  const isNamed = (isMissing(sub) || isText(sub)) && (isMissing(sid) || isText(sid));
  if (!isNamed || (isMissing(sub) && isMissing(sid))) throw new Error('sub, sid');
  return { jti, sub, sid };
}
