import type { Reason } from '../../kit/typescript/src/index.ts';
import { fingerprint } from './leaseVectors.ts';
import { signAny } from './testKeys.ts';
import { day, type HeldLease, hour, licence, type Maker, now, type VectorOptions } from './vectors.ts';

/** The claims of the delegation that most vectors are made of, without the key of the relay. */
const delegated = {
  iss: licence.iss,
  sub: licence.jti,
  aud: licence.aud,
  jti: `${licence.jti}.20`,
  iat: now - 2 * day,
  nbf: now - 2 * day - 300,
  exp: now + 28 * day,
  seats: 20,
  max_lease: 7 * day,
};

/** The claims of a lease of the relay. */
const leased = {
  iss: 'relay',
  sub: licence.jti,
  aud: licence.aud,
  jti: `${licence.jti}.20.3`,
  iat: now - hour,
  nbf: now - hour - 300,
  exp: now - hour + 7 * day,
  fingerprint,
  seat: 3,
};

type Changes = Readonly<Record<string, unknown>>;

/** What the vectors of relays share. */
async function makeChain({ add, good, signLease, signDelegation, relay }: Maker) {
  const { kty, crv, x } = relay.publicJwk;
  const cnf = { jwk: { kty, crv, x, kid: relay.kid } };
  const delegate = (changes: Changes = {}, key?: Maker['vendor']) =>
    signDelegation({ ...delegated, cnf, ...changes }, key);
  const lease = (changes: Changes = {}, key = relay) => signLease({ ...leased, ...changes }, key);
  const [delegation, own] = [await delegate(), await lease()];
  const addHeld = (name: string, reason: Reason, options: Partial<VectorOptions>, held: HeldLease = leased) =>
    add(`relay: ${name}`, reason, good, { fingerprint, lease: `${delegation}~${own}`, ...options }, licence, held);
  const addNone = (name: string, reason: Reason, text: string, options: Partial<VectorOptions> = {}) =>
    add(`relay: ${name}`, reason, good, { fingerprint, lease: text, ...options });
  return { cnf, delegate, lease, delegation, own, addHeld, addNone };
}
type Chain = Awaited<ReturnType<typeof makeChain>>;

/** Leases of a relay that are genuine. */
async function addGenuine({ next, good, add }: Maker, { delegate, lease, delegation, own, addHeld }: Chain) {
  const text = `${delegation}~${own}`;
  addHeld('a valid lease', 'ok', {});
  add('relay: a valid lease, of any machine', 'ok', good, { lease: text }, licence, leased);
  addHeld('a lease as a mail wraps it', 'ok', { lease: `> "${text.replace(/.{60}/g, '$&\r\n> ')}"` });
  addHeld('a lease with blanks around the tilde', 'ok', { lease: `${delegation} ~\n ${own}` });
  addHeld('a lease for another machine', 'machine_wrong', { fingerprint: 'another' });
  addHeld('a second before its end', 'ok', { now: leased.exp - 1 });
  addHeld('at its end', 'lease_expired', { now: leased.exp });
  addHeld('at its end, with leeway', 'ok', { now: leased.exp, leeway: 1 });
  addHeld('of a withdrawn licence', 'revoked', { revocations: ['ours'] });
  addHeld('of an ended licence', 'expired', { now: licence.exp });
  addHeld('the clock set back before its end', 'clock_set_back', { lastSeen: leased.exp });
  const addOther = async (
    name: string,
    reason: Reason,
    changes: Changes,
    more: Changes = {},
    key?: Maker['vendor'],
  ) => {
    const held = { ...leased, ...changes };
    addHeld(name, reason, { lease: `${await delegate(more, key)}~${await lease(changes)}` }, held);
  };
  await addOther('the last seat', 'ok', { seat: 20 });
  await addOther('the longest lease', 'ok', { exp: leased.iat + delegated.max_lease });
  await addOther('a lease until the end of the delegation', 'ok', { exp: now + day }, { exp: now + day });
  await addOther('a lease from the start of the delegation', 'ok', {}, { nbf: leased.iat });
  await addOther('a lease of one seat', 'ok', { seat: 1 }, { seats: 1 });
  await addOther('a delegation with further claims', 'ok', {}, { note: 'x' });
  await addOther('a lease with further claims', 'ok', { note: 'x' });
  const both = { lease: `${await delegate({}, next)}~${own}`, keys: ['both'] };
  addHeld('a delegation of the newer key', 'ok', both);
}

