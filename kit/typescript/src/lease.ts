import { check } from './answer.ts';
import { isCount } from './text.ts';
import { openToken } from './token.ts';

/** What a lease says: a machine may use a licence until `exp`, in seconds since 1970. */
export interface Lease {
  readonly iat: number;
  readonly exp: number;
  readonly fingerprint: string;
  readonly seat: number;
}

const texts = ['iss', 'sub', 'aud', 'jti', 'fingerprint'];
const counts = ['iat', 'nbf', 'exp', 'seat'];

/**
 * Reads the lease of a licence (kit/SPEC.md, "The lease").
 * @param licence the `jti` of the licence
 * @throws Fault with the reason why it cannot be trusted; `empty` if there is none
 */
export async function readLease(
  text: string,
  licence: string,
  maxLength: number,
  keys: Parameters<typeof openToken>[3],
): Promise<Lease> {
  const claims = await openToken(text, 'lease+jwt', maxLength, keys);
  const isLease =
    texts.every((name) => typeof claims[name] === 'string' && claims[name] !== '') &&
    counts.every((name) => isCount(claims[name]));
  check(isLease && claims['sub'] === licence, 'claims_wrong');
  return claims as unknown as Lease;
}
