import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Answer, type Reason, readRevocations, verifyLicence } from '../kit/typescript/src/index.ts';
import { decodeFile, findLicences, maxLicenceFile } from './licenceText.ts';

const usage = `Usage: npm run verify-licence -- FILE [options]

Verifies a licence with the public keys and the list of withdrawn licences. FILE may hold the licence as a mail or a
terminal left it: folded, quoted, between other words, in UTF-8 or UTF-16.

  --keys FILE|URL      the public keys, a copy of ISSUER/.well-known/jwks.json; without it the server is asked
  --revoked FILE|URL   the list of withdrawn licences, a copy of ISSUER/.well-known/revoked.jws; without it the file
                       or address revoked.jws beside the keys; "none" does without
  --issuer URL         the issuer; PUBLIC_URL, or http://127.0.0.1:8080, unless given
  --audience CODE      the code of the product; any product unless given
  --installation KEY   the key of the installation; any installation unless given
  --lease FILE|URL     the lease of a machine, which has to be genuine and of this licence, and must not have ended
  --fingerprint TEXT   the machine that the lease has to be for; any machine unless given
  --max-age SECONDS    how old the list of withdrawn licences may be; any age unless given
  --tolerance SECONDS  how far the clocks of issuer and verifier may differ; 60 unless given
  --help               prints this text

Exit code: 0 the licence is valid, 1 it is not, 2 it could not be checked.`;

/** The check could not be made: nothing is said about the licence. */
class Unchecked extends Error {}

const reasonOf = (error: unknown): string => {
  const { message, cause } = error instanceof Error ? error : { message: String(error), cause: undefined };
  return cause instanceof Error && cause.message ? `${message} (${cause.message})` : message;
};

function readArguments() {
  try {
    const text = { type: 'string' } as const;
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        keys: text,
        revoked: text,
        issuer: text,
        audience: text,
        installation: text,
        lease: text,
        fingerprint: text,
        'max-age': text,
        tolerance: { type: 'string', default: '60' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    return { ...values, files: positionals };
  } catch (error) {
    throw new Unchecked(`${reasonOf(error)}\n\n${usage}`);
  }
}
type Arguments = ReturnType<typeof readArguments>;

const isAddress = (place: string): boolean => /^https?:/.test(place);

async function fetchText(address: string): Promise<string> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(20_000) });
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  return answer.text();
}

/** The text of a file or an address. */
async function read(what: string, place: string): Promise<string> {
  try {
    return isAddress(place) ? await fetchText(place) : decodeFile(readFileSync(place));
  } catch (error) {
    throw new Unchecked(`${what} could not be read from ${place}: ${reasonOf(error)}`);
  }
}

/** Where the list of withdrawn licences is: where it is said to be, else beside the keys. */
function placeOfList({ revoked }: Arguments, keys: string): string | undefined {
  if (revoked !== undefined) return revoked === 'none' ? undefined : revoked;
  if (isAddress(keys)) return new URL('revoked.jws', keys).href;
  const beside = join(dirname(keys), 'revoked.jws');
  if (existsSync(beside)) return beside;
  throw new Unchecked(
    'whether it was withdrawn is not known: give the list with --revoked FILE, or do without with --revoked none',
  );
}

/** The list of withdrawn licences, and the deltas that follow it in the same file. */
async function readList(place: string): Promise<readonly string[]> {
  if (isAddress(place)) console.error(`Asking a server for the list of withdrawn licences: ${place}`);
  return findLicences(await read('the list of withdrawn licences', place));
}

/** The lease of a machine, after the delegation of the relay that signed it, where one did. */
const readLease = async (place: string): Promise<string> => findLicences(await read('the lease', place)).join('~');

async function readLicence(file: string): Promise<string> {
  if (existsSync(file) && statSync(file).size > maxLicenceFile)
    throw new Unchecked(`${file} is larger than a licence can be`);
  const found = findLicences(await read('the licence', file));
  if (found.length > 1) throw new Unchecked(`${file} holds ${found.length} different licences: check one at a time`);
  return found[0] ?? '';
}

