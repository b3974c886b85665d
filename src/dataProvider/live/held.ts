import type { RecordData } from '../record.ts';

/** What others have changed of a list that stands still until it is asked for. */
export interface Held {
  /** How many more records there are; 0 where others have gone or moved. */
  readonly count: number;
  readonly load: () => void;
}

/** An option of a query: its rows do not move by what others do. */
export const staysStill = { staysStill: true } as object;
export const isStill = (options: object): boolean => 'staysStill' in options;

/** By the very rows that stand on the page: other rows have nothing waiting. */
const waiting = new WeakMap<readonly RecordData[], Held>();
const listeners = new Set<() => void>();

export const heldOf = (rows: readonly RecordData[] | undefined): Held | undefined => rows && waiting.get(rows);

export function hold(rows: readonly RecordData[], held: Held | undefined): void {
  if (held) waiting.set(rows, held);
  else waiting.delete(rows);
  for (const listener of listeners) listener();
}

export function subscribeHeld(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
