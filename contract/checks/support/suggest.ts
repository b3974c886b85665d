import { editDistance } from '../../lib/editDistance.ts';
import type { Entity } from '../../schema/entity.ts';
import { mistake } from './mistake.ts';

/** Suggests a correction of an unknown word: the most similar known word, or else all known words. */
export function suggestion(word: string, known: readonly string[]): string {
  const [nearest] = known
    .map((other) => ({ other, far: editDistance(word.toLowerCase(), other.toLowerCase()) }))
    .filter(({ other, far }) => far <= Math.min(3, Math.ceil(other.length / 3)))
    .sort((a, b) => a.far - b.far);
  if (nearest) return `did you mean "${nearest.other}"?`;
  return known.length > 0 ? `write one of ${known.join(', ')}` : 'leave it out, since there is none';
}

/**
 * One mistake for each value that is not known at this place.
 * @param what What such a value is called, for the sentence.
 */
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
