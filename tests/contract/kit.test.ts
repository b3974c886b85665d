import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../kit/typescript/src/index.ts';
import { disagreements, wrongAnswers } from '../../scripts/kit/compare.ts';
import { languages } from '../../scripts/kit/languages.ts';
import { makeVectors } from '../../scripts/kit/makeVectors.ts';
import { makeMutants, makeSignedMutants } from '../../scripts/kit/mutants.ts';
import { minifiedKit } from '../../scripts/kit/pack.ts';
import { testKey } from '../../scripts/kit/testKeys.ts';
import type { Case, CaseFile, Vector } from '../../scripts/kit/vectors.ts';
import { vectorsText } from '../../scripts/kit/vectorsText.ts';
import { brief } from '../support/scale.ts';

const text = readFileSync('kit/vectors.json', 'utf8');
const file: CaseFile<Vector> = JSON.parse(text);
const { vectors } = file;
const mutants = makeMutants(vectors, 500, 7);
let signed: readonly Case[] = [];
/** The answers of each language that is on this machine: about the vectors, the mutants and the signed mutants. */
const answers = new Map<string, readonly Answer[]>();
const folder = mkdtempSync(join(tmpdir(), 'licence-kit-'));
beforeAll(async () => {
  signed = makeSignedMutants(await testKey('vendor'), 200, 7);
  const all = { ...file, vectors: [...vectors, ...mutants, ...signed] };
  const found = await languages(folder);
  // The big integers of Java 11 are slow.
  const tried = found.filter(({ name }) => brief(!name.includes('without'), true));
  const asked = tried.map(async ({ name, absent, verify }) => {
    if (verify) answers.set(name, await verify(all));
    else console.log(`${name} was not tried: ${absent}`);
  });
  await Promise.all(asked);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const answersFrom = (start: number) => new Map([...answers].map(([name, given]) => [name, given.slice(start)]));

/** The reasons that the specification lists. */
const reasons = [...readFileSync('kit/SPEC.md', 'utf8').matchAll(/^\| `(\w+)` .*\|.*\|.*\|$/gm)]
  .map(([, reason = '']) => reason)
  .slice(-23);

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

describe('changed licences', () => {
  it('are never valid, and all languages agree on the reason', () => {
    expect(disagreements(mutants, answersFrom(vectors.length), false)).toEqual([]);
  });

  it('have one reason in all languages, also where they are signed', () => {
    expect(disagreements(signed, answersFrom(vectors.length + mutants.length), true)).toEqual([]);
  });
});

describe('the kit for JavaScript', () => {
  it('has less than 6 kB and imports nothing', () => {
    const code = minifiedKit();
    expect(Buffer.byteLength(code)).toBeLessThan(6000);
    expect(code).not.toMatch(/\bimport\b|\brequire\(/);
  });
});
