import type { Reason } from '../../kit/typescript/src/index.ts';
import { signAny } from './testKeys.ts';
import { day, type HeldLease, hour, licence, type Maker, now, type VectorOptions } from './vectors.ts';

export const fingerprint = 'c2VyaWFsLTQ3MTEtb2YtdGhlLW1hY2hpbmU';

/** The claims of the lease that most vectors are made of. */
const lease = {
  iss: licence.iss,
  sub: licence.jti,
  aud: licence.aud,
  jti: `${licence.jti}.12`,
  iat: now - hour,
  nbf: now - hour - 300,
  exp: now + 7 * day,
  fingerprint,
  seat: 3,
};

/** Leases that are genuine: valid, ended, for another machine, and of other times. */
async function addGenuine({ add, good, sign, signLease, next }: Maker): Promise<void> {
  const text = await signLease(lease);
  const machine = { fingerprint, lease: text };
  const addHeld = (name: string, reason: Reason, options: Partial<VectorOptions>, held: HeldLease = lease) =>
    add(`lease: ${name}`, reason, good, { ...machine, ...options }, licence, held);
  addHeld('valid', 'ok', {});
  add('lease: valid, of any machine', 'ok', good, { lease: text }, licence, lease);
  addHeld('for another machine', 'machine_wrong', { fingerprint: 'another' });
  addHeld('the fingerprint in capitals', 'machine_wrong', { fingerprint: fingerprint.toUpperCase() });
  addHeld('an empty fingerprint', 'machine_wrong', { fingerprint: '' });
  addHeld('as a mail wraps it', 'ok', { lease: `> ${text.replace(/.{60}/g, '$&\r\n> ')}` });
  addHeld('in quotes, with a byte order mark', 'ok', { lease: `\ufeff"${text}"\n` });
  addHeld('a second before its end', 'ok', { now: lease.exp - 1 });
  addHeld('at its end', 'lease_expired', { now: lease.exp });
  addHeld('a second after its end', 'lease_expired', { now: lease.exp + 1 });
  addHeld('at its end, with leeway', 'ok', { now: lease.exp, leeway: 1 });
  const seen = { lastSeen: lease.exp };
  addHeld('the clock set back before its end', 'clock_set_back', seen);
  addHeld('the clock set back, and tolerated', 'lease_expired', { ...seen, clockTolerance: 30 * day });
  const addOther = async (name: string, reason: Reason, changes: Readonly<Record<string, unknown>>) => {
    const held = { ...lease, ...changes };
    addHeld(name, reason, { lease: await signLease(held) }, held);
  };
  const signedAt = (iat: number) => ({ iat, nbf: iat - 300 });
  await addOther('signed later than now: the clock was set back', 'clock_set_back', signedAt(now + 2 * day));
  await addOther('signed within the tolerance', 'ok', signedAt(now + hour));
  const ended = { ...licence, exp: now };
  add('lease: longer than the licence', 'expired', await sign(ended), machine, ended, lease);
  await addOther('seat 0', 'ok', { seat: 0 });
  await addOther('with further claims', 'ok', { note: 'x', nested: { a: [1] } });
  const unicode = { ...lease, fingerprint: '机器 \u{1f5a5} é' };
  const ofUnicode = { lease: await signLease(unicode), fingerprint: unicode.fingerprint };
  addHeld('a fingerprint in Unicode', 'ok', ofUnicode, unicode);
  const decomposed = { ...ofUnicode, fingerprint: unicode.fingerprint.normalize('NFD') };
  addHeld('a fingerprint in another normal form', 'machine_wrong', decomposed, unicode);
  addHeld('signed by the newer key', 'ok', { lease: await signLease(lease, next), keys: ['both'] });
}

