import { cleanText } from '../../kit/typescript/src/index.ts';
import { signAny, type TestKey } from './testKeys.ts';
import { type Case, licence, now, type Vector } from './vectors.ts';

/** Whole numbers from 0 to below a limit, the same ones for the same seed (mulberry32). */
function randomNumbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
}
type Random = ReturnType<typeof randomNumbers>;

const pick = <T>(random: Random, from: ArrayLike<T>): T => from[random(from.length)] as T;

const characters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_', ...'..=+/ \n"%é\u{1f511}'];

function flip(random: Random, token: string): string {
  const signs = [...token];
  for (let left = 1 + random(3); left > 0; left -= 1) signs[random(signs.length)] = pick(random, characters);
  return signs.join('');
}

function cut(random: Random, token: string): string {
  const from = random(token.length);
  const length = 1 + random(pick(random, [3, 100, token.length]));
  return token.slice(0, from) + token.slice(from + length);
}

/** The beginning of one token and the end of another, or the parts of both mixed. */
function splice(random: Random, token: string, other: string): string {
  if (random(2) === 0) return token.slice(0, random(token.length)) + other.slice(random(other.length));
  const [parts, others] = [token.split('.'), other.split('.')];
  return parts.map((part, index) => (random(2) === 0 ? part : (others[index] ?? ''))).join('.');
}

function changedBytes(random: Random, bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes);
  for (let left = 1 + random(2); left > 0 && changed.length > 0; left -= 1) {
    const at = random(changed.length);
    changed[at] = (changed[at] ?? 0) ^ (1 << random(8));
  }
  return changed;
}

/** A byte of a decoded part changes; the part is encoded again. */
function reencode(random: Random, token: string): string {
  const parts = token.split('.');
  const index = random(parts.length);
  const bytes = Buffer.from(parts[index] ?? '', 'base64url');
  parts[index] = changedBytes(random, bytes).toString('base64url');
  return parts.join('.');
}

const options = { keys: ['vendor'], now };

/** The leases of vectors that are valid for their machine, each with the licence. */
const leasesOf = (vectors: readonly Vector[]) =>
  vectors.flatMap(({ text, answer: { valid }, options: { lease, fingerprint } }) =>
    valid && lease !== undefined && fingerprint !== undefined ? [{ text, lease: cleanText(lease), fingerprint }] : [],
  );

/**
 * Tokens that were flipped, cut, spliced or changed and encoded again: none of them is a licence. One of four is a genuine
 * licence with a lease that was changed so.
 * @param vectors what they are made of
 */
export function makeMutants(vectors: readonly Vector[], count: number, seed: number): Case[] {
  const random = randomNumbers(seed);
  const genuine = new Set(vectors.filter(({ answer }) => answer.licence).map(({ text }) => cleanText(text)));
  const tokens = [...genuine];
  const held = leasesOf(vectors);
  const leases = held.map(({ lease }) => lease);
  const parts = new Set(leases.flatMap((lease) => lease.split('~')));
  const ways = [flip, cut, splice, reencode];
  const mutants: Case[] = [];
  while (mutants.length < count) {
    const way = pick(random, ways);
    const name = `${way.name} ${mutants.length}`;
    if (random(4) === 0) {
      const { text, lease, fingerprint } = pick(random, held);
      const changed = way(random, lease, pick(random, [...leases, cleanText(text)]));
      const machine = { ...options, lease: changed, fingerprint };
      // A delegation may be used with each lease of its relay.
      const isGenuine = cleanText(changed)
        .split('~')
        .every((part) => parts.has(part));
      if (!isGenuine) mutants.push({ name: `lease, ${name}`, text, options: machine });
    } else {
      const text = way(random, pick(random, tokens), pick(random, tokens));
      if (!genuine.has(cleanText(text))) mutants.push({ name, text, options });
    }
  }
  return mutants;
}

/** What a small change inserts into JSON. */
const pieces = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '\\',
  '\\u00',
  '\\ud800',
  '0',
  '-',
  '1e9',
  '.',
  'e',
  'null',
  'true',
  ' ',
];

function changedJson(random: Random, text: string): Uint8Array {
  const at = random(text.length);
  const changed = text.slice(0, at) + pick(random, pieces) + text.slice(at + random(3));
  return random(3) === 0 ? changedBytes(random, Buffer.from(text)) : Buffer.from(changed);
}

/**
 * Genuinely signed tokens whose JSON was changed: whether they are valid or not, every language has to give the same
 * reason.
 */
export function makeSignedMutants(vendor: TestKey, count: number, seed: number): Case[] {
  const random = randomNumbers(seed);
  const header = JSON.stringify({ alg: 'EdDSA', typ: 'license+jwt', kid: vendor.kid });
  const claims = JSON.stringify({ ...licence, trial: true, more: [{ a: 'é\n', b: [1.5, -2e-3, null] }] });
  return Array.from({ length: count }, (_, index) => {
    const text =
      random(3) === 0
        ? signAny(changedJson(random, header), claims, vendor)
        : signAny(header, changedJson(random, claims), vendor);
    return { name: `signed ${index}`, text, options };
  });
}
