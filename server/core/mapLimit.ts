/**
 * Maps the items with asynchronous work, at most `atOnce` at a time.
 * @returns the results in the order of the items
 * @throws what the work throws
 */
export async function mapLimit<T, R>(items: readonly T[], atOnce: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const runWorker = async (): Promise<void> => {
    while (next < items.length) {
      const at = next;
      next += 1;
      results[at] = await work(items[at] as T);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, runWorker));
  return results;
}
