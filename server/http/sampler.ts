/** Returns true for the first events with a key within a period, and false for the others. */
export type Sampler = (key: string) => boolean;

interface Seen {
  readonly since: number;
  /** The number of events that get true within the current period. */
  readonly most: number;
  count: number;
}

interface Limits {
  /**
   * How many events get true within a period. After a period with more events only one does, until there are fewer
   * again.
   */
  readonly burst?: number;
  /** How many keys are remembered. Above that all are forgotten, so that more events get true. */
  readonly keys?: number;
}

/**
 * @param everyMs the period
 * @param limits by default one event per key, and 10,000 keys
 */
export function createSampler(everyMs: number, { burst = 1, keys = 10_000 }: Limits = {}): Sampler {
  const seen = new Map<string, Seen>();
  const begun = (key: string, now: number): Seen => {
    const before = seen.get(key);
    if (before && now - before.since < everyMs) return before;
    if (!before && seen.size >= keys) seen.clear();
    const isFlood = before && now - before.since < 2 * everyMs && before.count > burst;
    const next = { since: now, most: isFlood ? 1 : burst, count: 0 };
    seen.set(key, next);
    return next;
  };
  return (key) => {
    const entry = begun(key, Date.now());
    entry.count += 1;
    return entry.count <= entry.most;
  };
}
