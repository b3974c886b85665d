import type { Entity } from '../../schema/entity.ts';

/** A word of a declaration, or an entry that has a name of its own, with its value. */
export interface DeclaredPart {
  /** The place in the entity, as sentences name it. */
  readonly place: string;
  /** The word, the name of the entry, or the position in a list. */
  readonly word: string;
  readonly value: unknown;
  /** True for an entry of a group or a list, which must not be undefined; a word may be left out. */
  readonly isEntry: boolean;
}

export type Words = Readonly<Record<string, unknown>>;

/** Words whose entries have names that the declaration chooses. */
const groups = [
  'fields',
  'input',
  'which',
  'parameters',
  'transitions',
  'actions',
  'notices',
  'queue',
  'metrics',
  'charts',
  'children',
  'dates',
];

/** Words that hold values and conditions of records, in which the names of fields are no words. */
const valueWords = [
  'contract',
  'samples',
  'assign',
  'create',
  'only',
  'preset',
  'default',
  'sends',
  'when',
  'where',
  'shownWhen',
  'readOnlyWhen',
  'tones',
  'editWhile',
  'removeWhile',
  'rows',
  'migrate',
];

/** Words that no sentence names, since the names of their entries follow that of the entity. */
export const unnamed = ['fields', 'transitions'];

export const isWords = (value: unknown): value is Words =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** The name of an entry of a list, by which sentences name it: its path, its entity, its page, else its position. */
export function entryName(entry: unknown, at: number): string {
  const { path, entity, from } = isWords(entry) ? entry : ({} as Words);
  const name = [path, entity, from].find((one) => typeof one === 'string');
  return name === undefined ? ` entry ${at + 1}` : ` ${name}`;
}

function partsOfList(list: readonly unknown[], place: string): DeclaredPart[] {
  return list.flatMap((value, at) => {
    const there = place + entryName(value, at);
    return [{ place: there, word: String(at), value, isEntry: true }, ...partsOf(value, there, false)];
  });
}

function partsOf(value: unknown, place: string, isGroup: boolean): DeclaredPart[] {
  if (Array.isArray(value)) return partsOfList(value, place);
  if (!isWords(value)) return [];
  return Object.entries(value).flatMap(([word, inner]) => {
    if (!isGroup && valueWords.includes(word)) return [];
    const there = !isGroup && unnamed.includes(word) ? place : [place, word].filter(Boolean).join('.');
    const part = { place: there, word, value: inner, isEntry: isGroup };
    return [part, ...partsOf(inner, there, !isGroup && groups.includes(word))];
  });
}

/** Every word and every named entry of a declaration, from the top down, without values of records and conditions. */
export const declaredParts = (entity: Entity): DeclaredPart[] => partsOf({ ...entity }, '', false);
