import type { Entity } from '../../schema/entity.ts';
import { mistake } from '../support/mistake.ts';
import { suggestion } from '../support/suggest.ts';
import { isWords, type Words } from '../support/walkDeclaration.ts';
import { type DeclaredWord, declaredWords } from './declaredWords.ts';
import type { Content, Part } from './entityWords.ts';
import { names, type RecognizedShape } from './shapes.ts';

/** A value as a sentence names it. */
function named(value: unknown): string {
  if (typeof value === 'string') return `"${value}"`;
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) return value.length > 0 && names.is(value) ? `[${value.map(named).join(', ')}]` : 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/** What is wrong with a value, and how it is written: the end of a sentence. */
const wrong = (value: unknown, cure: string): string => `is ${named(value)}; ${cure}`;

const writeWords = 'write { word: value }';
const writeList = 'write a list: [{ word: value }]';
const writeNamed = 'write { name: { word: value } }';

/** True if the value is one part, or what may be in its place. */
const isPart = (value: unknown, { or }: Part): boolean =>
  isWords(value) || (or === 'true' && value === true) || (or === 'text' && typeof value === 'string');

/** What is wrong with how a part is written, with the name of the entry that is wrong. */
function wrongPart(value: unknown, part: Part): (readonly [entry: string, what: string])[] {
  const entries = (all: readonly (readonly [string, unknown])[], cure: string) =>
    all.filter(([, one]) => !isPart(one, part)).map(([name, one]) => [name, wrong(one, cure)] as const);
  const mayBeListed = part.as !== undefined && part.as !== 'named';
  if (Array.isArray(value) && mayBeListed)
    return entries(
      value.map((one, at) => [` entry ${at + 1}`, one] as const),
      writeWords,
    );
  if (part.as === 'listed') return [['', wrong(value, writeList)]];
  if (part.as === 'named')
    return isWords(value)
      ? entries(
          Object.entries(value).map(([name, one]) => [`.${name}`, one]),
          writeWords,
        )
      : [['', wrong(value, writeNamed)]];
  return isPart(value, part) ? [] : [['', wrong(value, writeWords)]];
}

const writeField = 'write a field, such as text({ label })';

function wrongFields(value: unknown): (readonly [entry: string, what: string])[] {
  if (!isWords(value)) return [['', wrong(value, 'write { name: field }')]];
  return Object.entries(value)
    .filter(([, field]) => !isWords(field) || typeof field.kind !== 'string')
    .map(([name, field]) => [`.${name}`, wrong(field, writeField)]);
}

const wrongEntries = (value: Words, { is, cure }: RecognizedShape): (readonly [entry: string, what: string])[] =>
  Object.entries(value)
    .filter(([, one]) => one !== undefined && !is(one))
    .map(([name, one]) => [`.${name}`, wrong(one, cure)]);

/** What is wrong with the value of a word, with the name of the entry that is wrong; nothing for a right one. */
function wrongValues(value: unknown, content: Content): (readonly [entry: string, what: string])[] {
  if (content === 'fields') return wrongFields(value);
  if (!('is' in content || 'words' in content))
    return content.includes(value as string) ? [] : [['', wrong(value, suggestion(String(value), content))]];
  if ('words' in content) return wrongPart(value, content);
  if (!content.is(value)) return [['', wrong(value, content.cure)]];
  const { each } = content;
  return each && isWords(value) ? wrongEntries(value, each) : [];
}

/** The place of a word. Fields have no word before their names. */
function placeOf({ place, word }: DeclaredWord, entry: string): string {
  const isField = word === 'fields' && entry !== '';
  return isField ? [place, entry.slice(1)].filter(Boolean).join('.') : [place, word].filter(Boolean).join('.') + entry;
}

/**
 * Finds words whose values have another shape than the types say. `npm start` does not check types, and no other check can
 * read such a declaration.
 * @returns one sentence for each
 */
export const wrongShapes = (entity: Entity): string[] =>
  declaredWords(entity).flatMap((one) =>
    one.content === undefined || one.value === undefined
      ? []
      : wrongValues(one.value, one.content).map(([entry, what]) => mistake(entity, placeOf(one, entry), what)),
  );
