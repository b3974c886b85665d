import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import { copyTree } from '../../examples/service-desk/copyTree.ts';

const { tree, remove } = copyTree();
afterAll(remove);

/**
 * Runs a script in the tree. The NODE_ENV of a test would build React for development, which is larger.
 * @returns what it printed
 * @throws an error with what it printed
 */
const run = (...args: string[]): Promise<string> =>
  promisify(execFile)(process.execPath, args, { cwd: tree, env: { ...process.env, NODE_ENV: 'production' } }).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`${args[0]}: ${stdout}${stderr}`);
    },
  );

/** Numbers that look random and are the same in every run. */
let seed = 37;
const random = (below: number): number => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % below;
};
const letters = (count: number) => Array.from({ length: count }, () => String.fromCharCode(97 + random(26))).join('');

const wordsIn = (path: string, pattern: RegExp): readonly string[] => [
  ...new Set(readFileSync(path, 'utf8').match(pattern)),
];
const english = wordsIn('docs/reference/declaration/fields.md', /\b[a-z]{4,9}\b/g);
const chinese = wordsIn('contract/messages/catalogue.ts', /\p{Script=Han}{2}/gu);
const oneOf = (words: readonly string[]): string => words[random(words.length)] as string;

/** A label as people write one: two words in either language. */
const label = () => `{ en: '${oneOf(english)} ${oneOf(english)}', zh: '${oneOf(chinese)}${oneOf(chinese)}' }`;
const identifier = () => `${oneOf(english)}_${oneOf(english)}_${letters(1)}`;

/** A declaration of the usual size: twelve fields, three references, a life cycle, notices and a screen in the menu. */
function declaration(name: string, other: string): string {
  const [code, amount, starts, note, kind] = Array.from({ length: 5 }, identifier);
  const texts = Array.from({ length: 4 }, identifier);
  return `import { admins, rowsByEnterprise, staff, staffAndEnterprise } from '../schema/access.ts';
import { defineEntity } from '../schema/entity.ts';
import { boolean, choice, date, integer, longText, reference, text } from '../schema/field/field.ts';

export const ${name} = defineEntity({
  name: '${name}',
  label: ${label()},
  labels: ${label()},
  title: '${code}',
  fields: {
    ${code}: text({ label: ${label()}, required: true, unique: true, max: 30 }),
    enterprise_id: reference('enterprise', { label: ${label()}, required: true, embed: ['id', 'name'] }),
    product_id: reference('product', { label: ${label()}, required: true, embed: ['id', 'name', 'code'] }),
    other_id: reference('${other}', { label: ${label()} }),
    ${kind}: choice([{ id: 1, label: ${label()} }, { id: 2, label: ${label()} }, { id: 3, label: ${label()} }], { label: ${label()}, default: 1 }),
    status: choice([{ id: 0, label: ${label()} }, { id: 1, label: ${label()} }, { id: 9, label: ${label()} }], { label: ${label()}, default: 0, readOnly: true }),
    ${amount}: integer({ label: ${label()}, min: ${random(9)}, max: ${1000 + random(9000)} }),
    ${starts}: date({ label: ${label()} }),
    ${texts.map((one) => `${one}: text({ label: ${label()}, max: ${20 + random(200)} }),`).join('\n    ')}
    done: boolean({ label: ${label()} }),
    ${note}: longText({ label: ${label()}, max: 2000 }),
  },
  access: { list: staffAndEnterprise, create: staff, edit: staff, remove: admins, rows: rowsByEnterprise },
  lifecycle: {
    field: 'status',
    transitions: {
      close: { from: [0], to: 1, roles: staff, label: ${label()}, done: ${label()}, tone: 'primary' },
      drop: { from: [0, 1], to: 9, roles: admins, label: ${label()}, done: ${label()}, tone: 'danger', confirm: ${label()} },
    },
  },
  list: {
    columns: ['${code}', 'enterprise_id', 'product_id', '${kind}', 'status', '${amount}', '${starts}'],
    filters: ['${kind}', 'status', 'enterprise_id', 'product_id'],
    search: ['${code}', 'enterprise.name'],
  },
  form: ['${code}', ['enterprise_id', 'product_id'], ['${kind}', '${amount}'], '${starts}', '${note}'],
  embeddedIn: [{ entity: 'enterprise', by: 'enterprise_id', roles: staff }],
  screens: [{ path: '/${oneOf(english)}/${name}', roles: staffAndEnterprise, menu: { group: 'product', order: ${100 + random(800)} } }],
});
`;
}

/** Writes entities into the tree as the guide does: one file each, and one line in the registry. */
function addEntities(names: readonly string[]): void {
  const registry = join(tree, 'contract/index.ts');
  for (const [at, name] of names.entries())
    writeFileSync(join(tree, `contract/entities/${name}.ts`), declaration(name, names[at - 1] ?? 'order'));
  const imports = names.map((name) => `import { ${name} } from './entities/${name}.ts';\n`).join('');
  const lines = names.map((name) => `  ${name},\n`).join('');
  const before = readFileSync(registry, 'utf8');
  writeFileSync(registry, imports + before.replace('export const registry = {\n', (start) => start + lines));
}

const sizeIn = (printed: string, screen: string): number =>
  Number(new RegExp(`Script for the ${screen}: (\\d+) kB`).exec(printed)?.[1]);

it('the first list of a console with 100 more entities stays within its limit (issue 37, point 5)', async () => {
  addEntities(Array.from({ length: 100 }, (_, at) => `${identifier()}${at}`));
  await run('node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error');
  // Fails where a script is larger than its limit.
  const printed = await run('scripts/check-bundle.mjs');
  expect(printed).toContain(`outlines of ${contract.entities.length + 100} entities`);
  expect(sizeIn(printed, 'first list')).toBeLessThan(320);
  expect(sizeIn(printed, 'login')).toBeLessThan(100);
}, 600_000);
