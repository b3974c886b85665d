import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { copyTree } from '../../examples/service-desk/copyTree.ts';
import { openList } from '../../scripts/dev/openList.ts';

/** `npm run dev` shows after each save what follows from the declarations (issue 37, point 9). */

/** Waits until the output is as expected, also on a busy machine. */
const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 50 });

const { tree, remove } = copyTree();
const product = join(tree, 'contract/entities/product.ts');
const before = readFileSync(product, 'utf8');
let watcher: ChildProcessWithoutNullStreams;
let output = '';

beforeAll(async () => {
  watcher = spawn(process.execPath, ['--import', 'tsx', 'scripts/dev/watchDeclarations.ts'], { cwd: tree });
  for (const stream of [watcher.stdout, watcher.stderr])
    stream.on('data', (part) => {
      output += part;
    });
  await until(() => expect(output).toContain('as declared'));
}, 120_000);
afterAll(async () => {
  if (watcher?.exitCode === null) await new Promise((resolve) => watcher.on('close', resolve).kill());
  remove();
});

/** Saves a file as many editors do: a new file takes the place of the old one. */
async function save(path: string, text: string): Promise<string> {
  output = '';
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
  await until(() => expect(output).toMatch(/shown after/));
  return output;
}
const withField = (field: string) => before.replace('  fields: {', `  fields: {\n    ${field},`);

describe('the feedback of npm run dev', () => {
  it('names a misspelt word by the compiler', async () => {
    const shown = await save(product, before.replace("name: 'product',", "name: 'product', lable: 1,"));
    expect(shown).toMatch(/product\.ts\(\d+,\d+\): error .*lable/);
  }, 120_000);

  it('names a mistake that only the checks find, with its cure', async () => {
    const shown = await save(product, before.replace(/columns: \[/, "columns: ['colour', "));
    expect(shown).toMatch(/contract\/entities\/product\.ts: product\.list\.columns .*colour/);
    expect(shown).not.toContain('to be written');
  }, 120_000);

  it('says so if a file cannot be read, and goes on', async () => {
    expect(await save(product, `${before}\n}`)).toContain('cannot be read');
    expect(await save(product, before)).toContain('as declared');
  }, 120_000);

  it('shows the planned migration, writes it on the key m, and sees that nothing is left to do', async () => {
    const shown = await save(product, withField("colour: text({ label: { en: 'Colour', zh: '颜色' } })"));
    expect(shown).toContain('alter table "product" add column "colour" text;');
    output = '';
    watcher.stdin.write('m\n');
    await until(() => expect(output).toMatch(/Wrote server\/db\/migrations\/\d+_product\.sql/));
    await until(() => expect(output).toContain('as declared'));
    expect(readdirSync(join(tree, 'server/db/migrations')).at(-1)).toMatch(/_product\.sql$/);
    output = '';
    watcher.stdin.write('m\n');
    await until(() => expect(output).toContain('no migration to write'));
  }, 180_000);

  it('sees the files of a new folder', async () => {
    mkdirSync(join(tree, 'server/domain/zqlorry'));
    const shown = await save(join(tree, 'server/domain/zqlorry/tonnes.ts'), 'export const tonnes: string = 3;\n');
    expect(shown).toContain('Saved server/domain/zqlorry/tonnes.ts');
    expect(shown).toMatch(/tonnes\.ts\(\d+,\d+\): error/);
  }, 120_000);
});

describe('the list of a new resource', () => {
  it('is not opened where no console runs', async () => {
    const opened: string[] = [];
    expect(await openList('http://127.0.0.1:9', '/zqlorry', (address) => opened.push(address))).toBe(false);
    expect(opened).toEqual([]);
  });
});
