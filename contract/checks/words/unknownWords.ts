import type { Entity } from '../../schema/entity.ts';
import { type Check, kindNoun, mistake } from '../support/mistake.ts';
import { suggestion } from '../support/suggest.ts';
import { type DeclaredWord, declaredWords } from './declaredWords.ts';
import { entityPart } from './entityWords.ts';
import { kindNames, wordsOfKind } from './kindWords.ts';

/** Options that the functions for fields set, so that nobody writes them. */
const setByFunctions = ['kind', 'to', 'choices', 'fields', 'items', 'joined', 'formula', 'rollup', 'serial'];

/** The parts of a declaration that have the word: `list` for `filters`. */
const partsWith = (word: string): string[] =>
  Object.entries(entityPart.words).flatMap(([name, content]) =>
    typeof content === 'object' && 'words' in content && content.as === undefined && Object.hasOwn(content.words, word)
      ? [name]
      : [],
  );

function unknownWord(entity: Entity, { place, word, known, field }: DeclaredWord): string {
  const [part] = place === '' ? partsWith(word) : [];
  if (part !== undefined)
    return mistake(entity, word, `has the word "${word}", which belongs into "${part}"; write it there`);
  if (field && kindNames.flatMap(wordsOfKind).includes(word))
    return mistake(entity, place, `has the word "${word}", which ${kindNoun(field.kind)} does not know; leave it out`);
  const writable = field ? known.filter((one) => !setByFunctions.includes(one)) : known;
  return mistake(entity, place, `has the unknown word "${word}"; ${suggestion(word, writable)}`);
}

/** Finds words that no declaration has, as the types do where they are checked. */
export const checkWords: Check = ({ entity }) =>
  declaredWords(entity)
    .filter(({ content }) => content === undefined)
    .map((one) => unknownWord(entity, one));
