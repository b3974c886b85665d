import type { Entity } from '../../schema/entity.ts';
import type { Field, Fields } from '../../schema/field/field.ts';
import { entryName, isWords, unnamed, type Words } from '../support/walkDeclaration.ts';
import { type Content, choicePart, entityPart, type Part, rollupPart } from './entityWords.ts';
import { kindNames, shapesOfKind } from './kindWords.ts';

/** A word of a declaration, with what it should hold. */
export interface DeclaredWord {
  /** The place of what has the word, as sentences name it; empty for the entity itself. */
  readonly place: string;
  readonly word: string;
  readonly value: unknown;
  /** What the word holds; undefined for a word that is not known there. */
  readonly content: Content | undefined;
  /** The words that are known there. */
  readonly known: readonly string[];
  /** The field whose option the word is. */
  readonly field?: Field;
}

const below = (place: string, name: string): string => [place, name].filter(Boolean).join('.');

/** The words of one object, without those of what they hold. */
function ownWords(
  place: string,
  declared: Words,
  contents: Readonly<Record<string, Content>>,
  field?: Field,
): DeclaredWord[] {
  const known = Object.keys(contents);
  return Object.entries(declared).map(([word, value]) => ({
    place,
    word,
    value,
    content: known.includes(word) ? contents[word] : undefined,
    known,
    ...(field && { field }),
  }));
}

/** The words of an object, and of what they hold. */
function wordsOfOne(place: string, declared: Words, { words, open }: Part): DeclaredWord[] {
  const own = ownWords(place, declared, words).filter(({ content }) => content !== undefined || !open);
  return own.flatMap((one) => {
    const there = unnamed.includes(one.word) ? place : below(place, one.word);
    return [one, ...wordsIn(there, one.value, one.content)];
  });
}

/** The words of what a word holds. */
function wordsIn(place: string, held: unknown, content: Content | undefined): DeclaredWord[] {
  if (content === 'fields') return wordsOfFields(place, held);
  return typeof content === 'object' && 'words' in content ? wordsOfPart(place, held, content) : [];
}

/** The words of a part of a declaration, however it is written. */
function wordsOfPart(place: string, declared: unknown, part: Part): DeclaredWord[] {
  const named = (name: string, one: unknown) => (isWords(one) ? wordsOfOne(place + name, one, part) : []);
  if (Array.isArray(declared)) return declared.flatMap((one, at) => named(entryName(one, at), one));
  if (!isWords(declared) || part.as === 'entries') return [];
  if (part.as !== 'named') return wordsOfOne(place, declared, part);
  return Object.entries(declared).flatMap(([name, one]) => named(`.${name}`, one));
}

/** The words of a field: its options, and those of what they hold. */
function wordsOfField(place: string, field: Field): DeclaredWord[] {
  if (!kindNames.includes(field.kind)) return [];
  const { migrate, rollup, choices, items, fields } = field;
  const named = 'migrate.';
  const [ofMigrate, own] = [true, false].map((isNested) =>
    Object.entries(shapesOfKind(field.kind)).filter(([word]) => word.startsWith(named) === isNested),
  );
  const migrations = (ofMigrate ?? []).map(([word, shape]) => [word.slice(named.length), shape] as const);
  return [
    ...ownWords(place, { ...field }, Object.fromEntries(own ?? []), field),
    ...(isWords(migrate) ? ownWords(`${place}.migrate`, migrate, Object.fromEntries(migrations)) : []),
    ...wordsOfPart(`${place}.rollup`, rollup, rollupPart),
    ...(Array.isArray(choices) ? choices : []).flatMap((one) => wordsOfPart(`${place} (${one?.id})`, one, choicePart)),
    ...(isWords(items) ? wordsOfField(`${place} (an item)`, items) : []),
    ...wordsOfFields(place, fields),
  ];
}

const wordsOfFields = (place: string, fields: unknown): DeclaredWord[] =>
  isWords(fields)
    ? Object.entries(fields as Fields).flatMap(([name, field]) =>
        isWords(field) ? wordsOfField(below(place, name), field) : [],
      )
    : [];

/** Words that a declaration has once it is in a contract. */
const addedWords = ['contract', 'addedBy', 'titledByCode', 'titleChoices'];

/** The words of an entity as it was declared, with those of its parts and fields. */
export const declaredWords = (entity: Entity): DeclaredWord[] =>
  wordsOfPart(
    '',
    Object.fromEntries(Object.entries(entity).filter(([word]) => !addedWords.includes(word))),
    entityPart,
  );
