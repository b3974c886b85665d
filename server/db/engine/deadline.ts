import { DeadlineExceeded } from './errors.ts';

/** The time limits of all that is sent through one handle on a database. */
export interface TimeLimits {
  /**
   * The maximum duration of a statement in ms, where it differs from the default; 0 is unlimited. In PostgreSQL it has
   * to be set as well.
   */
  readonly limitMs?: number | undefined;
  /** When statements are cancelled and transactions rolled back, by the clock of `performance`. */
  readonly endsAt?: number | undefined;
}

/** The limits of work that may take this many ms from now on. */
export const deadlineIn = (ms: number): TimeLimits => ({ endsAt: performance.now() + ms });

/** The remaining ms; undefined without a deadline. */
export const remainingMs = ({ endsAt }: TimeLimits): number | undefined => endsAt && endsAt - performance.now();

/** @throws DeadlineExceeded after the deadline */
export function throwIfLate(limits: TimeLimits): void {
  if ((remainingMs(limits) ?? 1) <= 0) throw new DeadlineExceeded();
}
