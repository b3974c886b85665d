/** Limits how much work of one kind runs at once. */
export interface Turns {
  /**
   * Runs work in its turn.
   * @param party whose work it is, where its waiting work is counted
   */
  run<T>(work: () => Promise<T>, party?: string): Promise<T>;
  /** How much work waits, in all or of one party. */
  waiting(party?: string): number;
}

/**
 * Limits how much work of one kind runs at once, so that a flood of it leaves room for other work. The rest waits in the
 * order in which it came.
 */
export function createTurns(atOnce: number): Turns {
  let running = 0;
  const waiting: { readonly party: string | undefined; readonly begin: () => void }[] = [];
  const begin = async (party: string | undefined): Promise<void> => {
    if (running < atOnce) running += 1;
    else await new Promise<void>((resolve) => waiting.push({ party, begin: resolve }));
  };
  const end = (): void => {
    const next = waiting.shift();
    if (next) next.begin();
    else running -= 1;
  };
  const run = async <T>(work: () => Promise<T>, party?: string): Promise<T> => {
    await begin(party);
    try {
      return await work();
    } finally {
      end();
    }
  };
  const countWaiting = (party?: string): number =>
    party === undefined ? waiting.length : waiting.filter((one) => one.party === party).length;
  return { run, waiting: countWaiting };
}
