/** How many letters differ between two words: each added, left out or changed one counts. */
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

/** The name that a misspelt one is most like; the first of several that are equally like it. */
export const nearestName = (name: string, names: readonly string[]): string | undefined =>
  [...names].sort((one, other) => editDistance(name, one) - editDistance(name, other))[0];
