import { useSyncExternalStore } from 'react';

let isReceiving = false;
const listeners = new Set<() => void>();

/** Sets whether other users' changes are being received, by the stream or by polling. */
export function setReceivingChanges(is: boolean): void {
  if (is === isReceiving) return;
  isReceiving = is;
  for (const listener of listeners) listener();
}

export const isReceivingChanges = (): boolean => isReceiving;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The polling interval of a query, in milliseconds; false while changes are being received. */
export const usePollInterval = (interval: number): number | false =>
  useSyncExternalStore(subscribe, isReceivingChanges) ? false : interval;
