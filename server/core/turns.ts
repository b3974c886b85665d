/** Limits how much work of one kind runs at once. */
export interface Turns {
  /** Runs work in its turn. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** How much work waits. */
  waiting(): number;
}

/**
 * Limits how much work of one kind runs at once, so that a flood of it leaves room for other work. The rest waits in the
 * order in which it came.
 */
export function createTurns(atOnce: number): Turns {
  let running = 0;
  const waiting: (() => void)[] = [];
  const begin = async (): Promise<void> => {
    if (running < atOnce) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const end = (): void => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    await begin();
    try {
      return await work();
    } finally {
      end();
    }
  };
  return { run, waiting: () => waiting.length };
}
