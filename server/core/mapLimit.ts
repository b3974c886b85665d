/** Does the work for each of the things, so many at a time. Out: what it gave, in their order. Throws what one throws. */
export async function inTurns<T, R>(
  things: readonly T[],
  atOnce: number,
  work: (thing: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const go = async (): Promise<void> => {
    while (next < things.length) {
      const at = next;
      next += 1;
      results[at] = await work(things[at] as T);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, things.length) }, go));
  return results;
}
