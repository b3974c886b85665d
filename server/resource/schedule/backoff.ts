const minute = 60_000;
/** The longest wait; by then what stood in the way of a rule may have gone without a change of the record. */
const longest = 24 * 60 * minute;

interface Wait {
  readonly version: number;
  readonly tries: number;
  readonly until: number;
}

/**
 * What a rule refused the clock, and until when it is not tried again: two minutes, doubled with each more, at most a day.
 * A record that was changed since is tried at once. Kept in the process alone: a start tries all of them anew.
 */
export class StepBackoff {
  private waiting = new Map<string, Wait>();

  /** Is this version of the record still to wait? Times in ms. */
  isWaiting(key: string, version: number, now: number): boolean {
    const wait = this.waiting.get(key);
    return wait !== undefined && wait.version === version && now < wait.until;
  }

  /** It was refused, in this version of the record. */
  refused(key: string, version: number, now: number): void {
    const before = this.waiting.get(key);
    const tries = before?.version === version ? before.tries + 1 : 1;
    this.waiting.set(key, { version, tries, until: now + Math.min(longest, minute * 2 ** tries) });
  }

  /** Forgets all but these: what is not due any more waits for nothing. */
  keep(keys: ReadonlySet<string>): void {
    this.waiting = new Map([...this.waiting].filter(([key]) => keys.has(key)));
  }
}
