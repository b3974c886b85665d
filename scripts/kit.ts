import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Answer } from '../kit/typescript/src/index.ts';
import { disagreements, wrongAnswers, wrongFingerprints } from './kit/compare.ts';
import { type Language, languages } from './kit/languages.ts';
import { makeVectors } from './kit/makeVectors.ts';
import { makeMutants, makeSignedMutants } from './kit/mutants.ts';
import { packKit } from './kit/pack.ts';
import { testKey } from './kit/testKeys.ts';
import type { CaseFile, Vector } from './kit/vectors.ts';
import { vectorsText } from './kit/vectorsText.ts';

const usage = `Usage: npm run kit [-- OPTION]

Runs the vectors of kit/vectors.json and 10,000 changed tokens with the verification kit in every language whose
toolchain is on this machine.

  --write          makes kit/vectors.json again, with the signer of the product
  --pack [FOLDER]  packs the kit for TypeScript and JavaScript into kit/typescript, or into FOLDER
  --seed NUMBER    other changed tokens; 1 unless given
  --help           prints this text`;

const path = fileURLToPath(new URL('../kit/vectors.json', import.meta.url));

/** @returns how much is wrong */
function report(what: string, findings: readonly string[]): number {
  for (const finding of findings.slice(0, 20)) console.error(`  ${finding.slice(0, 2000)}`);
  console.log(`${findings.length === 0 ? 'ok' : 'FAILED'}: ${what} (${findings.length} findings)`);
  return findings.length;
}

/** The answers of each language that is on this machine, about all cases. */
async function ask(file: CaseFile, found: readonly Language[]): Promise<Map<string, readonly Answer[]>> {
  const answers = new Map<string, readonly Answer[]>();
  for (const { name, absent, verify } of found) {
    const start = performance.now();
    if (verify) answers.set(name, await verify(file));
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(absent === undefined ? `${name}: ${file.vectors.length} cases in ${seconds} s` : `${name}: ${absent}`);
  }
  return answers;
}

async function runAll(file: CaseFile<Vector>, seed: number, folder: string): Promise<number> {
  const { vectors } = file;
  const mutants = makeMutants(vectors, 10_000, seed);
  const signed = makeSignedMutants(await testKey('vendor'), 3000, seed);
  const found = await languages(folder);
  const answers = await ask({ ...file, vectors: [...vectors, ...mutants, ...signed] }, found);
  let wrong = 0;
  for (const [name, given] of answers)
    wrong += report(`${name} answers ${vectors.length} vectors as expected`, wrongAnswers(vectors, given));
  for (const { name, fingerprints } of found)
    if (fingerprints)
      wrong += report(
        `${name} makes ${file.fingerprints.length} fingerprints as expected`,
        wrongFingerprints(file.fingerprints, await fingerprints(file)),
      );
  const from = (start: number) => new Map([...answers].map(([name, given]) => [name, given.slice(start)]));
  const changed = disagreements(mutants, from(vectors.length), false);
  wrong += report(`none of ${mutants.length} changed tokens is valid, and all languages agree`, changed);
  const changedJson = disagreements(signed, from(vectors.length + mutants.length), true);
  return wrong + report(`all languages agree on ${signed.length} signed tokens with changed JSON`, changedJson);
}

async function main(): Promise<number> {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const options = { write: flag, pack: flag, seed: text, help: flag };
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  if (values.help) console.log(usage);
  else if (values.pack) console.log(`Packed ${packKit(positionals[0])}`);
  else if (values.write) writeFileSync(path, vectorsText(await makeVectors()));
  else {
    const made = await makeVectors();
    const isCurrent = existsSync(path) && readFileSync(path, 'utf8') === vectorsText(made);
    if (!isCurrent) console.error('kit/vectors.json is not what the signer makes: npm run kit -- --write');
    const folder = mkdtempSync(join(tmpdir(), 'licence-kit-'));
    try {
      return (await runAll(made, Number(values.seed ?? 1), folder)) + (isCurrent ? 0 : 1);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return 0;
}

process.exitCode = (await main()) === 0 ? 0 : 1;
