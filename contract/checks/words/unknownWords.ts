import type { Entity } from '../../schema/entity.ts';
import type { Field, Fields } from '../../schema/field/field.ts';
import { type Check, kindNoun, mistake } from '../support/mistake.ts';
import { suggestion } from '../support/suggest.ts';
import { entryName, isWords, unnamed, type Words } from '../support/walkDeclaration.ts';
import { choicePart, entityPart, type Part, rollupPart } from './entityWords.ts';
import { kindNames, wordsOfKind } from './kindWords.ts';

/** Words that a declaration has once it is in a contract. */
const addedWords = ['contract', 'addedBy', 'titledByCode', 'titleChoices'];

/** Options that the functions for fields set, so that nobody writes them. */
const setByFunctions = ['kind', 'to', 'choices', 'fields', 'items', 'joined', 'formula', 'rollup', 'serial'];

/** The parts of a declaration that have the word: `list` for `filters`. */
const partsWith = (word: string): string[] =>
  Object.entries(entityPart.words).flatMap(([name, content]) =>
    typeof content === 'object' && content.as === undefined && Object.hasOwn(content.words, word) ? [name] : [],
  );

const unknown = (entity: Entity, place: string, word: string, known: readonly string[]): string =>
  mistake(entity, place, `has the unknown word "${word}"; ${suggestion(word, known)}`);

/** The options of a field that have words of their own. */
function inOptions(entity: Entity, place: string, { kind, migrate, rollup, choices = [] }: Field): string[] {
  const named = 'migrate.';
  const ofMigrate = wordsOfKind(kind).filter((word) => word.startsWith(named));
  return [
    ...Object.keys(migrate ?? {})
      .filter((word) => !ofMigrate.includes(named + word))
      .map((word) =>
        unknown(
          entity,
          `${place}.migrate`,
          word,
          ofMigrate.map((one) => one.slice(named.length)),
        ),
      ),
    ...inPart(entity, `${place}.rollup`, rollup, rollupPart),
    ...choices.flatMap((one) => inPart(entity, `${place} (${one?.id})`, one, choicePart)),
  ];
}

function inField(entity: Entity, place: string, field: Field): string[] {
  const known = kindNames.includes(field.kind) ? wordsOfKind(field.kind) : undefined;
  if (!known) return [];
  const own = known.filter((word) => !word.includes('.'));
  const others = kindNames.flatMap(wordsOfKind);
  return [
    ...Object.keys(field)
      .filter((word) => !own.includes(word))
      .map((word) =>
        others.includes(word)
          ? mistake(entity, place, `has the word "${word}", which ${kindNoun(field.kind)} does not know; leave it out`)
          : unknown(
              entity,
              place,
              word,
              own.filter((one) => !setByFunctions.includes(one)),
            ),
      ),
    ...inOptions(entity, place, field),
    ...(field.items ? inField(entity, `${place} (an item)`, field.items) : []),
    ...inFields(entity, place, field.fields),
  ];
}

const inFields = (entity: Entity, place: string, fields: Fields | undefined): string[] =>
  Object.entries(fields ?? {}).flatMap(([name, field]) =>
    field ? inField(entity, [place, name].filter(Boolean).join('.'), field) : [],
  );

function inOne(entity: Entity, place: string, declared: Words, { words }: Part): string[] {
  return Object.entries(declared).flatMap(([word, inner]) => {
    const content = Object.hasOwn(words, word) ? words[word] : undefined;
    const there = unnamed.includes(word) ? place : [place, word].filter(Boolean).join('.');
    const [part] = place === '' ? partsWith(word) : [];
    if (content === undefined && part !== undefined)
      return [mistake(entity, word, `has the word "${word}", which belongs into "${part}"; write it there`)];
    if (content === undefined) return [unknown(entity, place, word, Object.keys(words))];
    if (content === 'value') return [];
    return content === 'fields' ? inFields(entity, there, inner as Fields) : inPart(entity, there, inner, content);
  });
}

function inPart(entity: Entity, place: string, declared: unknown, part: Part): string[] {
  if (Array.isArray(declared))
    return declared.flatMap((one, at) => (isWords(one) ? inOne(entity, place + entryName(one, at), one, part) : []));
  if (!isWords(declared) || part.as === 'entries') return [];
  if (part.as !== 'named') return inOne(entity, place, declared, part);
  return Object.entries(declared).flatMap(([name, one]) =>
    isWords(one) ? inOne(entity, `${place}.${name}`, one, part) : [],
  );
}

/** Finds words that no declaration has, as the types do where they are checked. */
export const checkWords: Check = ({ entity }) => {
  const declared = Object.entries(entity).filter(([word]) => !addedWords.includes(word));
  return inOne(entity, '', Object.fromEntries(declared), entityPart);
};
