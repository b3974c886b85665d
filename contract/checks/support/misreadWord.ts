import type { Entity } from '../../schema/entity.ts';
import { isWords, type Words } from './walkDeclaration.ts';

const without = (words: Words, name: string): Words =>
  Object.fromEntries(Object.entries(words).filter(([one]) => one !== name));

/** The words with one of them left out or, where a declaration needs it, without content. */
const emptied = (words: Words, name: string): Words[] => [
  without(words, name),
  ...[[], {}, ''].map((empty) => ({ ...words, [name]: empty })),
];

/** The declaration with one of its words left out or emptied, and the place of the word as sentences name it. */
function* shortened(entity: Entity): Generator<readonly [place: string, rest: Entity]> {
  const whole: Words = { ...entity };
  const words = Object.keys(without(whole, 'contract'));
  for (const word of words) {
    const inner = whole[word];
    if (!isWords(inner)) continue;
    for (const name of Object.keys(inner))
      for (const rest of emptied(inner, name))
        yield [word === 'fields' ? name : `${word}.${name}`, { ...whole, [word]: rest } as unknown as Entity];
  }
  for (const word of words) for (const rest of emptied(whole, word)) yield [word, rest as unknown as Entity];
}

/**
 * Finds the word that keeps the checks from reading a declaration, since its value has another type.
 * @param isReadable true if every check reads the declaration, whether or not it finds mistakes in it
 * @returns the place of the word; undefined if it is not one word alone
 */
export function misreadWord(entity: Entity, isReadable: (one: Entity) => boolean): string | undefined {
  for (const [place, rest] of shortened(entity)) if (isReadable(rest)) return place;
  return undefined;
}
