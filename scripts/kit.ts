import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { disagreements, wrongVectors } from './kit/compare.ts';
import { languages } from './kit/languages.ts';
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
function report(what: string, findings: readonly string[], startedAt: number): number {
  for (const finding of findings.slice(0, 20)) console.error(`  ${finding.slice(0, 2000)}`);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${findings.length === 0 ? 'ok' : 'FAILED'}: ${what} (${findings.length} findings, ${seconds} s)`);
  return findings.length;
}

async function runAll(file: CaseFile<Vector>, seed: number, folder: string): Promise<number> {
  let wrong = 0;
  const found = await languages(folder);
  for (const language of found) {
    const start = performance.now();
    if (language.absent !== undefined) console.log(`absent: ${language.name}: ${language.absent}`);
    else wrong += report(`${language.name}: ${file.vectors.length} vectors`, await wrongVectors(language, file), start);
  }
  const changed = async (what: string, vectors: CaseFile['vectors'], mayBeValid: boolean) => {
    const start = performance.now();
    wrong += report(what, await disagreements(found, { ...file, vectors }, mayBeValid), start);
  };
  const mutants = makeMutants(file.vectors, 10_000, seed);
  await changed(`${mutants.length} changed tokens: none is valid, all languages agree`, mutants, false);
  const signed = makeSignedMutants(await testKey('vendor'), 3000, seed);
  await changed(`${signed.length} signed tokens with changed JSON: all languages agree`, signed, true);
  return wrong;
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
