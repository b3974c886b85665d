import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Entity } from '../../contract/entity.ts';
import { entities } from '../../contract/index.ts';
import { kinds } from '../../contract/kind.ts';
import { siteSurvey } from '../support/survey/siteSurvey.ts';
import { surveyFinding } from '../support/survey/surveyFinding.ts';
import { surveyNote } from '../support/survey/surveyNote.ts';
import { surveyTool } from '../support/survey/surveyTool.ts';
import { ticket } from '../support/ticketDesk/ticket.ts';

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
  'PlainTextOptions',
  'NumberOptions',
  'DecimalOptions',
  'MoneyOptions',
  'BooleanOptions',
  'TagsOptions',
  'ChoiceOptions',
  'Choice',
  'ReferenceOptions',
  'ListOptions',
  'ManyOptions',
  'FileOptions',
  'FilesOptions',
  'FieldRule',
  'Access',
  'Lifecycle',
  'Transition',
  'Schedule',
  'Action',
  'ActionCall',
  'Requirement',
  'TypedWord',
  'Notice',
  'NoticeMail',
  'RoleOfReaders',
  'Queue',
  'Figure',
  'Chart',
  'ListDeclaration',
  'SummaryDeclaration',
  'ImportDeclaration',
  'ScreenDeclaration',
  'MenuEntry',
  'DetailDeclaration',
  'WithinDeclaration',
  'ChildrenDeclaration',
  'ReachedDeclaration',
];

/** The examples of the guide by their first words; each is a part of a declaration. */
const examples = [...guide.matchAll(/^```ts\n([\s\S]*?)\n```$/gm)].map(
  ([, text = '']) => [text.slice(0, 40).replace(/\s+/g, ' '), text] as const,
);
const declared: readonly Entity[] = [
  ...entities,
  ...([siteSurvey, surveyFinding, surveyTool, surveyNote, ticket] as never[]),
];

const partsOf = (part: unknown): object[] =>
  part !== null && typeof part === 'object' ? [part, ...Object.values(part).flatMap(partsOf)] : [];
const parts = declared.flatMap(partsOf);

/** The files whose exports are the words of a declaration. */
const wordFiles = import.meta.glob('../../contract/{access,clock,field,formula,sets,start}.ts', { eager: true });

/** What an example says, read with the words of a declaration. */
function exampleOf(text: string): object {
  const words = Object.assign({}, ...Object.values(wordFiles)) as Record<string, unknown>;
  return new Function(...Object.keys(words), `return { ${text} }`)(...Object.values(words));
}

describe('docs/declaration.md', () => {
  it('has every type that a declaration is made of', () => {
    expect(tables.map(({ name }) => name)).toEqual(types);
    const exported = ['contract/entity.ts', 'contract/field.ts', 'contract/access.ts', 'contract/lifecycle.ts'].flatMap(
      (file) => [...read(file).matchAll(/^export interface (\w+(?:Declaration|Options))\b/gm)].map(([, name]) => name),
    );
    expect(types).toEqual(expect.arrayContaining(exported));
  });

  it.each(examples)('has examples that are declared so, and so compile and run: %s', (_, text) => {
    const example = exampleOf(text);
    const keys = Object.keys(example);
    const isDeclared = (part: object) => {
      try {
        expect(part).toMatchObject(example);
        return true;
      } catch {
        return false;
      }
    };
    const nearest = parts.filter((part) => keys.every((key) => key in part)).find(isDeclared);
    expect(nearest, `no entity has this as it stands:\n${text}`).toBeDefined();
  });

  it('has rules in code as they stand in a file that compiles and runs', () => {
    const flat = (text: string) => text.replace(/\s+/g, ' ');
    const blocks = [...guide.matchAll(/^```ts server\/domain\n([\s\S]*?)\n```$/gm)].map(([, text = '']) => flat(text));
    expect(blocks.length).toBeGreaterThan(0);
    for (const block of blocks) expect(flat(read('tests/support/survey/rules.ts'))).toContain(block);
    const rules = /export interface Rules[^{]*\{\n([\s\S]*?)\n\}/.exec(read('server/domain/rules.ts'))?.[1] ?? '';
    for (const [, word = ''] of rules.matchAll(/^ {2}(\w+)\?[:(]/gm)) expect(guide).toContain(`\`${word}\``);
  });

  it.each(tables)('has each word of $name, and no other', ({ name, file, words }) => {
    const known = name === 'KindName' ? Object.keys(kinds) : wordsOfType(file, name);
    expect(known.length).toBeGreaterThan(0);
    expect(words).toEqual(known);
  });
});
