import { onTestFinished, vi } from 'vitest';

/**
 * Uses a fake clock until the end of the test. The files of a worker share the query cache, which tells all its news by
 * one timer. If that timer is lost with the fake clock, no later page of the worker receives any data, so all pending
 * timers run before the real clock comes back.
 * @param now the time of the fake clock, in milliseconds since 1970; the present time by default
 */
export function useFakeClock(now: number = Date.now()): void {
  vi.useFakeTimers({ now });
  onTestFinished(() => {
    vi.runOnlyPendingTimers();
    vi.useRealTimers();
  });
}
