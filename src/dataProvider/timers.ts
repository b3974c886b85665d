import { notifyManager, timeoutManager } from '@tanstack/react-query';

type Call = () => void;

/** Calls all of them; one that fails keeps none of the others. */
function callAll(calls: Iterable<Call>): void {
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

let told: Call[] = [];

/** Calls back in the next task, with all that is to be called by then. */
function tellTogether(call: Call): void {
  told.push(call);
  if (told.length > 1) return;
  setTimeout(() => {
    const calls = told;
    told = [];
    callAll(calls);
  });
}

/** What is due after so long, in milliseconds, may come up to a second later. */
const long = 60_000;
const second = 1000;

/** What is due in each second, by the number of its timer: below zero, so that it is none of the browser's. */
const due = new Map<number, Map<number, Call>>();
let last = 0;

/** All that is due in a second, for which one timer is set. */
function dueAt(at: number): Map<number, Call> {
  const found = due.get(at);
  if (found) return found;
  const calls = new Map<number, Call>();
  due.set(at, calls);
  const end = () => {
    due.delete(at);
    callAll(calls.values());
  };
  setTimeout(end, at * second - Date.now());
  return calls;
}

function callLater(call: Call, delay: number): number {
  last -= 1;
  dueAt(Math.ceil((Date.now() + delay) / second)).set(last, call);
  return last;
}

type Timer = ReturnType<typeof setTimeout> | number;

/**
 * Lets the cache of what was read set one timer where it would set many: each row of a list is kept as a record, which is
 * told and is to be forgotten, and a timer for each of these is what a page of rows would mostly be busy with.
 */
export function shareTimers(): void {
  notifyManager.setScheduler(tellTogether);
  timeoutManager.setTimeoutProvider<Timer>({
    setTimeout: (call, delay) => (delay < long ? setTimeout(call, delay) : callLater(call as Call, delay)),
    clearTimeout: (timer) => {
      if (typeof timer === 'number' && timer < 0) for (const calls of due.values()) calls.delete(timer);
      else clearTimeout(timer);
    },
    setInterval: (call, delay) => setInterval(call, delay),
    clearInterval: (timer) => clearInterval(timer),
  });
}
