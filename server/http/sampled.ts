/** Says yes to the first of what is alike within a while, and no to the others. */
export type Sampled = (key: string) => boolean;

interface Seen {
  readonly since: number;
  /** How many may be said yes to within this while, and how many have asked. */
  readonly most: number;
  asked: number;
}

interface Limits {
  /** To how many within a while; where there were more, to one in each while that follows until there are fewer again. */
  readonly burst?: number;
  /** How many keys are remembered; beyond that it forgets all, and says yes more often. */
  readonly keys?: number;
}

/** In: the while, in ms, and the limits; one and 10,000 unless told. */
export function createSampled(everyMs: number, { burst = 1, keys = 10_000 }: Limits = {}): Sampled {
  const seen = new Map<string, Seen>();
  const begun = (key: string, now: number): Seen => {
    const before = seen.get(key);
    if (before && now - before.since < everyMs) return before;
    if (!before && seen.size >= keys) seen.clear();
    const isFlood = before && now - before.since < 2 * everyMs && before.asked > burst;
    const next = { since: now, most: isFlood ? 1 : burst, asked: 0 };
    seen.set(key, next);
    return next;
  };
  return (key) => {
    const here = begun(key, Date.now());
    here.asked += 1;
    return here.asked <= here.most;
  };
}
