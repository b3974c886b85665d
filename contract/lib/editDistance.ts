/** The Levenshtein distance of two words. */
export function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [line, letter] of [...one].entries()) {
    const next = [line + 1];
    for (const [column, wanted] of [...other].entries())
      next.push(
        Math.min((next[column] ?? 0) + 1, (row[column + 1] ?? 0) + 1, (row[column] ?? 0) + (letter === wanted ? 0 : 1)),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** The name that is closest to a misspelt one; the first if several are equally close. */
export const nearestName = (name: string, names: readonly string[]): string | undefined =>
  [...names].sort((one, other) => editDistance(name, one) - editDistance(name, other))[0];
