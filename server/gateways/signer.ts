import { CompactSign, importJWK, type JWK } from 'jose';

/** The private key is not one that can sign. */
export class UnusableKey extends Error {}

export interface SignerKey {
  readonly kid: string;
  readonly privateJwk: JWK;
}

/** Signs the given claims; it knows nothing of rows. */
export interface Signer {
  /** A licence as a compact JWS: Ed25519 (RFC 7515, RFC 8037), header `alg`, `typ`, `kid` and nothing else (C6). */
  sign(claims: Record<string, unknown>, key: SignerKey): Promise<string>;
  /** A lease of an activation in the same form (issue 36). */
  signLease(claims: Record<string, unknown>, key: SignerKey): Promise<string>;
  /** The delegation of seats to a relay in the same form (issue 36). */
  signDelegation(claims: Record<string, unknown>, key: SignerKey): Promise<string>;
  /** The revocation list in the same form (C4). */
  signRevocationList(claims: object, key: SignerKey): Promise<string>;
}

async function compact(payload: object, typ: string, { kid, privateJwk }: SignerKey): Promise<string> {
  const key = await importJWK(privateJwk, 'EdDSA').catch((cause: unknown) => {
    throw new UnusableKey('the private key cannot sign', { cause });
  });
  const bytes = new TextEncoder().encode(JSON.stringify(payload));
  return new CompactSign(bytes).setProtectedHeader({ alg: 'EdDSA', typ, kid }).sign(key);
}

export const createSigner = (): Signer => ({
  sign: (claims, key) => compact(claims, 'license+jwt', key),
  signLease: (claims, key) => compact(claims, 'lease+jwt', key),
  signDelegation: (claims, key) => compact(claims, 'delegation+jwt', key),
  signRevocationList: (claims, key) => compact(claims, 'revocation-list+jwt', key),
});
