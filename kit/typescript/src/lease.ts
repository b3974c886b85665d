import { check, Fault } from './answer.ts';
import { cleanText, isCount, type JsonObject } from './text.ts';
import { openToken, readKeys } from './token.ts';

/** What a lease says: a machine may use a licence until `exp`, in seconds since 1970. */
export interface Lease {
  readonly iat: number;
  readonly exp: number;
  readonly fingerprint: string;
  readonly seat: number;
}

/** What a delegation says: a relay may lease seats of a licence until `exp`. Times are in seconds since 1970. */
export interface Delegation {
  readonly jti: string;
  readonly aud: string;
  readonly iat: number;
  readonly nbf: number;
  readonly exp: number;
  readonly seats: number;
  /** The longest lease, in seconds. */
  readonly max_lease: number;
}

type PinnedKeys = Parameters<typeof openToken>[3];

const names = ['iss', 'sub', 'aud', 'jti'];
const times = ['iat', 'nbf', 'exp'];

/** True for claims of the licence with this `jti` that have these texts and counts. */
const isOf = (claims: JsonObject, licence: string, text: string[], count: string[]): boolean =>
  [...names, ...text].every((name) => typeof claims[name] === 'string' && claims[name]) &&
  [...times, ...count].every((name) => isCount(claims[name])) &&
  claims['sub'] === licence;

/**
 * Reads the delegation of a licence's seats to a relay (kit/SPEC.md, "The lease of a relay").
 * @throws Fault `delegation_wrong` if it cannot be trusted
 */
export async function readDelegation(text: string, licence: string, maxLength: number, pinned: PinnedKeys) {
  try {
    const claims = await openToken(text, 'delegation+jwt', maxLength, pinned);
    check(isOf(claims, licence, [], ['seats', 'max_lease']), 'claims_wrong');
    const keys = readKeys({ keys: [(claims['cnf'] as { jwk: object }).jwk] });
    return { ...(claims as unknown as Delegation), keys };
  } catch {
    throw new Fault('delegation_wrong');
  }
}

/**
 * Reads the lease of a licence (kit/SPEC.md, "The lease"): that of the vendor, or a relay's after its delegation.
 * @param licence the `jti` of the licence
 * @throws Fault with the reason why it cannot be trusted; `empty` if there is none
 */
export async function readLease(text: string, licence: string, maxLength: number, keys: PinnedKeys): Promise<Lease> {
  const [first = '', own, more] = cleanText(text).split('~');
  check(own !== '' && more === undefined, 'malformed');
  const delegation = own === undefined ? undefined : await readDelegation(first, licence, maxLength, keys);
  const claims = await openToken(own ?? first, 'lease+jwt', maxLength, delegation?.keys ?? keys);
  check(isOf(claims, licence, ['fingerprint'], ['seat']), 'claims_wrong');
  const lease = claims as unknown as Lease;
  if (delegation) {
    const { seats, max_lease, nbf, exp } = delegation;
    const inSeats = lease.seat > 0 && lease.seat <= seats;
    const inTime = lease.iat >= nbf && lease.exp <= exp && lease.exp - lease.iat <= max_lease;
    check(inSeats && inTime, 'delegation_exceeded');
  }
  return lease;
}
