import type { RecordData } from '../record.ts';

/** What others have changed of a list that stands still until it is asked for. */
export interface Held {
  /** How many more records there are; 0 where others have gone or moved. */
  readonly count: number;
  readonly load: () => void;
  /** Its rows as they are now. */
  readonly rows: readonly RecordData[];
}

type Still = 'list' | 'queue';

/** An option of a query: its rows do not move by what others do. */
export const staysStill = { staysStill: 'list' satisfies Still } as object;

/**
 * The same of a list whose place on the page comes and goes with its rows, so that the first one waits as well; it is
 * looked at again when the window is, and each minute while nothing is told.
 */
export const standsStill = { staysStill: 'queue' satisfies Still } as object;

const stillOf = (options: object) => (options as { staysStill?: Still }).staysStill;
export const isStill = (options: object): boolean => stillOf(options) !== undefined;
export const isPaged = (options: object): boolean => stillOf(options) === 'list';
export const isStanding = (options: object): boolean => stillOf(options) === 'queue';

/** By the very rows that stand on the page: other rows have nothing waiting. */
const waiting = new WeakMap<readonly object[], Held>();
const listeners = new Set<() => void>();

export const heldOf = (rows: readonly object[] | undefined): Held | undefined => rows && waiting.get(rows);

export function hold(rows: readonly RecordData[], held: Held | undefined): void {
  if (held) waiting.set(rows, held);
  else waiting.delete(rows);
  for (const listener of listeners) listener();
}

export function subscribeHeld(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
