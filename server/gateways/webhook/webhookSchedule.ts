const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** The waits after the first failure, the second, and so on, in ms. After the tenth failure a delivery is given up. */
export const retryDelays: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/** The longest wait that a receiver can ask for, in ms. */
const longestWait = 24 * hour;
/** How much a wait is lengthened at most, so that failed deliveries do not all return at once. */
const jitter = 0.1;

/**
 * The wait before the next try.
 * @param tries how often the delivery was tried
 * @param retryAfter what the receiver asked for by `Retry-After`, in seconds. It never shortens a wait, and counts up to
 *   a day
 * @param random a number from 0 to 1 that chooses the jitter
 * @returns ms, up to a tenth more than scheduled; 0 before the first try; undefined if the delivery is given up
 */
export function nextDelay(tries: number, retryAfter = 0, random = Math.random()): number | undefined {
  if (tries <= 0) return 0;
  const scheduled = retryDelays[tries - 1];
  if (scheduled === undefined) return undefined;
  const asked = Math.min(retryAfter * second, longestWait);
  return Math.round(Math.max(scheduled, asked) * (1 + jitter * random));
}
