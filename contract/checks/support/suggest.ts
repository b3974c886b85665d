import { editDistance } from '../../lib/editDistance.ts';
import type { Entity } from '../../schema/entity.ts';
import { mistake } from './mistake.ts';

/** What to write in place of a word that nobody knows: the known word that is close to it, else all of them. */
export function suggestion(word: string, known: readonly string[]): string {
  const [nearest] = known
    .map((other) => ({ other, far: editDistance(word.toLowerCase(), other.toLowerCase()) }))
    .filter(({ other, far }) => far <= Math.min(3, Math.ceil(other.length / 3)))
    .sort((a, b) => a.far - b.far);
  return nearest ? `did you mean "${nearest.other}"?` : `write one of ${known.join(', ')}`;
}

/** A sentence for each value at a place that is none of those known there. In: what such a value is called. */
export const unknownNames = (
  entity: Entity,
  place: string,
  values: readonly string[],
  known: readonly string[],
  what: string,
): string[] =>
  values
    .filter((value) => !known.includes(value))
    .map((value) =>
      mistake(entity, place, `names ${what} "${value}", which does not exist; ${suggestion(value, known)}`),
    );
