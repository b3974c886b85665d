import type { RecordData } from '../RecordData.ts';

/** What others have changed of a list that stands still until it is asked for. */
export interface PendingChanges {
  /** How many more records there are; 0 where others have gone or moved. */
  readonly count: number;
  readonly load: () => void;
  /** Its rows as they are now. */
  readonly rows: readonly RecordData[];
}

type StableQuery = 'list' | 'queue';

/** An option of a query: its rows do not move by what others do. */
export const stableList = { staysStill: 'list' satisfies StableQuery } as object;

/**
 * The same of a list whose place on the page comes and goes with its rows, so that the first one waits as well; it is
 * looked at again when the window is, and each minute while nothing is told.
 */
export const stableQueue = { staysStill: 'queue' satisfies StableQuery } as object;

const stableQueryOf = (options: object) => (options as { staysStill?: StableQuery }).staysStill;
export const isStable = (options: object): boolean => stableQueryOf(options) !== undefined;
export const isStableList = (options: object): boolean => stableQueryOf(options) === 'list';
export const isStableQueue = (options: object): boolean => stableQueryOf(options) === 'queue';

/** By the very rows that stand on the page: other rows have nothing waiting. */
const pendingByRows = new WeakMap<readonly object[], PendingChanges>();
const listeners = new Set<() => void>();

export const pendingChangesOf = (rows: readonly object[] | undefined): PendingChanges | undefined =>
  rows && pendingByRows.get(rows);

export function setPendingChanges(rows: readonly RecordData[], held: PendingChanges | undefined): void {
  if (held) pendingByRows.set(rows, held);
  else pendingByRows.delete(rows);
  for (const listener of listeners) listener();
}

export function subscribePendingChanges(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
