import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { createLocalJWKSet, decodeJwt, errors, type JSONWebKeySet, type JWTPayload } from 'jose';
import { decodeFile, findLicences, maxLicenceFile } from './licenceText.ts';
import { type RevocationList, readRevocationList, verifyLicence } from './verifyLicence.ts';

const usage = `Usage: npm run verify-licence -- FILE [options]

Verifies a licence with the public keys and the list of withdrawn licences. FILE may hold the licence as a mail or a
terminal left it: folded, quoted, between other words, in UTF-8 or UTF-16.

  --keys FILE|URL      the public keys, a copy of ISSUER/.well-known/jwks.json; without it the server is asked
  --revoked FILE|URL   the list of withdrawn licences, a copy of ISSUER/.well-known/revoked.jws; without it the file
                       or address revoked.jws beside the keys; "none" does without
  --issuer URL         the issuer; PUBLIC_URL, or http://127.0.0.1:8080, unless given
  --audience CODE      the code of the product; any product unless given
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

async function readKeys(place: string): Promise<JSONWebKeySet> {
  const text = await read('the public keys', place);
  try {
    createLocalJWKSet(JSON.parse(text));
    return JSON.parse(text);
  } catch {
    throw new Unchecked(`${place} has no public keys (a JSON object with the list "keys")`);
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

async function readList(place: string, keys: JSONWebKeySet): Promise<RevocationList> {
  if (isAddress(place)) console.error(`Asking a server for the list of withdrawn licences: ${place}`);
  const [token = ''] = findLicences(await read('the list of withdrawn licences', place));
  try {
    return await readRevocationList(token, keys);
  } catch (error) {
    throw new Unchecked(`the list of withdrawn licences in ${place} cannot be trusted: ${reasonOf(error)}`);
  }
}

async function readLicence(file: string): Promise<string> {
  if (existsSync(file) && statSync(file).size > maxLicenceFile)
    throw new Unchecked(`${file} is larger than a licence can be`);
  const found = findLicences(await read('the licence', file));
  if (found.length > 1) throw new Unchecked(`${file} holds ${found.length} different licences: check one at a time`);
  return found[0] ?? '';
}

/** Verifies everything but the withdrawal. A key that a copy of the keys does not have may be newer than the copy. */
async function verifySignature(
  token: string,
  keys: JSONWebKeySet,
  given: Arguments & { issuer: string; place: string },
) {
  const { issuer, tolerance, place } = given;
  try {
    const audience = given.audience ?? String(decodeJwt(token).aud);
    return await verifyLicence(token, keys, { issuer, audience, tolerance: Number(tolerance) });
  } catch (error) {
    if (!isAddress(place) && error instanceof errors.JWKSNoMatchingKey)
      throw new Unchecked(`none of the keys in ${place} signed it: they are older than the licence, or it is forged`);
    throw error;
  }
}

const dateOf = (seconds: number | undefined): string => new Date((seconds ?? 0) * 1000).toISOString();

function report(payload: JWTPayload, list: RevocationList | undefined): void {
  const withdrawn = list?.revokedAt(String(payload.jti));
  if (withdrawn) throw new Error(`it was withdrawn on ${withdrawn.toISOString()}`);
  console.log(JSON.stringify(payload, null, 2));
  console.log(`It ends on ${dateOf(payload.exp)}.`);
  if (list) console.log(`It was not withdrawn until ${list.asOf.toISOString()}, when the list was made.`);
  else console.log('Whether it was withdrawn was not checked.');
  console.log(list ? 'The licence is genuine and valid.' : 'The licence is genuine.');
}

async function verify(given: Arguments): Promise<void> {
  const [file, ...others] = given.files;
  if (file === undefined || others.length > 0) throw new Unchecked(`one FILE is needed\n\n${usage}`);
  if (!(Number(given.tolerance) >= 0))
    throw new Unchecked(`--tolerance is a number of seconds, not "${given.tolerance}"`);
  const issuer = given.issuer ?? process.env['PUBLIC_URL'] ?? 'http://127.0.0.1:8080';
  const place = given.keys ?? `${issuer.replace(/\/+$/, '')}/.well-known/jwks.json`;
  const token = await readLicence(file);
  if (isAddress(place)) console.error(`Asking a server for the public keys: ${place}`);
  const keys = await readKeys(place);
  const payload = await verifySignature(token, keys, { ...given, issuer, place });
  const list = placeOfList(given, place);
  report(payload, list === undefined ? undefined : await readList(list, keys));
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
