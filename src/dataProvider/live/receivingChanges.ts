import { useSyncExternalStore } from 'react';

let isReceiving = false;
const listeners = new Set<() => void>();

/** Says whether others' changes are told now, by the stream or piece by piece. */
export function setReceivingChanges(is: boolean): void {
  if (is === isReceiving) return;
  isReceiving = is;
  for (const listener of listeners) listener();
}

/** Are others' changes told now? */
export const isReceivingChanges = (): boolean => isReceiving;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** How often to ask again, in milliseconds: not at all while changes are told. */
export const usePollInterval = (interval: number): number | false =>
  useSyncExternalStore(subscribe, isReceivingChanges) ? false : interval;
