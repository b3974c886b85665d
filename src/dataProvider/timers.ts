import { notifyManager, timeoutManager } from '@tanstack/react-query';

type Callback = () => void;

/** Calls all callbacks, even if one of them throws. */
function callAll(calls: Iterable<Callback>): void {
  for (const call of calls) {
    try {
      call();
    } catch (failure) {
      setTimeout(() => {
        throw failure;
      });
    }
  }
}

let scheduled: Callback[] = [];

/** Calls the callback in the next task, together with all others that are scheduled until then. */
function callTogether(call: Callback): void {
  scheduled.push(call);
  if (scheduled.length > 1) return;
  setTimeout(() => {
    const calls = scheduled;
    scheduled = [];
    callAll(calls);
  });
}

/** Delays from this one on, in milliseconds, may be up to a second late. */
const longDelay = 60_000;
const secondMs = 1000;

/**
 * Callbacks by the second in which they are due, and by timer id. These ids are negative, so that they differ from the
 * browser's.
 */
const dueCallbacks = new Map<number, Map<number, Callback>>();
let lastTimerId = 0;

/**
 * The callbacks that are due in one second, which share one timer.
 * @param at the second, since 1970
 */
function callbacksDueAt(at: number): Map<number, Callback> {
  const found = dueCallbacks.get(at);
  if (found) return found;
  const calls = new Map<number, Callback>();
  dueCallbacks.set(at, calls);
  const end = () => {
    dueCallbacks.delete(at);
    callAll(calls.values());
  };
  setTimeout(end, at * secondMs - Date.now());
  return calls;
}

function callLater(call: Callback, delay: number): number {
  lastTimerId -= 1;
  callbacksDueAt(Math.ceil((Date.now() + delay) / secondMs)).set(lastTimerId, call);
  return lastTimerId;
}

type Timer = ReturnType<typeof setTimeout> | number;

/**
 * Makes the query cache share timers. Each row of a list is cached as a record with a notification and an expiry, and a
 * timer for each of them would take most of the time of drawing a page of rows.
 */
export function shareTimers(): void {
  notifyManager.setScheduler(callTogether);
  timeoutManager.setTimeoutProvider<Timer>({
    setTimeout: (call, delay) => (delay < longDelay ? setTimeout(call, delay) : callLater(call as Callback, delay)),
    clearTimeout: (timer) => {
      if (typeof timer === 'number' && timer < 0) for (const calls of dueCallbacks.values()) calls.delete(timer);
      else clearTimeout(timer);
    },
    setInterval: (call, delay) => setInterval(call, delay),
    clearInterval: (timer) => clearInterval(timer),
  });
}
