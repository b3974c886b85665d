/** Says yes to the first of what is alike within a while, and no to the others. */
export type Sampled = (key: string) => boolean;

/** In: the while, in ms, and how many keys are remembered at most; beyond that it forgets all, and says yes more often. */
export function createSampled(everyMs: number, most = 10_000): Sampled {
  const seen = new Map<string, number>();
  return (key) => {
    const now = Date.now();
    if (now - (seen.get(key) ?? Number.NEGATIVE_INFINITY) < everyMs) return false;
    if (seen.size >= most) seen.clear();
    seen.set(key, now);
    return true;
  };
}