/** Genuine chains in which the relay gives more than it has. */
async function addExceeded({ delegate, lease, addNone }: Chain): Promise<void> {
  const beyond: readonly [string, Changes, Changes][] = [
    ['a seat above its number', { seat: 21 }, {}],
    ['seat 0', { seat: 0 }, {}],
    ['a seat of a delegation of none', { seat: 1 }, { seats: 0 }],
    ['a lease that is too long by a second', { exp: leased.iat + delegated.max_lease + 1 }, {}],
    ['a lease beyond the end of the delegation by a second', { exp: now + day + 1 }, { exp: now + day }],
    ['a lease of an ended delegation', {}, { exp: now - 1 }],
    ['a lease from before the delegation by a second', {}, { nbf: leased.iat + 1 }],
    ['a lease of 2^53 - 1 seconds', { iat: 0, nbf: 0, exp: 2 ** 53 - 1 }, {}],
  ];
  for (const [name, changes, more] of beyond)
    addNone(name, 'delegation_exceeded', `${await delegate(more)}~${await lease(changes)}`);
  const both = `${await delegate({ seats: 1 })}~${await lease()}`;
  addNone('a seat above its number, of an ended licence', 'expired', both, { now: licence.exp });
  addNone('a seat above its number, of a withdrawn licence', 'revoked', both, { revocations: ['ours'] });
}

/** Delegations that cannot be trusted. */
async function addWrong({ vendor, stranger, relay, good, signLease }: Maker, chain: Chain): Promise<void> {
  const { cnf, delegate, delegation, own, addNone } = chain;
  const header = { alg: 'EdDSA', typ: 'delegation+jwt', kid: vendor.kid };
  const claims = { ...delegated, cnf };
  const signed = (changes: Changes, more: object = {}) =>
    signAny({ ...header, ...more }, { ...claims, ...changes }, vendor);
  const without = (name: keyof typeof claims) => {
    const { [name]: _, ...rest } = claims;
    return signAny(header, rest, vendor);
  };
  const jwk = (changes: Changes) => signed({ cnf: { jwk: { ...cnf.jwk, ...changes } } });
  const [head, , signature] = delegation.split('.');
  const raised = Buffer.from(JSON.stringify({ ...claims, seats: 9999 })).toString('base64url');
  const wrong: Readonly<Record<string, string>> = {
    'no delegation': '',
    'another word': 'delegation',
    'cut off': delegation.slice(0, -1),
    'with a raised number of seats': `${head}.${raised}.${signature}`,
    'signed by a stranger': await delegate({}, stranger),
    'signed by the relay itself': await delegate({}, relay),
    'a licence in its place': good,
    'a lease of the vendor in its place': await signLease(leased),
    'a lease of the relay in its place': own,
    'with alg none': signed({}, { alg: 'none' }),
    'with a critical header': signed({}, { crit: ['exp'] }),
    'of another licence': signed({ sub: 'another' }),
    'of the failback licence': signed({ sub: `${licence.jti}.failback` }),
    'with seats as a text': signed({ seats: '20' }),
    'with half a seat': signed({ seats: 2.5 }),
    'with a negative number of seats': signed({ seats: -1 }),
    'with a longest lease that is no number': signed({ max_lease: null }),
    'with an empty issuer': signed({ iss: '' }),
    'without seats': without('seats'),
    'without a longest lease': without('max_lease'),
    'without an end': without('exp'),
    'without a start': without('nbf'),
    'without a licence': without('sub'),
    'without a key': without('cnf'),
    'with a key that is null': signed({ cnf: null }),
    'with a key that is a text': signed({ cnf: 'jwk' }),
    'with a list of keys': signed({ cnf: { jwk: [cnf.jwk] } }),
    'with the id of a key alone': signed({ cnf: { kid: relay.kid } }),
    'with a key of another curve': jwk({ crv: 'X25519' }),
    'with a key without an id': jwk({ kid: undefined }),
    'with a key of 31 bytes': jwk({ x: 'A'.repeat(42) }),
    'too large': delegation.padEnd(16_385, 'A'),
  };
  for (const [name, text] of Object.entries(wrong))
    addNone(`a delegation ${name}`, 'delegation_wrong', `${text}~${own}`);
  addNone('a wrong delegation, and no lease', 'lease_wrong', 'delegation~');
  addNone('a wrong delegation, of an ended licence', 'expired', `~${own}`, { now: licence.exp });
}

