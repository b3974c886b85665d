import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import { kinds } from '../../contract/kinds/index.ts';
import { toAccess } from '../../contract/schema/access.ts';
import type { Entity } from '../../contract/schema/entity.ts';
import { asset } from '../../examples/service-desk/assets/asset.ts';
import { assetVisit } from '../../examples/service-desk/assets/assetVisit.ts';
import { serviceContract } from '../../examples/service-desk/assets/serviceContract.ts';
import { offer } from '../../examples/service-desk/prices/offer.ts';
import { price } from '../../examples/service-desk/prices/price.ts';
import { quote } from '../../examples/service-desk/quotes/quote.ts';
import { siteSurvey } from '../../examples/service-desk/surveys/siteSurvey.ts';
import { surveyFinding } from '../../examples/service-desk/surveys/surveyFinding.ts';
import { surveyNote } from '../../examples/service-desk/surveys/surveyNote.ts';
import { surveySetting } from '../../examples/service-desk/surveys/surveySetting.ts';
import { surveyTool } from '../../examples/service-desk/surveys/surveyTool.ts';
import { ticket } from '../../examples/service-desk/tickets/ticket.ts';
import { ticketTeam } from '../../examples/service-desk/tickets/ticketTeam.ts';
import { training } from '../../examples/service-desk/trainings/training.ts';
import { trainingBooking } from '../../examples/service-desk/trainings/trainingBooking.ts';
import { interfaces, interfacesIn, wordsOf } from '../support/declared/interfaces.ts';
import { entityShape, partsOf, type Shape, wordsIn } from '../support/declared/words.ts';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const folder = 'docs/reference/declaration';
/** The pages of the reference, in the order of its index. */
const pages = [...read(`${folder}/index.md`).matchAll(/^\| \[[^\]]+\]\(([\w-]+\.md)\) /gm)].map(([, file = '']) => ({
  file,
  text: read(`${folder}/${file}`),
}));
const guide = pages.map(({ text }) => text).join('\n');

/** The tables of the guide that belong to a type, and the properties in their first columns. */
const tablesIn = (text: string) =>
  [...text.matchAll(/^`(\w+)` in `(contract\/[\w/]+\.ts)`[^|]*((?:\|.*\n?)+)/gm)].map(
    ([, name = '', file = '', rows = '']) => ({
      name,
      file,
      words: [...rows.matchAll(/^\| `(\w+)` /gm)].map(([, word = '']) => word),
    }),
  );
const tables = tablesIn(guide);

const types = [
  'EntityDeclaration',
  'KindName',
  'FieldOptions',
  'TextOptions',
  'PlainTextOptions',
  'LocalizedTextOptions',
  'TimeOptions',
  'NumberOptions',
  'IntegerOptions',
  'DecimalOptions',
  'MoneyOptions',
  'BooleanOptions',
  'TagsOptions',
  'ChoiceOptions',
  'Choice',
  'ReferenceOptions',
  'ListOptions',
  'ManyOptions',
  'Rollup',
  'FileOptions',
  'FilesOptions',
  'FieldMigration',
  'LimitMigration',
  'ChoiceMigration',
  'EntityMigration',
  'FieldRule',
  'DistinctTexts',
  'NoOverlap',
  'Access',
  'Lifecycle',
  'StepDeclaration',
  'Requirement',
  'StepSchedule',
  'Action',
  'ActionEndpointDeclaration',
  'TypedWord',
  'NoticeDeclaration',
  'NoticeSchedule',
  'NoticeMailDeclaration',
  'RoleRecipients',
  'ChildRecipients',
  'EventDeclaration',
  'QueueDeclaration',
  'MetricDeclaration',
  'ChartDeclaration',
  'SeriesDeclaration',
  'ListDeclaration',
  'SummaryDeclaration',
  'BoardDeclaration',
  'CalendarDeclaration',
  'ImportDeclaration',
  'ScreenDeclaration',
  'MenuEntry',
  'DetailDeclaration',
  'PrintDeclaration',
  'PrintSection',
  'TimelineDeclaration',
  'TimelineEvent',
  'TimelineDate',
  'TimelinePart',
  'EmbeddedListDeclaration',
  'ChildrenDeclaration',
  'ServedByDeclaration',
];

