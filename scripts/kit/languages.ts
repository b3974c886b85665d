import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Activation, activate, release } from '../../kit/typescript/src/console.ts';
import { machineFingerprint } from '../../kit/typescript/src/fingerprint.ts';
import { type Answer, type KeySet, verifyLicence } from '../../kit/typescript/src/index.ts';
import type { CaseFile, ConsoleRequest } from './vectors.ts';

const run = promisify(execFile);
const kit = resolve(import.meta.dirname, '../../kit');

/** Answers every case of a file. */
type Verify = (file: CaseFile) => Promise<Answer[]>;

/** Makes every fingerprint of a file; null for parts that make none. */
type MakeFingerprints = (file: CaseFile) => Promise<(string | null)[]>;

/** Sends requests to consoles, one after the other. */
type Ask = (requests: readonly ConsoleRequest[]) => Promise<Activation[]>;

/** @returns the exit code and the output */
type Start = (folder: string) => Promise<{ readonly code: number; readonly out: string }>;

/** A language with its toolchain, or why it cannot be tried on this machine. */
export interface Language {
  readonly name: string;
  readonly verify?: Verify;
  readonly fingerprints?: MakeFingerprints;
  readonly ask?: Ask;
  /** Runs the example of a product, which reads its files from a folder. */
  readonly start?: Start;
  readonly absent?: string;
}

const inTypeScript: Verify = async ({ keys, revocations, vectors }) => {
  const answers: Answer[] = [];
  for (const { text, options } of vectors) {
    const sets = options.keys.map((name) => keys[name] as KeySet | string);
    const lists = (options.revocations ?? []).map((name) => revocations[name] ?? '');
    answers.push(await verifyLicence(text, { ...options, keys: sets, revocations: lists }));
  }
  return answers;
};

const fingerprintsInTypeScript: MakeFingerprints = ({ fingerprints }) =>
  Promise.all(fingerprints.map(({ parts, ...options }) => machineFingerprint(parts, options).catch(() => null)));

const askInTypeScript: Ask = async (requests) => {
  const answers: Activation[] = [];
  for (const { address, licence, fingerprint, name, version } of requests)
    answers.push(
      name === undefined
        ? await release(address, licence, fingerprint)
        : await activate(address, licence, { fingerprint, name, version }),
    );
  return answers;
};

/** Runs a program that reads a file of cases and prints an answer a line. */
function byProgram(folder: string, command: string, args: readonly string[], cwd = folder) {
  const linesOf = async (file: CaseFile & { requests?: readonly ConsoleRequest[] }): Promise<unknown[]> => {
    const path = join(mkdtempSync(join(folder, 'cases-')), 'cases.json');
    writeFileSync(path, JSON.stringify(file));
    const { stdout } = await run(command, [...args, path], { cwd, maxBuffer: 2 ** 28 });
    return stdout
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
  };
  const verify: Verify = async (file) => (await linesOf({ ...file, fingerprints: [] })) as Answer[];
  const fingerprints: MakeFingerprints = async (file) => (await linesOf({ ...file, vectors: [] })) as (string | null)[];
  const ask: Ask = async (requests) =>
    (await linesOf({ keys: {}, revocations: {}, vectors: [], fingerprints: [], requests })) as Activation[];
  return { verify, fingerprints, ask };
}

const startBy =
  (command: string, ...args: readonly string[]): Start =>
  async (folder) => {
    try {
      const { stdout } = await run(command, [...args, folder]);
      return { code: 0, out: stdout };
    } catch (error) {
      const { code, stdout } = error as { code: number; stdout: string };
      return { code, out: stdout };
    }
  };

/** The output of a command; undefined if it is missing or fails. */
async function output(command: string, args: readonly string[], cwd = kit): Promise<string | undefined> {
  try {
    const { stdout, stderr } = await run(command, args, { cwd });
    return stdout + stderr;
  } catch {
    return undefined;
  }
}

async function python(folder: string): Promise<Language> {
  const name = 'Python';
  const check = 'import sys, cryptography; sys.exit(sys.version_info < (3, 9))';
  for (const command of ['python3', 'python'])
    if ((await output(command, ['-c', check])) !== undefined)
      return {
        name,
        ...byProgram(folder, command, ['-B', join(kit, 'python/run_vectors.py')]),
        start: startBy(command, '-B', join(kit, 'python/example/start.py')),
      };
  return { name, absent: 'no Python 3.9 or newer with the package cryptography' };
}

async function java(folder: string): Promise<Language[]> {
  const names = ['Java', 'Java without a provider of Ed25519'];
  const [, major = '0'] = /javac (\d+)/.exec((await output('javac', ['-version'])) ?? '') ?? [];
  if (Number(major) < 11) return names.map((name) => ({ name, absent: 'no JDK 11 or newer' }));
  const source = join(kit, 'java/src/licencekit');
  const files = [...readdirSync(source).map((file) => join(source, file)), join(kit, 'java/example/Start.java')];
  const classes = join(folder, 'java');
  await run('javac', ['--release', '11', '-Xlint:all', '-Werror', '-d', classes, ...files]);
  const args = ['-cp', classes, 'licencekit.Vectors'];
  return [
    { name: names[0] ?? '', ...byProgram(folder, 'java', args), start: startBy('java', '-cp', classes, 'Start') },
    { name: names[1] ?? '', ...byProgram(folder, 'java', ['-Dlicencekit.withoutProvider=true', ...args]) },
  ];
}

async function go(folder: string): Promise<Language> {
  const name = 'Go';
  const [, minor = '0'] = /go version go1\.(\d+)/.exec((await output('go', ['version'])) ?? '') ?? [];
  if (Number(minor) < 19) return { name, absent: 'no Go 1.19 or newer' };
  const [program, example] = [join(folder, 'vectors'), join(folder, 'start')];
  // Nothing is downloaded, and the repository is not looked at.
  const env = { ...process.env, GOTOOLCHAIN: 'local', GOFLAGS: '-buildvcs=false' };
  await run('go', ['build', '-o', program, './cmd/vectors'], { cwd: join(kit, 'go'), env });
  await run('go', ['build', '-o', example, './example'], { cwd: join(kit, 'go'), env });
  return { name, ...byProgram(folder, program, []), start: startBy(example) };
}

/**
 * The languages of the kit, with their programs built where the toolchain is on this machine.
 * @param folder for what is built; a temporary one unless given
 */
export async function languages(folder = mkdtempSync(join(tmpdir(), 'licence-kit-'))): Promise<Language[]> {
  const others = await Promise.all([python(folder), java(folder), go(folder)]);
  const example = join(kit, 'typescript/example/start.ts');
  const start = startBy(process.execPath, '--import', 'tsx', example);
  const inNode = { verify: inTypeScript, fingerprints: fingerprintsInTypeScript, ask: askInTypeScript };
  return [{ name: 'TypeScript', ...inNode, start }, ...others.flat()];
}
