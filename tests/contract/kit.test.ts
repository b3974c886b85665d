import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type KeySet, verifyLicence } from '../../kit/typescript/src/index.ts';
import { disagreements, wrongAnswers, wrongFingerprints } from '../../scripts/kit/compare.ts';
import { type Language, languages } from '../../scripts/kit/languages.ts';
import { makeVectors } from '../../scripts/kit/makeVectors.ts';
import { makeMutants, makeSignedMutants } from '../../scripts/kit/mutants.ts';
import { minifiedKit } from '../../scripts/kit/pack.ts';
import { testKey } from '../../scripts/kit/testKeys.ts';
import { type Case, type CaseFile, day, licence, now as licenceTime, type Vector } from '../../scripts/kit/vectors.ts';
import { vectorsText } from '../../scripts/kit/vectorsText.ts';
import { createSigner } from '../../server/gateways/signer.ts';
import { kitExample } from '../support/kitExample.ts';
import { brief } from '../support/scale.ts';

const text = readFileSync('kit/vectors.json', 'utf8');
const file: CaseFile<Vector> = JSON.parse(text);
const { vectors } = file;
const mutants = makeMutants(vectors, 500, 7);
let signed: readonly Case[] = [];
/** The answers of each language that is on this machine: about the vectors, the mutants and the signed mutants. */
const answers = new Map<string, readonly Answer[]>();
const fingerprints = new Map<string, readonly (string | null)[]>();
let present: readonly Language[] = [];
const folder = mkdtempSync(join(tmpdir(), 'licence-kit-'));
beforeAll(async () => {
  signed = makeSignedMutants(await testKey('vendor'), 200, 7);
  const all = { ...file, vectors: [...vectors, ...mutants, ...signed] };
  const found = await languages(folder);
  // The big integers of Java 11 are slow.
  const tried = found.filter(({ name }) => brief(!name.includes('without'), true));
  present = tried;
  const asked = tried.map(async ({ name, absent, verify, fingerprints: make }) => {
    if (verify) answers.set(name, await verify(all));
    if (make) fingerprints.set(name, await make(file));
    else console.log(`${name} was not tried: ${absent}`);
  });
  await Promise.all(asked);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const answersFrom = (start: number) => new Map([...answers].map(([name, given]) => [name, given.slice(start)]));

/** The reasons that the specification lists. */
const reasons = [...readFileSync('kit/SPEC.md', 'utf8').matchAll(/^\| `(\w+)` .*\|.*\|.*\|$/gm)]
  .map(([, reason = '']) => reason)
  .slice(-29);

describe('the vectors of the verification kit', () => {
  it('are what the signer of the product makes', async () => {
    const made = vectorsText(await makeVectors()).split('\n');
    const saved = text.split('\n');
    const different = made.filter((line, index) => line !== saved[index]);
    expect(different.map((line) => line.slice(0, 100))).toEqual([]);
    expect(made.length).toBe(saved.length);
  });

  it('are at least 200, with every reason of the specification', () => {
    expect(vectors.length).toBeGreaterThanOrEqual(200);
    const answered = new Set(vectors.map(({ answer }) => answer.reason));
    // No vector can make a platform lack Ed25519.
    expect([...answered, 'platform_unsupported'].sort()).toEqual([...reasons].sort());
  });

  it('are answered as expected in TypeScript and each language of this machine', () => {
    expect([...answers.keys()]).toContain('TypeScript');
    for (const [name, given] of answers) expect([name, wrongAnswers(vectors, given)]).toEqual([name, []]);
  });
});

describe('the fingerprints of the verification kit', () => {
  it('are made of the same parts in TypeScript and each language of this machine', () => {
    expect([...fingerprints.keys()].sort()).toEqual([...answers.keys()].sort());
    for (const [name, made] of fingerprints)
      expect([name, wrongFingerprints(file.fingerprints, made)]).toEqual([name, []]);
  });

  it('do not depend on the order of the parts, and are others for another licence or product', () => {
    const of = (name: string) => file.fingerprints.find((one) => one.name === name)?.fingerprint;
    expect(of('four parts in another order')).toBe(of('four parts'));
    for (const name of ['of another licence', 'of another product']) expect(of(name)).not.toBe(of('four parts'));
  });
});

describe('changed licences', () => {
  it('are never valid, and all languages agree on the reason', () => {
    expect(disagreements(mutants, answersFrom(vectors.length), false)).toEqual([]);
  });

  it('have one reason in all languages, also where they are signed', () => {
    expect(disagreements(signed, answersFrom(vectors.length + mutants.length), true)).toEqual([]);
  });
});

/** Starts the example of a language again and again, while its files change. */
async function startExample(language: Language): Promise<void> {
  if (!language.start) return;
  const key = await testKey('vendor');
  const signer = createSigner();
  const now = Math.floor(Date.now() / 1000);
  const claims = { ...licence, iat: now, nbf: now - 300, exp: now + day };
  const { write, read, run, outputs } = kitExample(language, folder);
  write('jwks.json', JSON.stringify({ keys: [key.publicJwk] }));
  await run();
  write('licence.jws', `> ${(await signer.sign(claims, key)).replace(/.{60}/g, '$&\r\n> ')}`);
  await run();
  expect(Math.abs(Number(read('last-seen')) - now)).toBeLessThan(120);
  write('last-seen', String(now + 2 * day));
  await run();
  write('last-seen', String(now));
  const revoked = [{ jti: claims.jti, revoked_at: now }];
  write('revoked.jws', await signer.signRevocationList({ iat: now, exp: now + day, version: 1, revoked }, key));
  await run();
  expect([language.name, ...outputs]).toEqual([
    language.name,
    '1 No valid licence: empty',
    '0 Licensed to FIRST for 25',
    '1 No valid licence: clock_set_back',
    '1 No valid licence: revoked',
  ]);
}

describe('the example of a product', () => {
  it('starts with its licence, and notices a clock set back and a withdrawal, in each language', async () => {
    await Promise.all(present.map(startExample));
  });
});

describe('the kit for JavaScript', () => {
  it('calls nothing valid because an option is no number', async () => {
    const { text: good } = vectors[0] as Vector;
    const list = file.revocations['others'] ?? '';
    const options = { keys: file.keys['vendor'] as KeySet, now: licenceTime, revocations: list, maxRevocationAge: day };
    expect((await verifyLicence(good, options)).valid).toBe(true);
    const names = ['now', 'lastSeen', 'clockTolerance', 'leeway', 'maxRevocationAge'];
    const found = names.map(async (name) => [name, (await verifyLicence(good, { ...options, [name]: NaN })).valid]);
    expect(await Promise.all(found)).toEqual(names.map((name) => [name, false]));
  });

  it('answers with a reason also where it is given nothing', async () => {
    const nothing = undefined as unknown as string;
    const keys = file.keys['vendor'] as KeySet;
    const answers = await Promise.all([
      verifyLicence(nothing, { keys }),
      verifyLicence('', { keys: nothing }),
      verifyLicence(vectors[0]?.text ?? '', { keys, now: licenceTime, revocations: '' }),
    ]);
    expect(answers.map(({ reason }) => reason)).toEqual(['malformed', 'keys_unusable', 'revocations_wrong']);
  });

  it('has less than 6 kB and imports nothing', () => {
    const code = minifiedKit();
    expect(Buffer.byteLength(code)).toBeLessThan(6000);
    expect(code).not.toMatch(/\bimport\b|\brequire\(/);
    for (const name of ['fingerprint', 'console'] as const) {
      const own = minifiedKit(name);
      expect([name, Buffer.byteLength(own) < 1500]).toEqual([name, true]);
      expect(own).not.toMatch(/\bimport\b|\brequire\(/);
    }
  });
});
