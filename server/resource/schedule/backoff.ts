const minute = 60_000;
/** The longest delay; by then the cause of a refusal may be gone without a change of the record. */
const longest = 24 * 60 * minute;

interface Wait {
  readonly version: number;
  readonly tries: number;
  readonly until: number;
}

/**
 * Delays scheduled steps that a rule has refused: two minutes, doubled after each further refusal, at most a day. A
 * changed record is tried at once. Stored in memory only, so a restart tries all of them again.
 */
export class StepBackoff {
  private waiting = new Map<string, Wait>();

  /** True if this version of the record still waits. Times in ms. */
  isWaiting(key: string, version: number, now: number): boolean {
    const wait = this.waiting.get(key);
    return wait !== undefined && wait.version === version && now < wait.until;
  }

  /** Records that the step was refused for this version of the record. */
  refused(key: string, version: number, now: number): void {
    const before = this.waiting.get(key);
    const tries = before?.version === version ? before.tries + 1 : 1;
    this.waiting.set(key, { version, tries, until: now + Math.min(longest, minute * 2 ** tries) });
  }

  /** Removes all other keys, whose steps are no longer due. */
  keep(keys: ReadonlySet<string>): void {
    this.waiting = new Map([...this.waiting].filter(([key]) => keys.has(key)));
  }
}
