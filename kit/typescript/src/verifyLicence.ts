import { type Answer, check, Fault, type Licence, type Options, type Reason } from './answer.ts';
import { type Lease, readLease } from './lease.ts';
import { isSameMachine } from './machine.ts';
import { type RevocationList, readRevocations } from './revocations.ts';
import { isCount, type JsonObject } from './text.ts';
import { openToken, readKeys } from './token.ts';

const maxToken = 16_384;
const day = 86_400;
/** How long before its `iat` a licence may already be used, in seconds: clocks differ. */
const headStart = 300;

const names = ['iss', 'sub', 'aud', 'jti'];
const texts = [...names, 'order', 'project', 'licence_key'];
const counts = ['iat', 'nbf', 'exp', 'category', 'quantity', 'generation'];

const isLicence = (claims: JsonObject): boolean =>
  texts.every((name) => typeof claims[name] === 'string') &&
  names.every((name) => claims[name] !== '') &&
  counts.every((name) => isCount(claims[name])) &&
  ['undefined', 'boolean'].includes(typeof claims['trial']);

/** Checks that the licence is meant for this issuer, product and installation. */
function checkIdentity({ iss, aud, licence_key }: Licence, { issuer, product, installationKey }: Options): void {
  check((issuer ?? iss) === iss, 'issuer_wrong');
  check((product ?? aud) === aud, 'product_wrong');
  check((installationKey ?? licence_key) === licence_key, 'installation_wrong');
}

/** Checks the times. A comparison with a value that is no number fails. */
function checkTimes({ nbf, iat, exp }: Licence, { lastSeen, setBackBy }: Answer['clock'], options: Options): void {
  const leeway = options.leeway ?? 0;
  check(setBackBy <= (options.clockTolerance ?? day), 'clock_set_back');
  check(lastSeen >= nbf - leeway, 'not_yet_valid');
  check(lastSeen >= iat - leeway - headStart, 'issued_in_future');
  check(lastSeen < exp + leeway, 'expired');
}

/** Checks that the list is recent. */
function checkAge({ iat, exp = Infinity }: RevocationList, time: number, maxAge: number | undefined): void {
  check(time <= (maxAge === undefined ? exp : iat + maxAge), 'revocations_stale');
}

/** Checks that the lease is there, genuine, for this machine, and has not ended. */
function checkLease(lease: Lease | Reason, time: number, { fingerprint, leeway = 0 }: Options): void {
  if (typeof lease === 'string') throw new Fault(lease);
  check(isSameMachine(fingerprint ?? lease.fingerprint, lease.fingerprint), 'machine_wrong');
  check(time < lease.exp + leeway, 'lease_expired');
}

/**
 * Verifies a licence offline (kit/SPEC.md).
 * @param text the licence, also as mails and terminals leave it
 * @returns what is known of it; it never throws for what is wrong with the licence
 */
export async function verifyLicence(text: string, options: Options): Promise<Answer> {
  const now = options.now ?? Math.floor(Date.now() / 1000);
  const lists = [options.revocations ?? []].flat();
  const maxAge = options.maxRevocationAge ?? undefined;
  const clockAt = (seen: number) => {
    const lastSeen = Math.max(now, seen);
    return { now, lastSeen, setBackBy: lastSeen - now };
  };
  let clock = clockAt(options.lastSeen ?? now);
  let licence: Licence | null = null;
  let list: RevocationList | undefined;
  const leaseText = options.lease ?? '';
  const needsLease = (options.lease ?? options.fingerprint) != null;
  let lease: Lease | Reason = 'lease_missing';
  let reason: Reason = 'ok';
  try {
    const keys = readKeys(options.keys);
    const claims = await openToken(text, 'license+jwt', maxToken, keys);
    check(isLicence(claims), 'claims_wrong');
    licence = claims as Licence;
    checkIdentity(licence, options);
    if (lists.length > 0) list = await readRevocations(lists, options.keys).catch(() => undefined);
    lease = await readLease(leaseText, licence.jti, maxToken, keys).catch(({ reason: why }) =>
      why === 'empty' ? 'lease_missing' : /^deleg/.test(why) ? why : 'lease_wrong',
    );
    clock = clockAt(Math.max(clock.lastSeen, list?.iat ?? 0, typeof lease === 'string' ? 0 : lease.iat));
    check(!list?.revoked.has(licence.jti), 'revoked');
    checkTimes(licence, clock, options);
    check(list || lists.length === 0, 'revocations_wrong');
    check(list || maxAge === undefined, 'revocations_missing');
    if (list) checkAge(list, clock.lastSeen, maxAge);
    if (needsLease) checkLease(lease, clock.lastSeen, options);
  } catch (error) {
    reason = error instanceof Fault ? error.reason : 'malformed';
  }
  const checkedUntil = list?.iat ?? null;
  const valid = reason === 'ok';
  const held = typeof lease === 'string' ? null : { expiresAt: lease.exp, seat: lease.seat };
  return { valid, reason, licence, expiresAt: licence?.exp ?? null, revocation: { checkedUntil }, lease: held, clock };
}
