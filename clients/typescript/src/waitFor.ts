import { pause } from './pause.ts';

export interface WaitOptions {
  /** Seconds between two reads; 1 by default. */
  readonly every?: number | undefined;
  /** Seconds after which to give up; 120 by default. */
  readonly timeout?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads something again and again until it is as wanted.
 * @returns the first value that is
 * @throws an error after the timeout, the reason of the signal, or what the read throws
 */
export async function waitFor<T>(
  read: () => Promise<T>,
  isDone: (value: T) => boolean,
  { every = 1, timeout = 120, signal }: WaitOptions = {},
): Promise<T> {
  const end = Date.now() + timeout * 1000;
  for (;;) {
    const value = await read();
    if (isDone(value)) return value;
    if (Date.now() + every * 1000 > end) throw new Error(`It did not happen within ${timeout} seconds`);
    await pause(every * 1000, signal);
  }
}
