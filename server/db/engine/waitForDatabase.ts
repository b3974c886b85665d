import { setTimeout as pause } from 'node:timers/promises';
import { isTransient } from './errors.ts';

/** A refused connection to several addresses comes as one error of many. */
const causeOf = (error: unknown): unknown => (error instanceof AggregateError ? (error.errors[0] ?? error) : error);

/**
 * Opens a database that may still be starting. In: how to open it, how many seconds to wait for it, and whom to tell,
 * once, that it is waited for. Throws what opening throws, at once when waiting would not help.
 */
export async function waitForDatabase<T>(
  open: () => Promise<T>,
  seconds: number,
  tell: (reason: string) => void,
  pauseMs = 1_000,
): Promise<T> {
  const end = performance.now() + seconds * 1_000;
  for (let isTold = false; ; isTold = true) {
    try {
      return await open();
    } catch (thrown) {
      const error = causeOf(thrown);
      if (!isTransient(error) || performance.now() > end) throw error;
      if (!isTold) tell(error instanceof Error ? error.message : String(error));
    }
    await pause(pauseMs);
  }
}
