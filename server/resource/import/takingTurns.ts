import { setImmediate } from 'node:timers/promises';

/** How long work may go on in one piece, in milliseconds. */
const pieceMs = 20;

/** Returns a function that lets other requests run if they have waited long enough. */
export function takingTurns(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < pieceMs) return;
    await setImmediate();
    since = performance.now();
  };
}
