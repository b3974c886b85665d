import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyTree } from '../../examples/service-desk/copyTree.ts';
import { followGuide, readSteps, type Step } from '../support/guide.ts';

const steps = readSteps(readFileSync('docs/guide/new-kind.md', 'utf8'));
const filesOf = (kind: Step['kind']): string[] => [
  ...new Set(steps.flatMap((step) => (step.kind === kind && step.kind !== 'run' ? [step.file] : []))),
];
const [contractFile = '', viewFile = ''] = filesOf('write');
const registries = ['contract/kinds/index.ts', 'src/resources/kinds/index.ts'];
const isNaming = (step: Step): boolean => step.kind === 'change' && step.file === 'contract/schema/field/field.ts';

const { tree, remove } = copyTree();
afterAll(remove);

/** The compiler's errors in some files of the tree and in those that they import. */
async function compile(include: readonly string[]): Promise<string> {
  const config = join(tree, 'tsconfig.kind.json');
  writeFileSync(config, JSON.stringify({ extends: './tsconfig.json', include }));
  const tsc = promisify(execFile)(process.execPath, ['node_modules/typescript/bin/tsc', '-p', config], { cwd: tree });
  return tsc.then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
}

/** The properties of the object that a file exports, each with its lines. */
const propertiesOf = (text: string): { name: string; lines: string }[] =>
  [
    ...text
      .slice(text.indexOf('export const'))
      .matchAll(/^ {2}(\w+): .*\n(?:(?: {3,}| {2}\)).*\n)*(?: {2}[})]+,\n)?/gm),
  ].map(([lines, name = '']) => ({ name, lines }));

/**
 * For each property of a kind, writes a copy of the kind without it.
 * @returns the copies, by the missing property
 */
function writeOmissions(file: string): Map<string, string> {
  const text = readFileSync(join(tree, file), 'utf8');
  const copies = propertiesOf(text).map(({ name, lines }): [string, string] => {
    const copy = file.replace('colour.', `colour_${name}.`);
    writeFileSync(join(tree, copy), text.replace(lines, ''));
    return [name, copy];
  });
  return new Map(copies);
}

/** The properties of the interface in a file. */
function propertiesIn(file: string, name: string): string[] {
  const text = readFileSync(join(tree, file), 'utf8');
  const [, body = ''] = new RegExp(`export interface ${name} \\{\\n([\\s\\S]*?)\\n\\}`).exec(text) ?? [];
  return [...body.matchAll(/^ {2}(?:readonly )?(\w+)(?:\(|:)/gm)].map(([, property = '']) => property);
}

describe('a kind that is added by docs/guide/new-kind.md', () => {
  let unregistered = '';
  beforeAll(async () => {
    for (const step of steps.filter(isNaming)) followGuide(tree, step);
    unregistered = await compile(registries);
    for (const step of steps.filter((one) => !isNaming(one))) followGuide(tree, step);
  });

  it('touches two new files, its name, its message and two registries', () => {
    expect(filesOf('write')).toEqual(['contract/kinds/colour.ts', 'src/resources/kinds/colour.tsx']);
    expect(filesOf('change').sort()).toEqual(
      [...registries, 'contract/messages/catalogue.ts', 'contract/schema/field/field.ts'].sort(),
    );
  });

  it('does not compile before it is registered on both sides', () => {
    for (const file of registries)
      expect(unregistered).toMatch(new RegExp(`^${file}.*error[^\\n]*(\\n .*)*'?colour'?`, 'm'));
  });

  it('compiles in the contract, the server and the console, and keeps the arrows', async () => {
    expect(await compile(['contract', 'server', 'src', 'scripts'])).toBe('');
    followGuide(tree, { kind: 'run', command: 'node scripts/check-arrows.mjs' });
  });

  it('does not compile without any one of its properties', async () => {
    const sides = [
      { file: contractFile, wanted: propertiesIn('contract/kinds/kind.ts', 'Kind') },
      { file: viewFile, wanted: propertiesIn('src/resources/kinds/view.ts', 'KindView') },
    ];
    const omissions = sides.map(({ file }) => writeOmissions(file));
    expect([...(omissions[0] ?? new Map()).keys()]).toEqual(sides[0]?.wanted);
    // The view spreads its filter properties from `noFilter`, so they cannot be omitted one by one.
    const ofFilters = ['filter', 'filterOptions', 'filterText', 'boundInput', 'boundText'];
    expect([...(omissions[1] ?? new Map()).keys()]).toEqual(sides[1]?.wanted.filter((one) => !ofFilters.includes(one)));
    const copies = omissions.flatMap((all) => [...all]);
    expect(copies.length).toBeGreaterThan(30);
    const output = await compile(copies.map(([, file]) => file));
    for (const [name, file] of copies)
      expect(output).toMatch(new RegExp(`^${file}.*Property '${name}' is missing`, 'm'));
  });

  it('validates, is read and written as text, and has a column', () => {
    writeFileSync(
      join(tree, 'colour.ts'),
      `import { columnOf } from './contract/kinds/fieldColumn.ts';
       import { ruleOf } from './contract/kinds/fieldRule.ts';
       import { schemaOf } from './contract/kinds/fieldSchema.ts';
       import { validate } from './contract/kinds/validation.ts';
       import { colour } from './contract/schema/field/field.ts';
       import { textOfValue, valueOfText } from './contract/values/textCodec.ts';
       const field = colour({ label: { en: 'Colour', zh: '颜色' }, required: true });
       const around = { language: 'en' } as const;
       const wrong = (value: unknown) => Object.values(validate(ruleOf(field), value) ?? {}).flat();
       console.log(JSON.stringify([
         columnOf(field), schemaOf(field), wrong('#1a2b3c'), wrong('red'), wrong(null),
         valueOfText(field, ' 1A2B3C ', around), textOfValue(field, '#1a2b3c', around),
       ]));`,
    );
    expect(JSON.parse(followGuide(tree, { kind: 'run', command: 'node --import tsx colour.ts' }))).toEqual([
      'text',
      { type: 'string', pattern: '^#[0-9a-f]{6}$' },
      [],
      ['colour'],
      ['required'],
      '#1a2b3c',
      '#1a2b3c',
    ]);
  });
});
