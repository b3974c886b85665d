import { signAny } from './testKeys.ts';
import { day, hour, licence, type Maker, now } from './vectors.ts';

const fingerprint = 'c2VyaWFsLTQ3MTEtb2YtdGhlLW1hY2hpbmU';

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
  add('lease: valid', 'ok', good, machine, licence, lease);
  add('lease: valid, of any machine', 'ok', good, { lease: text }, licence, lease);
  add('lease: for another machine', 'machine_wrong', good, { ...machine, fingerprint: 'another' }, licence, lease);
  const upper = fingerprint.toUpperCase();
  add('lease: the fingerprint in capitals', 'machine_wrong', good, { ...machine, fingerprint: upper }, licence, lease);
  add('lease: an empty fingerprint', 'machine_wrong', good, { ...machine, fingerprint: '' }, licence, lease);
  add(
    'lease: as a mail wraps it',
    'ok',
    good,
    { ...machine, lease: `> ${text.replace(/.{60}/g, '$&\r\n> ')}` },
    licence,
    lease,
  );
  add(
    'lease: in quotes, with a byte order mark',
    'ok',
    good,
    { ...machine, lease: `\ufeff"${text}"\n` },
    licence,
    lease,
  );
  for (const [name, at, reason] of [
    ['a second before its end', lease.exp - 1, 'ok'],
    ['at its end', lease.exp, 'lease_expired'],
    ['a second after its end', lease.exp + 1, 'lease_expired'],
  ] as const)
    add(`lease: ${name}`, reason, good, { ...machine, now: at }, licence, lease);
  add('lease: at its end, with leeway', 'ok', good, { ...machine, now: lease.exp, leeway: 1 }, licence, lease);
  const seen = { ...machine, lastSeen: lease.exp };
  add('lease: the clock set back before its end', 'clock_set_back', good, seen, licence, lease);
  const tolerant = { ...seen, clockTolerance: 30 * day };
  add('lease: the clock set back, and tolerated', 'lease_expired', good, tolerant, licence, lease);
  const later = { ...lease, iat: now + 2 * day, nbf: now + 2 * day - 300 };
  const ofLater = { ...machine, lease: await signLease(later) };
  add('lease: signed later than now: the clock was set back', 'clock_set_back', good, ofLater, licence, later);
  const soon = { ...lease, iat: now + hour, nbf: now + hour - 300 };
  const ofSoon = { ...machine, lease: await signLease(soon) };
  add('lease: signed within the tolerance', 'ok', good, ofSoon, licence, soon);
  const ended = { ...licence, exp: now };
  add('lease: longer than the licence', 'expired', await sign(ended), machine, ended, lease);
  const first = { ...lease, seat: 0 };
  add('lease: seat 0', 'ok', good, { ...machine, lease: await signLease(first) }, licence, first);
  const more = { ...lease, note: 'x', nested: { a: [1] } };
  add('lease: with further claims', 'ok', good, { ...machine, lease: await signLease(more) }, licence, more);
  const unicode = { ...lease, fingerprint: '机器 \u{1f5a5} é' };
  const ofUnicode = { lease: await signLease(unicode), fingerprint: unicode.fingerprint };
  add('lease: a fingerprint in Unicode', 'ok', good, ofUnicode, licence, unicode);
  const decomposed = { ...ofUnicode, fingerprint: unicode.fingerprint.normalize('NFD') };
  add('lease: a fingerprint in another normal form', 'machine_wrong', good, decomposed, licence, unicode);
  const ofNext = { ...machine, lease: await signLease(lease, next), keys: ['both'] };
  add('lease: signed by the newer key', 'ok', good, ofNext, licence, lease);
}

/** Leases with the list of withdrawn licences. */
async function addWithdrawn({ add, good, signLease }: Maker): Promise<void> {
  const machine = { fingerprint, lease: await signLease(lease) };
  add('lease: of a withdrawn licence', 'revoked', good, { ...machine, revocations: ['ours'] }, licence, lease);
  add('lease: and a list of others', 'ok', good, { ...machine, revocations: ['others'] }, licence, lease);
  const old = { ...machine, revocations: ['old'] };
  add('lease: and a list that is too old', 'revocations_stale', good, old, licence, lease);
  const ended = { ...machine, now: lease.exp, revocations: ['ends now'] };
  add('lease: ended, and a list that is too old', 'revocations_stale', good, ended, licence, lease);
  const none = { fingerprint, revocations: ['ours'] };
  add('lease: none, of a withdrawn licence', 'revoked', good, none);
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
