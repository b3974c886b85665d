import { useSyncExternalStore } from 'react';

let isFollowing = false;
const listeners = new Set<() => void>();

/** Says whether others' changes are told now, by the stream or piece by piece. */
export function setFollowing(is: boolean): void {
  if (is === isFollowing) return;
  isFollowing = is;
  for (const listener of listeners) listener();
}

/** Are others' changes told now? */
export const isTold = (): boolean => isFollowing;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** How often to ask again, in milliseconds: not at all while changes are told. */
export const useUnlessTold = (interval: number): number | false =>
  useSyncExternalStore(subscribe, isTold) ? false : interval;