/** What a reason means to the reader. */
const sentences: Readonly<Record<Exclude<Reason, 'ok'>, string>> = {
  keys_unusable: 'there is no public key for Ed25519 signatures (a JSON object with the list "keys")',
  empty: 'the file is empty',
  malformed: 'it is no compact JWS in canonical base64url',
  too_large: 'it is larger than a licence can be',
  algorithm_unsupported: 'it is not signed with EdDSA',
  header_unsupported: 'its header may have alg, typ and kid alone',
  type_wrong: 'it is another document',
  key_unknown: 'none of the public keys signed it',
  platform_unsupported: 'this version of Node cannot verify Ed25519',
  signature_wrong: 'its signature is wrong',
  claims_wrong: 'it does not have the claims of a licence',
  issuer_wrong: 'another issuer signed it (--issuer)',
  product_wrong: 'it is for another product (--audience)',
  installation_wrong: 'it is for another installation (--installation)',
  revoked: 'it was withdrawn',
  clock_set_back: 'the clock of this machine is far behind the list of withdrawn licences',
  not_yet_valid: 'it is not valid yet',
  issued_in_future: 'it was issued in the future',
  expired: 'it has expired',
  revocations_wrong: 'the list of withdrawn licences cannot be trusted',
  revocations_missing: 'the list of withdrawn licences is missing',
  revocations_stale: 'the list of withdrawn licences is too old',
  lease_missing: 'there is no lease (--lease)',
  lease_wrong: 'its lease cannot be trusted, or belongs to another licence',
  delegation_wrong: 'the delegation of the relay that signed its lease cannot be trusted, or is of another licence',
  delegation_exceeded: 'its lease is beyond what was delegated to the relay that signed it',
  machine_wrong: 'its lease is for another machine (--fingerprint)',
  lease_expired: 'its lease has ended',
};

/** Reasons that say nothing about the licence. */
const unchecked: readonly Reason[] = [
  'keys_unusable',
  'platform_unsupported',
  'clock_set_back',
  'revocations_wrong',
  'revocations_missing',
  'revocations_stale',
];

const dateOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** @throws the reason, if the licence is not valid or could not be checked */
function checkAnswer({ reason, expiresAt }: Answer, place: string): void {
  if (reason === 'ok') return;
  // A key that a copy of the keys does not have may be newer than the copy.
  if (reason === 'key_unknown' && !isAddress(place))
    throw new Unchecked(`none of the keys in ${place} signed it: they are older than the licence, or it is forged`);
  if (unchecked.includes(reason)) throw new Unchecked(sentences[reason]);
  throw new Error(reason === 'expired' ? `it expired on ${dateOf(expiresAt ?? 0)}` : sentences[reason]);
}

function report({ licence, expiresAt, revocation: { checkedUntil }, lease }: Answer): void {
  console.log(JSON.stringify(licence, null, 2));
  if (lease) console.log(`Its lease, of seat ${lease.seat}, ends on ${dateOf(lease.expiresAt)}.`);
  console.log(`It ends on ${dateOf(expiresAt ?? 0)}.`);
  if (checkedUntil === null) console.log('Whether it was withdrawn was not checked.');
  else console.log(`It was not withdrawn until ${dateOf(checkedUntil)}, when the list was made.`);
  console.log(checkedUntil === null ? 'The licence is genuine.' : 'The licence is genuine and valid.');
}

/** A number of seconds. */
function secondsOf(name: string, text: string): number {
  if (!(Number(text) >= 0)) throw new Unchecked(`--${name} is a number of seconds, not "${text}"`);
  return Number(text);
}

async function verify(given: Arguments): Promise<void> {
  const [file, ...others] = given.files;
  if (file === undefined || others.length > 0) throw new Unchecked(`one FILE is needed\n\n${usage}`);
  const leeway = secondsOf('tolerance', given.tolerance);
  const maxRevocationAge = given['max-age'] === undefined ? Infinity : secondsOf('max-age', given['max-age']);
  const issuer = given.issuer ?? process.env['PUBLIC_URL'] ?? 'http://127.0.0.1:8080';
  const place = given.keys ?? `${issuer.replace(/\/+$/, '')}/.well-known/jwks.json`;
  const token = await readLicence(file);
  if (isAddress(place)) console.error(`Asking a server for the public keys: ${place}`);
  const keys = await read('the public keys', place);
  const lease = given.lease === undefined ? undefined : await readLease(given.lease);
  const machine = { lease, fingerprint: given.fingerprint };
  const options = { keys, issuer, product: given.audience, installationKey: given.installation, leeway, ...machine };
  // The list is only asked for if the licence is valid but for a withdrawal.
  const alone = await verifyLicence(token, options);
  checkAnswer(alone, place);
  const listPlace = placeOfList(given, place);
  if (listPlace === undefined) return report(alone);
  const revocations = await readList(listPlace);
  const answer = await verifyLicence(token, { ...options, revocations, maxRevocationAge });
  if (answer.reason === 'revoked') {
    const { revoked } = await readRevocations(revocations, keys);
    throw new Error(`it was withdrawn on ${dateOf(revoked.get(answer.licence?.jti ?? '') ?? 0)}`);
  }
  checkAnswer(answer, place);
  report(answer);
}

try {
  const given = readArguments();
  if (given.help) console.log(usage);
  else await verify(given);
} catch (error) {
  const unchecked = error instanceof Unchecked;
  console.error(`${unchecked ? 'The licence could not be checked' : 'Not a valid licence'}: ${reasonOf(error)}`);
  process.exitCode = unchecked ? 2 : 1;
}