/**
 * Types without a table of properties: conditions, defaults and formulas have other tables, and fields are made by
 * functions.
 */
const describedElsewhere: readonly string[] = [
  'Condition',
  'CallerValue',
  'ThroughCondition',
  'BeforeNow',
  'AfterNow',
  'WithinSpan',
  'NumberBound',
  'Opposite',
  'Now',
  'Today',
  'LaterThan',
  'ReferencedValue',
  'CalendarPeriod',
  'FromRecord',
  'ConditionFormula',
  'ExpressionFormula',
  'ProductFormula',
  'DifferenceFormula',
  'ShareFormula',
  'Field',
  'ItemForms',
];

/** The first cells of the table with this heading. */
function rowsUnder(heading: string): string[] {
  const table = guide.split('\n\n').find((block) => block.startsWith(`| ${heading} `)) ?? '';
  return table
    .split('\n')
    .slice(2)
    .map((row) => row.split('|')[1]?.trim() ?? '');
}

/** The examples in a text; each is a part of a declaration. */
const examplesIn = (text: string) => [...text.matchAll(/^```ts\n([\s\S]*?)\n```$/gm)].map(([, one = '']) => one);
const examples = examplesIn(guide).map((text) => [text.slice(0, 40).replace(/\s+/g, ' '), text] as const);
/** The sections of the pages, each with its tables of properties and its examples. */
const sections = pages.flatMap(({ file, text }) =>
  text.split(/^## /m).map((section) => ({ file, name: section.slice(0, section.indexOf('\n')), text: section })),
);

/**
 * Entities of the product, and those of the tests, which create their tables and use them through the API
 * (tests/invented).
 */
const ofTests: readonly object[] = [
  siteSurvey,
  surveyFinding,
  surveyTool,
  surveyNote,
  surveySetting,
  ticket,
  ticketTeam,
  asset,
  assetVisit,
  serviceContract,
  quote,
  price,
  offer,
  training,
  trainingBooking,
];
const declared = [...contract.entities, ...(ofTests as readonly Entity[])];
const parts = declared.flatMap((entity) => partsOf(entity, entityShape));

/** The files whose exports are used in declarations. */
const wordFiles = import.meta.glob(
  '../../contract/schema/{access,now,assignedValues,field/field,field/formula,field/rollup,field/default,field/serialNumber}.ts',
  { eager: true },
);

/** Evaluates an example with the exports that declarations use. */
function exampleOf(text: string): object {
  const words = Object.assign({}, ...Object.values(wordFiles)) as Record<string, unknown>;
  const example = new Function(...Object.keys(words), `return { ${text} }`)(...Object.values(words));
  // A declaration has the roles of each operation, also where it was written with one block for each role.
  return 'access' in example ? { ...example, access: toAccess(example.access) } : example;
}

/** The shape of the part of a declaration that an example shows. */
function shapeOf(example: object): Shape | undefined {
  const keys = Object.keys(example);
  const isDeclared = (part: object) => {
    try {
      expect(part).toMatchObject(example);
      return true;
    } catch {
      return false;
    }
  };
  return parts.find(({ part }) => keys.every((key) => key in part) && isDeclared(part))?.shape;
}

/** The properties in examples, each with the type that declares it. */
const wordsInText = (text: string): Set<string> =>
  new Set(
    examplesIn(text).flatMap((one) => {
      const example = exampleOf(one);
      const shape = shapeOf(example);
      return shape ? wordsIn(example, shape).map(([type, word]) => `${type}.${word}`) : [];
    }),
  );

describe('docs/reference/declaration', () => {
  it('has an index that names every page', () => {
    const files = readdirSync(new URL(`../../${folder}`, import.meta.url)).filter((file) => file !== 'index.md');
    expect(pages.map(({ file }) => file).sort()).toEqual(files.sort());
  });

  it('has an index of at least 40 tasks', () => {
    expect(
      read(`${folder}/index.md`).match(/^\| .* \| \[[^\]]+\]\([\w-]+\.md#[\w-]+\) +\|$/gm)?.length,
    ).toBeGreaterThanOrEqual(40);
  });

  it('has every type that a declaration is made of', () => {
    expect(tables.map(({ name }) => name)).toEqual(types);
    const exported = ['entity', 'screen', 'field/field', 'field/options', 'access', 'lifecycle']
      .map((name) => `contract/schema/${name}.ts`)
      .flatMap((file) =>
        [...read(file).matchAll(/^export interface (\w+(?:Declaration|Options))\b/gm)].map(([, name]) => name),
      );
    const inside = interfacesIn('EntityDeclaration').filter((name) => !describedElsewhere.includes(name));
    expect(inside.length).toBeGreaterThan(30);
    expect(types).toEqual(expect.arrayContaining([...exported, ...inside]));
  });

  it.each(examples)('has examples that are declared so, and so compile and run: %s', (_, text) => {
    expect(shapeOf(exampleOf(text)), `no entity has this as it stands:\n${text}`).toBeDefined();
  });

  it.each(sections)('has an example of each word in its section: $name', ({ text }) => {
    const used = wordsInText(text);
    const wanted = tablesIn(text).flatMap(({ name, words }) => words.map((word) => `${name}.${word}`));
    expect(wanted.filter((word) => !used.has(word))).toEqual([]);
  });

  it('has an example of each way to ask, of each start and formula, and of all that makes a field', () => {
    const asked = rowsUnder('entry').length;
    expect([...wordsInText(guide)].filter((word) => word.startsWith('Condition.'))).toHaveLength(asked);
    const makers = Object.keys(wordFiles['../../contract/schema/field/field.ts'] ?? {});
    // A word, or an expression as it is written.
    const worked = ['`default`', 'formula']
      .flatMap(rowsUnder)
      .map((row) => /^`(?:\{ )?(\w+)/.exec(row)?.[1] ?? /^`'(.*)'`$/.exec(row)?.[1] ?? row);
    const text = examplesIn(guide).join('\n');
    const isShown = (word: string) =>
      /^\w+$/.test(word) ? new RegExp(`\\b${word}\\b`).test(text) : text.includes(word);
    const missing = [...makers, ...worked].filter((word) => !isShown(word));
    expect(missing).toEqual([]);
    expect([asked, makers.length, worked.length].every((count) => count > 2)).toBe(true);
  });

  it('is led to, for each section with words, from the guide of a new resource', () => {
    const first = read('docs/guide/new-resource.md');
    const anchors = sections
      .filter(({ text }) => tablesIn(text).length > 0)
      .map(({ file, name }) => `(../reference/declaration/${file}#${name.toLowerCase().replaceAll(' ', '-')})`);
    expect(anchors.length).toBeGreaterThan(0);
    expect(anchors.filter((anchor) => !first.includes(anchor))).toEqual([]);
  });

  it('has rules in code as they stand in files that compile and run, with every word of them', () => {
    const flat = (text: string) => text.replace(/\s+/g, ' ');
    const blocks = [...guide.matchAll(/^```ts server\/domain\n([\s\S]*?)\n```$/gm)].map(([, text = '']) => text);
    const files = ['surveys/siteSurvey', 'assets/serviceContract'].map((name) =>
      flat(read(`examples/service-desk/${name}Rules.ts`)),
    );
    expect(blocks.filter((block) => !files.some((file) => file.includes(flat(block))))).toEqual([]);
    const rules = /export interface Rules[^{]*\{\n([\s\S]*?)\n\}/.exec(read('server/core/rules.ts'))?.[1] ?? '';
    const words = [...rules.matchAll(/^ {2}(\w+)\?[:(]/gm)].map(([, word = '']) => word);
    const used = (word: string) => new RegExp(`^(?:async )?${word}[:(]`, 'm').test(blocks.join('\n'));
    expect(words.length).toBeGreaterThan(0);
    expect(words.filter((word) => !guide.includes(`\`${word}\``) || !used(word))).toEqual([]);
  });

  it.each(tables)('has each word of $name, and no other', ({ name, file, words }) => {
    const known = name === 'KindName' ? Object.keys(kinds) : wordsOf(name);
    expect(name === 'KindName' || interfaces.get(name)?.file === file).toBe(true);
    expect(known.length).toBeGreaterThan(0);
    expect(words).toEqual(known);
  });
});
