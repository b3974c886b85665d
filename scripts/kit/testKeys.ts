import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { calculateJwkThumbprint, type JWK } from 'jose';
import type { SignerKey } from '../../server/gateways/signer.ts';

/** A key pair of the vectors. Its private half is public: it signs nothing but vectors. */
export interface TestKey extends SignerKey {
  readonly publicJwk: JWK;
  readonly privateKey: KeyObject;
}

/** What precedes the seed in the PKCS #8 form of an Ed25519 key (RFC 8410). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The key pair of a name, always the same one. */
export async function testKey(name: string): Promise<TestKey> {
  const seed = createHash('sha256').update(`licence kit vectors: ${name}`).digest();
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' });
  const { kty, crv, x, d } = privateKey.export({ format: 'jwk' });
  const publicJwk = { kty, crv, x } as JWK;
  const kid = await calculateJwkThumbprint(publicJwk);
  const complete = { ...publicJwk, kid, use: 'sig', alg: 'EdDSA' };
  return { kid, privateJwk: { kty, crv, x, d } as JWK, publicJwk: complete, privateKey };
}

const encode = (part: string | Uint8Array | object): string => {
  const text = typeof part === 'string' || part instanceof Uint8Array ? part : JSON.stringify(part);
  return Buffer.from(text as string).toString('base64url');
};

/** A compact JWS of any header and payload: what the signer of the product would not sign. */
export function signAny(
  header: string | Uint8Array | object,
  payload: string | Uint8Array | object,
  { privateKey }: TestKey,
): string {
  const data = `${encode(header)}.${encode(payload)}`;
  return `${data}.${sign(null, Buffer.from(data), privateKey).toString('base64url')}`;
}
