/** True for a value with words of its own. The checks name a part that has none. */
export const hasWords = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Completes a declaration. One that cannot be completed, since a word has a value of another type, stays as it is written:
 * the checks name the word.
 */
export function completed<Declared>(written: Declared, complete: () => Declared): Declared {
  try {
    return complete();
  } catch {
    return written;
  }
}
