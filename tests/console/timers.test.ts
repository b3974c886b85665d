import { notifyManager, QueryObserver } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ConsoleQueryClient } from '../../src/dataProvider/queryClient.ts';
import { useFakeClock } from './support/fakeClock.ts';

/**
 * A year in which no other test file has left a timer, because the files share the modules and their timers per second.
 */
beforeEach(() => useFakeClock(Date.UTC(2001, 0, 1)));

const minutes = (count: number) => count * 60_000;
const keyOf = (id: number) => ['order', 'getOne', { id: String(id) }];
const ids = Array.from({ length: 100 }, (_, at) => at + 1);

/** A cache with the records of a list, as react-admin fills it for each page. */
function filled(): ConsoleQueryClient {
  const queries = new ConsoleQueryClient();
  for (const id of ids) queries.setQueryData(keyOf(id), { id });
  return queries;
}

describe('the cache of what was read', () => {
  it('sets no timer for each record of a list', () => {
    const before = vi.getTimerCount();
    filled();
    // One timer notifies of all records and one removes them; there is a third one if a second ends meanwhile.
    expect(vi.getTimerCount() - before).toBeLessThanOrEqual(3);
  });

  it('tells all that there is in the next task, also after one who heard of it failed', () => {
    const heard: number[] = [];
    notifyManager.schedule(() => {
      throw new Error('of a listener');
    });
    for (const id of ids) notifyManager.schedule(() => heard.push(id));
    expect(heard).toEqual([]);
    expect(() => vi.advanceTimersByTime(1)).toThrow('of a listener');
    expect(heard).toEqual(ids);
  });

  it('forgets what nothing shows after five minutes, and keeps what is shown', () => {
    const queries = filled();
    const leave = new QueryObserver(queries, { queryKey: keyOf(1), enabled: false }).subscribe(() => undefined);
    vi.advanceTimersByTime(minutes(5) - 1000);
    expect(ids.filter((id) => !queries.getQueryData(keyOf(id)))).toEqual([]);
    vi.advanceTimersByTime(2000);
    expect(ids.filter((id) => queries.getQueryData(keyOf(id)))).toEqual([1]);
    leave();
    vi.advanceTimersByTime(minutes(5) + 1000);
    expect(queries.getQueryData(keyOf(1))).toBeUndefined();
  });
});
