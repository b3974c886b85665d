import type { RecordData } from '../RecordData.ts';

/** Other users' changes to a list whose rows stay in place until the reader loads the changes. */
export interface PendingChanges {
  /** How many records were added; 0 if records were only removed or reordered. */
  readonly count: number;
  readonly load: () => void;
  /** The current rows. */
  readonly rows: readonly RecordData[];
}

type StableQuery = 'list' | 'queue';

/** Query option: other users' changes do not move the rows of the list. */
export const stableList = { staysStill: 'list' satisfies StableQuery } as object;

/**
 * Query option for a queue, whose rows do not move either. A queue appears and disappears with its rows, so its first
 * row waits too. It is refreshed when the window gets the focus, and every minute while no changes are received.
 */
export const stableQueue = { staysStill: 'queue' satisfies StableQuery } as object;

const stableQueryOf = (options: object) => (options as { staysStill?: StableQuery }).staysStill;
export const isStable = (options: object): boolean => stableQueryOf(options) !== undefined;
export const isStableList = (options: object): boolean => stableQueryOf(options) === 'list';
export const isStableQueue = (options: object): boolean => stableQueryOf(options) === 'queue';

/** By the rows that are shown: other rows have no pending changes. */
const pendingByRows = new WeakMap<readonly object[], PendingChanges>();
const listeners = new Set<() => void>();

export const pendingChangesOf = (rows: readonly object[] | undefined): PendingChanges | undefined =>
  rows && pendingByRows.get(rows);

export function setPendingChanges(rows: readonly RecordData[], pending: PendingChanges | undefined): void {
  if (pending) pendingByRows.set(rows, pending);
  else pendingByRows.delete(rows);
  for (const listener of listeners) listener();
}

export function subscribePendingChanges(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
