import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyTree } from '../../examples/service-desk/copyTree.ts';

const { tree, remove } = copyTree();
const folder = mkdtempSync(join(tmpdir(), 'refused-'));
const data = join(folder, 'data');
const path = (name: string) => join(tree, name);

/** Runs a script of the tree. */
const run = (...args: string[]) => runWith({}, ...args);
const runWith = (env: Record<string, string>, ...args: string[]) =>
  spawnSync(process.execPath, ['--import', 'tsx', ...args], {
    cwd: tree,
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: data, DATABASE_URL: '', PORT: '0', ...env },
  });
const migrations = () => readdirSync(path('server/db/migrations'));

const declaration = path('contract/entities/zqlorry.ts');
let begun = '';
beforeAll(() => {
  const made = run('scripts/resource.ts', 'zqlorry');
  if (made.status !== 0) throw new Error(made.stderr);
  begun = readFileSync(declaration, 'utf8');
}, 120_000);
afterAll(() => {
  remove();
  rmSync(folder, { recursive: true });
});

/** The declaration with a lifecycle, whose step asks for an input that nothing uses. */
const withStep = (text: string) =>
  text
    .replace('import { text } from', 'import { choice, text } from')
    .replace(/(\n {2}fields: \{)/, `$1\n    state: choice(states, { label, default: 0, readOnly: true }),`)
    .replace(
      /(\n {2}list: \{)/,
      `\n  lifecycle: { field: 'state', transitions: { sell: { from: [0], to: 1, roles: ['SuperAdmin'], label, input: { reason: text({ label }) } } } },$1`,
    )
    .replace(
      /\n(\/\*\*|export const)/,
      `\nconst label = { en: 'Lorry', zh: '卡车' };\nconst states = [{ id: 0, label }, { id: 1, label: { en: 'Sold', zh: '已售' } }] as const;\n\n$1`,
    );

describe('a tree with a new declaration', () => {
  it('is checked without a mistake, and its labels that are to be translated are named', () => {
    const { status, stdout } = run('scripts/check-declarations.ts');
    expect([status, stdout]).toEqual([
      0,
      expect.stringContaining(
        'contract/entities/zqlorry.ts: the Chinese labels of zqlorry are still to be translated; replace the texts that end with （待翻译）',
      ),
    ]);
  }, 120_000);
});

describe('a server whose port is in use', () => {
  const other = createServer();
  beforeAll(() => once(other.listen(0, '127.0.0.1'), 'listening'));
  afterAll(() => once(other.close(), 'close'));

  it.each([
    ['PORT', 'HOST'],
    ['METRICS_PORT', 'METRICS_HOST'],
  ])(
    'says so and what to do, and touches no data: %s',
    (variable, host) => {
      const { port } = other.address() as AddressInfo;
      const settings = { [variable]: String(port), [host]: '127.0.0.1' };
      const { status, stdout, stderr } = runWith(settings, 'server/main.ts');
      expect([status, stdout]).toEqual([1, '']);
      expect(stderr.trim()).toMatch(new RegExp(`^.*port ${port} .*in use.*another ${variable}\\b.*$`));
      expect(existsSync(data)).toBe(false);
    },
    60_000,
  );
});

describe('a tree with declarations that import each other', () => {
  const other = path('contract/entities/zqtrailer.ts');
  afterAll(() => {
    rmSync(other);
    writeFileSync(declaration, begun);
  });

  it('is refused by the check, the migration and the start, with the files and the cure, and nothing is written', () => {
    writeFileSync(declaration, `import { zqtrailer } from './zqtrailer.ts';\n${begun}\nzqtrailer.name;\n`);
    writeFileSync(other, "import { zqlorry } from './zqlorry.ts';\nexport const zqtrailer = { name: zqlorry.name };\n");
    const before = migrations();
    for (const script of ['scripts/migration.ts', 'scripts/check-declarations.ts', 'scripts/start.mjs']) {
      const { status, stdout, stderr } = run(script);
      expect([script, status, stdout]).toEqual([script, 1, '']);
      expect(stderr.trim()).toMatch(
        /^contract\/entities\/zq(lorry|trailer)\.ts and contract\/entities\/zq(lorry|trailer)\.ts import each other; .*reference\(.*$/,
      );
    }
    expect(migrations()).toEqual(before);
    expect(existsSync(data)).toBe(false);
  }, 120_000);
});

describe('a tree with a declaration that uses a name without importing it', () => {
  afterAll(() => writeFileSync(declaration, begun));

  it.each<[string, (text: string) => string, RegExp]>([
    [
      'a name that it does not import',
      (text) => `${text}\nexport const limit = today;\n`,
      /^contract\/entities\/zqlorry\.ts:\d+: "today" is not defined; import it from contract\/schema\/now\.ts$/,
    ],
    [
      'a name that nobody knows',
      (text) => `${text}\nexport const limit = tuday;\n`,
      /^contract\/entities\/zqlorry\.ts:\d+: "tuday" is not defined; correct it, or declare it$/,
    ],
  ])(
    'ends each script with one sentence: %s',
    (_, change, sentence) => {
      writeFileSync(declaration, change(begun));
      for (const script of ['scripts/migration.ts', 'scripts/check-declarations.ts']) {
        const { status, stdout, stderr } = run(script);
        expect([script, status, stdout]).toEqual([script, 1, '']);
        expect(stderr.trim()).toMatch(sentence);
      }
    },
    120_000,
  );
});

describe('a tree with a wrong declaration', () => {
  it.each<[string, () => void, string]>([
    [
      'an input of a step that nothing uses',
      () => writeFileSync(declaration, withStep(begun)),
      'contract/entities/zqlorry.ts: zqlorry.lifecycle.sell.input.reason is no stored field, and no rule of the step uses it; declare the field',
    ],
    [
      'an entity that the index does not have',
      () => {
        const index = path('contract/index.ts');
        writeFileSync(index, readFileSync(index, 'utf8').replaceAll(/.*zqlorry.*\n/g, ''));
        writeFileSync(declaration, begun);
      },
      'contract/entities/zqlorry.ts: the entity "zqlorry" is missing in contract/index.ts; import it there, and add zqlorry to the registry',
    ],
  ])(
    'writes no migration, passes no check, and starts without touching its data: %s',
    (_, change, sentence) => {
      change();
      const before = migrations();
      for (const script of ['scripts/migration.ts', 'scripts/check-declarations.ts', 'server/main.ts']) {
        const { status, stdout, stderr } = run(script);
        expect([script, status]).toEqual([script, 1]);
        expect(`${stdout}${stderr}`).toContain(sentence);
      }
      expect(migrations()).toEqual(before);
      expect(existsSync(data)).toBe(false);
    },
    120_000,
  );
});