/** Leases with the list of withdrawn licences. */
async function addWithdrawn({ add, good, signLease }: Maker): Promise<void> {
  const machine = { fingerprint, lease: await signLease(lease) };
  const addListed = (name: string, reason: Reason, options: Partial<VectorOptions>) =>
    add(`lease: ${name}`, reason, good, { ...machine, ...options }, licence, lease);
  addListed('of a withdrawn licence', 'revoked', { revocations: ['ours'] });
  addListed('and a list of others', 'ok', { revocations: ['others'] });
  addListed('and a list that is too old', 'revocations_stale', { revocations: ['old'] });
  addListed('ended, and a list that is too old', 'revocations_stale', { now: lease.exp, revocations: ['ends now'] });
  add('lease: none, of a withdrawn licence', 'revoked', good, { fingerprint, revocations: ['ours'] });
}

/** Leases that are missing or cannot be trusted. */
async function addWrong({ add, good, sign, signLease, vendor, stranger }: Maker): Promise<void> {
  add('lease: none', 'lease_missing', good, { fingerprint });
  add('lease: an empty text', 'lease_missing', good, { fingerprint, lease: '' });
  add('lease: white space', 'lease_missing', good, { fingerprint, lease: ' \r\n\t' });
  add('lease: an empty text, of any machine', 'lease_missing', good, { lease: '' });
  add('lease: none, of an ended licence', 'expired', good, { fingerprint, now: licence.exp });
  const text = await signLease(lease);
  const header = { alg: 'EdDSA', typ: 'lease+jwt', kid: vendor.kid };
  const signed = (claims: object, more: object = {}) => signAny({ ...header, ...more }, claims, vendor);
  const without = (name: keyof typeof lease) => {
    const { [name]: _, ...rest } = lease;
    return signed(rest);
  };
  const [head, body, signature = ''] = text.split('.');
  const other = { ...lease, exp: lease.exp + 365 * day };
  const wrong: Record<string, string> = {
    'a licence in its place': good,
    'another word': 'lease',
    'cut off': text.slice(0, -1),
    'without a signature': `${head}.${body}.`,
    twice: `${text}.${text}`,
    'with a changed end': `${head}.${Buffer.from(JSON.stringify(other)).toString('base64url')}.${signature}`,
    'too large': text.padEnd(16_385, 'A'),
    'signed by a stranger': await signLease(lease, stranger),
    'under the type of a licence': await sign(lease),
    'with alg none': signed(lease, { alg: 'none' }),
    'with a critical header': signed(lease, { crit: ['exp'] }),
    'of another licence': await signLease({ ...lease, sub: 'another' }),
    'of the failback licence': await signLease({ ...lease, sub: `${licence.jti}.failback` }),
    'with an end that is a text': signed({ ...lease, exp: String(lease.exp) }),
    'with an end that is no whole number': signed({ ...lease, exp: lease.exp + 0.5 }),
    'with a negative seat': signed({ ...lease, seat: -1 }),
    'with an empty fingerprint': signed({ ...lease, fingerprint: '' }),
    'with a list of fingerprints': signed({ ...lease, fingerprint: [fingerprint] }),
    'without an end': without('exp'),
    'without a licence': without('sub'),
    'without a fingerprint': without('fingerprint'),
    'without a seat': without('seat'),
    'without a time of signing': without('iat'),
  };
  for (const [name, lease] of Object.entries(wrong)) add(`lease: ${name}`, 'lease_wrong', good, { fingerprint, lease });
  add('lease: a licence in its place, and no machine', 'lease_wrong', good, { lease: good });
}

/** A lease is no licence. */
async function addConfused({ add, signLease }: Maker): Promise<void> {
  const text = await signLease(lease);
  add('lease: in place of the licence', 'type_wrong', text);
  add('lease: in both places', 'type_wrong', text, { lease: text, fingerprint });
}

/** Leases of machines (kit/SPEC.md, "The lease"). */
export async function addLeaseVectors(maker: Maker): Promise<void> {
  await addGenuine(maker);
  await addWithdrawn(maker);
  await addWrong(maker);
  await addConfused(maker);
}
