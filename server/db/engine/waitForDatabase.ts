import { setTimeout as pause } from 'node:timers/promises';
import { isTransient } from './errors.ts';

/** A refused connection to several addresses is one AggregateError. */
const causeOf = (error: unknown): unknown => (error instanceof AggregateError ? (error.errors[0] ?? error) : error);

/**
 * Opens a database that may still be starting.
 * @param seconds how long to wait for it
 * @param report reports, once, the reason for waiting
 * @throws what opening throws, at once where waiting does not help
 */
export async function waitForDatabase<T>(
  open: () => Promise<T>,
  seconds: number,
  report: (reason: string) => void,
  pauseMs = 1_000,
): Promise<T> {
  const end = performance.now() + seconds * 1_000;
  for (let isReported = false; ; isReported = true) {
    try {
      return await open();
    } catch (thrown) {
      const error = causeOf(thrown);
      if (!isTransient(error) || performance.now() > end) throw error;
      if (!isReported) report(error instanceof Error ? error.message : String(error));
    }
    await pause(pauseMs);
  }
}