/** Leases that the delegated key did not sign. */
async function addWrongLeases({ vendor, stranger, relay, good, sign, signLease }: Maker, chain: Chain): Promise<void> {
  const { delegation, own, lease, addNone } = chain;
  const header = { alg: 'EdDSA', typ: 'lease+jwt', kid: relay.kid };
  const signed = (changes: Changes, more: object = {}, key = relay) =>
    signAny({ ...header, ...more }, { ...leased, ...changes }, key);
  const [head, body] = own.split('.');
  const wrong: Readonly<Record<string, string>> = {
    'without a delegation': own,
    'after nothing but the delegation': `${delegation}~`,
    'after the delegation twice': `${delegation}~${delegation}~${own}`,
    'with a second lease after it': `${delegation}~${own}~${own}`,
    'with a tilde after it': `${delegation}~${own}~`,
    'and the delegation without a tilde': `${delegation}${own}`,
    'alone: the delegation': delegation,
    'of the vendor after a delegation': `${delegation}~${await signLease(leased, vendor)}`,
    'of a stranger after a delegation': `${delegation}~${await lease({}, stranger)}`,
    'of a stranger who names the relay’s key': `${delegation}~${signed({}, {}, stranger)}`,
    'with a changed end': `${delegation}~${head}.${body}.${'A'.repeat(86)}`,
    'that is a licence': `${delegation}~${good}`,
    'under the type of a licence': `${delegation}~${await sign(leased, relay)}`,
    'with alg none': `${delegation}~${signed({}, { alg: 'none' })}`,
    'with its delegation in the header': `${delegation}~${signed({}, { delegation })}`,
    'of another licence': `${delegation}~${await lease({ sub: 'another' })}`,
    'without a machine': `${delegation}~${await lease({ fingerprint: '' })}`,
    'with a seat that is a text': `${delegation}~${signed({ seat: '3' })}`,
    'with an end that is no number': `${delegation}~${signed({ exp: null })}`,
  };
  for (const [name, text] of Object.entries(wrong)) addNone(`a lease ${name}`, 'lease_wrong', text);
  addNone('a lease before its delegation', 'delegation_wrong', `${own}~${delegation}`);
}

/** Leases of relays on customers' sites (kit/SPEC.md, "The lease of a relay"). */
export async function addDelegationVectors(maker: Maker): Promise<void> {
  const chain = await makeChain(maker);
  await addGenuine(maker, chain);
  await addExceeded(chain);
  await addWrong(maker, chain);
  await addWrongLeases(maker, chain);
  const { good, add, relay } = maker;
  const signed = signAny({ alg: 'EdDSA', typ: 'license+jwt', kid: relay.kid }, licence, relay);
  add('relay: a licence that it signed', 'key_unknown', signed);
  add('relay: a delegation in place of the licence', 'type_wrong', chain.delegation, { lease: chain.own });
  add('relay: a licence and a lease around a tilde', 'malformed', `${good}~${chain.own}`);
}
