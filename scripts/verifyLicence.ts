import { compactVerify, createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';

export interface Expectation {
  issuer: string;
  audience: string;
  /** By how many seconds the clocks of issuer and verifier may differ; 60 by default. */
  tolerance?: number;
}

const claims = [
  'iss',
  'sub',
  'aud',
  'jti',
  'iat',
  'nbf',
  'exp',
  'order',
  'project',
  'category',
  'quantity',
  'licence_key',
  'generation',
];

/**
 * Verifies a licence offline: only Ed25519, only our token type, a key from the given set by its id, the issuer, the
 * audience and every claim. Base64url that is not in its canonical form is refused, so that a licence has only one
 * text.
 * @throws With the reason, if the licence is not valid.
 */
export async function verifyLicence(token: string, keys: JSONWebKeySet, expected: Expectation) {
  const parts = token.split('.');
  if (parts.length !== 3 || parts.some((part) => Buffer.from(part, 'base64url').toString('base64url') !== part)) {
    throw new Error('not a compact JWS in canonical base64url');
  }
  const { protectedHeader } = await compactVerify(token, createLocalJWKSet(keys), { algorithms: ['EdDSA'] });
  const unknown = Object.keys(protectedHeader).filter((name) => !['alg', 'typ', 'kid'].includes(name));
  if (unknown.length > 0 || !protectedHeader.kid)
    throw new Error(`the header may hold alg, typ and kid alone: ${unknown}`);
  const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
    algorithms: ['EdDSA'],
    typ: 'license+jwt',
    issuer: expected.issuer,
    audience: expected.audience,
    requiredClaims: claims,
    clockTolerance: expected.tolerance ?? 60,
  });
  return payload;
}

/** The withdrawn licences as of one moment. */
export interface RevocationList {
  readonly asOf: Date;
  /** When the licence with this id was withdrawn; undefined if it was not until then. */
  revokedAt(jti: string): Date | undefined;
}

interface RevocationClaims {
  readonly iat: number;
  readonly revoked: readonly { readonly jti: string; readonly revoked_at: number }[];
}

const isList = (value: unknown): value is RevocationClaims =>
  Number.isFinite((value as RevocationClaims | null)?.iat) && Array.isArray((value as RevocationClaims).revoked);

/**
 * Reads the signed list of withdrawn licences (`/.well-known/revoked.jws`).
 * @throws with the reason, if it is not signed with one of the keys
 */
export async function readRevocationList(token: string, keys: JSONWebKeySet): Promise<RevocationList> {
  const { payload, protectedHeader } = await compactVerify(token, createLocalJWKSet(keys), { algorithms: ['EdDSA'] });
  const claims: unknown = JSON.parse(new TextDecoder().decode(payload));
  if (protectedHeader.typ !== 'revocation-list+jwt' || !isList(claims)) throw new Error('it is another document');
  const dates = new Map(claims.revoked.map(({ jti, revoked_at }) => [jti, new Date(revoked_at * 1000)]));
  return { asOf: new Date(claims.iat * 1000), revokedAt: (jti) => dates.get(jti) };
}
