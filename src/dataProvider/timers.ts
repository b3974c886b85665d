import { notifyManager, timeoutManager } from '@tanstack/react-query';

type Callback = () => void;

/** Calls all of them; one that fails keeps none of the others. */
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

/** Calls back in the next task, with all that is to be called by then. */
function callTogether(call: Callback): void {
  scheduled.push(call);
  if (scheduled.length > 1) return;
  setTimeout(() => {
    const calls = scheduled;
    scheduled = [];
    callAll(calls);
  });
}

/** What is due after so long, in milliseconds, may come up to a second later. */
const longDelay = 60_000;
const secondMs = 1000;

/** What is due in each second, by the number of its timer: below zero, so that it is none of the browser's. */
const dueCallbacks = new Map<number, Map<number, Callback>>();
let lastTimerId = 0;

/** All that is due in a second, for which one timer is set. */
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
 * Lets the cache of what was read set one timer where it would set many: each row of a list is kept as a record, which is
 * told and is to be forgotten, and a timer for each of these is what a page of rows would mostly be busy with.
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
