import { createHash } from 'node:crypto';
import type { Reason } from '../../kit/typescript/src/index.ts';
import { day, type FingerprintVector, hour, licence, type Maker, now } from './vectors.ts';

const [jti, product] = [licence.jti, licence.aud];

/** The hash of a part by the specification, made by Node. */
const hashOf = (name: string, value: string, of = jti, by = product): string =>
  createHash('sha256').update([of, by, name, value].join('\0')).digest().subarray(0, 12).toString('base64url');

/** The fingerprint of a number of equal parts and these hashes. */
const fingerprintOf = (needed: number, hashes: readonly string[]): string => [`k${needed}`, ...hashes].join('.');

const machine = { board: 'BRD-4711', disk: 'S3Z9NB0K', mac: '02:42:ac:11:00:02', cpu: 'Xeon é 处理器' };
const [board, disk, mac, cpu] = Object.entries(machine).map(([name, value]) => hashOf(name, value)) as [
  string,
  string,
  string,
  string,
];
const other = hashOf('mac', '02:42:ac:11:00:99');

/** How many parts a fingerprint of this many asks for. */
const usual = (count: number): number => (count < 3 ? count : count - 1);

type Parts = FingerprintVector['parts'];
/** The number of parts that are needed, if one is given, and the salt. */
type Given = Partial<Pick<FingerprintVector, 'licence' | 'product' | 'needed'>>;

const asked = (name: string, parts: Parts, { licence: of = jti, product: by = product, needed }: Given) => ({
  name,
  parts,
  licence: of,
  product: by,
  ...(needed !== undefined && { needed }),
});

function made(name: string, parts: Parts, given: Given = {}): FingerprintVector {
  const one = asked(name, parts, given);
  const hashes = Object.entries(parts).flatMap(([part, value]) =>
    value ? [hashOf(part, value, one.licence, one.product)] : [],
  );
  return { ...one, fingerprint: fingerprintOf(given.needed ?? usual(hashes.length), hashes.sort()) };
}

const refused = (name: string, parts: Parts, given: Given = {}): FingerprintVector => ({
  ...asked(name, parts, given),
  fingerprint: null,
});

const many = (count: number): Parts =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`part ${at}`, `v${at}`]));

/** The fingerprints of parts, also of those that make none. */
export const fingerprintVectors = (): FingerprintVector[] => [
  made('four parts', machine),
  made('four parts in another order', Object.fromEntries(Object.entries(machine).reverse())),
  made('all four needed', machine, { needed: 4 }),
  made('one part', { board: machine.board }),
  made('two parts', { board: machine.board, disk: machine.disk }),
  made('three parts', { board: machine.board, disk: machine.disk, mac: machine.mac }),
  made('two of three', { board: machine.board, disk: machine.disk, mac: machine.mac }, { needed: 2 }),
  made('eight parts', many(8)),
  made('five of eight', many(8), { needed: 5 }),
  made('parts without a value', { ...machine, serial: '', tpm: null }),
  made('values with space, case and Unicode as they are', { a: ' x ', A: 'X', 机器: '\u{1f5a5}', e: 'e\u0301' }),
  made('of another product', machine, { product: 'OTHER' }),
  made('of another licence', machine, { licence: 'another' }),
  refused('no parts', {}),
  refused('nothing but empty values', { board: '', disk: null }),
  refused('nine parts', many(9)),
  refused('none needed', machine, { needed: 0 }),
  refused('half of them needed', machine, { needed: 2 }),
  refused('more needed than there are', machine, { needed: 5 }),
  refused('a negative number needed', machine, { needed: -3 }),
];

/** Leases for a fingerprint of parts, on machines that have changed since. */
export async function addFingerprintVectors({ add, good, signLease }: Maker): Promise<void> {
  const lease = { iss: licence.iss, sub: jti, aud: product, jti: `${jti}.14`, iat: now - hour, nbf: now - hour - 300 };
  const held = { ...lease, exp: now + 7 * day, seat: 4 };
  const addFor = async (name: string, reason: Reason, leased: string, fingerprint: string) => {
    const text = await signLease({ ...held, fingerprint: leased });
    add(`fingerprint: ${name}`, reason, good, { lease: text, fingerprint }, licence, held);
  };
  const all = [board, disk, mac, cpu];
  const of3 = fingerprintOf(3, all);
  await addFor('the same four parts', 'ok', of3, of3);
  await addFor('the same parts in another order', 'ok', of3, fingerprintOf(3, [...all].reverse()));
  await addFor('a part has changed', 'ok', of3, fingerprintOf(3, [board, disk, other, cpu]));
  await addFor('a part is gone', 'ok', of3, fingerprintOf(2, [board, disk, cpu]));
  await addFor('a part is new', 'ok', of3, fingerprintOf(4, [...all, other]));
  await addFor('two parts have changed', 'machine_wrong', of3, fingerprintOf(3, [board, disk, other]));
  await addFor(
    'two parts have changed, and the machine asks for two',
    'machine_wrong',
    of3,
    fingerprintOf(2, [board, disk]),
  );
  await addFor(
    'the lease asks for two, and the machine for three',
    'machine_wrong',
    fingerprintOf(2, all),
    fingerprintOf(3, [board, disk, other]),
  );
  await addFor('both ask for two', 'ok', fingerprintOf(2, all), fingerprintOf(2, [board, disk, other]));
  await addFor(
    'all needed, and one has changed',
    'machine_wrong',
    fingerprintOf(4, all),
    fingerprintOf(4, [board, disk, other, cpu]),
  );
  await addFor(
    'a part that is repeated counts once',
    'machine_wrong',
    fingerprintOf(2, [board, board]),
    fingerprintOf(2, [board, board, disk]),
  );
  await addFor(
    'one text, also where a part is repeated',
    'ok',
    fingerprintOf(2, [board, board]),
    fingerprintOf(2, [board, board]),
  );
  await addFor('more needed than there are', 'machine_wrong', fingerprintOf(8, all), fingerprintOf(8, [...all, other]));
  await addFor('none needed is no number of parts', 'machine_wrong', fingerprintOf(0, all), fingerprintOf(0, [board]));
  await addFor('neither has parts, and both begin as those that have', 'machine_wrong', 'k0-machine', 'k0-another');
  await addFor(
    'nine needed is no number of parts',
    'machine_wrong',
    fingerprintOf(9, all),
    fingerprintOf(9, [...all, other]),
  );
  await addFor('a part that is too short', 'machine_wrong', `k1.${board.slice(1)}`, `k1.${board.slice(1)}.${disk}`);
  await addFor('a part with another letter', 'machine_wrong', `k1.${board}.é${disk.slice(1)}`, `k1.${board}`);
  await addFor('a line break after the parts', 'machine_wrong', of3, `${of3}\n`);
  await addFor('one value, and a machine with parts', 'machine_wrong', 'serial-4711', of3);
  await addFor('parts, and a machine with one value', 'machine_wrong', of3, board);
}
