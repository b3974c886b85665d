import { DeadlineExceeded } from './errors.ts';

/** What holds for all that is sent through one handle on a database. */
export interface TimeLimits {
  /** The longest that a statement may take, in ms, where it is not the usual; 0 is for ever. PostgreSQL has to be told itself, too. */
  readonly limitMs?: number | undefined;
  /** When statements end, and transactions roll back, by the clock of `performance`. */
  readonly endsAt?: number | undefined;
}

/** The terms of work that may take so many ms from now on. */
export const deadlineIn = (ms: number): TimeLimits => ({ endsAt: performance.now() + ms });

/** How many ms are left; where there is no end, none is told. */
export const remainingMs = ({ endsAt }: TimeLimits): number | undefined => endsAt && endsAt - performance.now();

/** Throws when the time is over. */
export function throwIfLate(terms: TimeLimits): void {
  if ((remainingMs(terms) ?? 1) <= 0) throw new DeadlineExceeded();
}
