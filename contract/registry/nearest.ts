import type { Entity } from '../entity.ts';
import { mistake } from './mistake.ts';

/** How many letters must be put in, taken out or changed to make one word of the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [place, expected] of [...other].entries()) {
      const changed = (row[place] ?? 0) + (letter === expected ? 0 : 1);
      next.push(Math.min(changed, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

/** What to write in place of a word that nobody knows: the known word that is close to it, else all of them. */
export function instead(word: string, known: readonly string[]): string {
  const [nearest] = known
    .map((other) => ({ other, far: distance(word.toLowerCase(), other.toLowerCase()) }))
    .filter(({ other, far }) => far <= Math.min(3, Math.ceil(other.length / 3)))
    .sort((a, b) => a.far - b.far);
  return nearest ? `did you mean "${nearest.other}"?` : `write one of ${known.join(', ')}`;
}

/** A sentence for each value at a place that is none of those known there. In: what such a value is called. */
export const notThere = (
  entity: Entity,
  place: string,
  values: readonly string[],
  known: readonly string[],
  what: string,
): string[] =>
  values
    .filter((value) => !known.includes(value))
    .map((value) => mistake(entity, place, `names ${what} "${value}", which does not exist; ${instead(value, known)}`));
