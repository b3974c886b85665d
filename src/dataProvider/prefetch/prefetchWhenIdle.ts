import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { whenIdle } from './mayPrefetch.ts';

/** How long a prefetched answer is used without being fetched again, in milliseconds. */
const freshMs = 15_000;

/** The arrival time of each query's prefetched answer. */
const fetchedEarlyAt = new WeakMap<object, number>();

/**
 * The stale time of a query, in milliseconds: a prefetched answer stays fresh for a while, so that it is not fetched
 * twice; any other answer is stale at once.
 */
export const staleTimeOf = (query: Pick<Query, 'state'>): number =>
  fetchedEarlyAt.get(query) === query.state.dataUpdatedAt ? freshMs : 0;

/** Waits until the page is idle, or until a component needs the answer. */
const untilIdleOrObserved = (queries: QueryClient, queryKey: QueryKey): Promise<void> =>
  new Promise((resolve) => {
    const due = () => {
      end();
      resolve();
    };
    const end = queries.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'observerAdded' && query.queryHash === hashKey(queryKey)) due();
    });
    whenIdle(due);
  });

/**
 * Prefetches a query once the page is idle. The query counts as fetching from the start, so that code that waits for a
 * quiet page waits for it. A failure is not shown: a component that needs the answer fetches it again.
 */
export async function prefetchWhenIdle<T>(
  queries: QueryClient,
  queryKey: QueryKey,
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<void> {
  const find = () => queries.getQueryCache().find({ queryKey, exact: true });
  const queryFn = async ({ signal }: { signal: AbortSignal }) => {
    await untilIdleOrObserved(queries, queryKey);
    return ask(signal).catch((error: unknown) => {
      throw find()?.isActive() ? error : new Error('');
    });
  };
  await queries.prefetchQuery({ queryKey, queryFn, staleTime: staleTimeOf });
  const query = find();
  if (query?.state.status === 'success') fetchedEarlyAt.set(query, query.state.dataUpdatedAt);
}
