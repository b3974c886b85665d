import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { kinds } from '../../contract/kind.ts';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const guide = read('docs/declaration.md');

/** The words of an interface of its own: one a line. */
function wordsOfType(file: string, name: string): string[] {
  const [, body] = new RegExp(`export interface ${name}\\b[^{]*\\{\\n([\\s\\S]*?)\\n\\}`).exec(read(file)) ?? [];
  if (body === undefined) throw new Error(`${file} has no interface ${name}`);
  return [...body.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, word = '']) => word);
}

/** The tables of the guide that stand under the name of a type, and the words in their first columns. */
const tables = [...guide.matchAll(/^`(\w+)` in `(contract\/\w+\.ts)`[^|]*((?:\|.*\n?)+)/gm)].map(
  ([, name = '', file = '', rows = '']) => ({
    name,
    file,
    words: [...rows.matchAll(/^\| `(\w+)` /gm)].map(([, word = '']) => word),
  }),
);

const types = [
  'EntityDeclaration',
  'KindName',
  'FieldOptions',
  'TextOptions',
  'NumberOptions',
  'DecimalOptions',
  'MoneyOptions',
  'TagsOptions',
  'ChoiceOptions',
  'Choice',
  'ReferenceOptions',
  'ListOptions',
  'ManyOptions',
  'FieldRule',
  'Access',
  'Lifecycle',
  'Transition',
  'Action',
  'ActionCall',
  'Requirement',
  'TypedWord',
  'Notice',
  'RoleOfReaders',
  'Queue',
  'Figure',
  'Chart',
  'ListDeclaration',
  'ImportDeclaration',
  'ScreenDeclaration',
  'MenuEntry',
  'DetailDeclaration',
  'WithinDeclaration',
  'ChildrenDeclaration',
  'ReachedDeclaration',
];

describe('docs/declaration.md', () => {
  it('has every type that a declaration is made of', () => {
    expect(tables.map(({ name }) => name)).toEqual(types);
    const exported = ['contract/entity.ts', 'contract/field.ts', 'contract/access.ts', 'contract/lifecycle.ts'].flatMap(
      (file) => [...read(file).matchAll(/^export interface (\w+(?:Declaration|Options))\b/gm)].map(([, name]) => name),
    );
    expect(types).toEqual(expect.arrayContaining(exported));
  });

  it('has examples that the invented entity is made of, and so compile and run', () => {
    const bare = (text: string) => text.replace(/\s+/g, ' ');
    const declared = bare(read('tests/support/survey/siteSurvey.ts'));
    const examples = [...guide.matchAll(/^```ts\n([\s\S]*?)\n```$/gm)].map(([, text = '']) => bare(text));
    const ours = examples.filter((text) => /^(children|products|sheets|level|number): /.test(text));
    expect(ours.length).toBeGreaterThan(0);
    for (const example of ours) expect(declared).toContain(example);
  });

  it.each(tables)('has each word of $name, and no other', ({ name, file, words }) => {
    const known = name === 'KindName' ? Object.keys(kinds) : wordsOfType(file, name);
    expect(known.length).toBeGreaterThan(0);
    expect(words).toEqual(known);
  });
});
