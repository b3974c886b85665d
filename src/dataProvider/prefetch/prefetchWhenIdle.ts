import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { whenIdle } from './mayPrefetch.ts';

/** How long what was fetched early is shown without being asked for again, in milliseconds. */
const freshMs = 15_000;

/** When the answer of a query came that was fetched early. */
const fetchedEarlyAt = new WeakMap<object, number>();

/** How long an answer counts as new, in milliseconds: one that nobody had waited for is not asked for twice. */
export const staleTimeOf = (query: Pick<Query, 'state'>): number =>
  fetchedEarlyAt.get(query) === query.state.dataUpdatedAt ? freshMs : 0;

/** Until the page is idle, or somebody waits for the answer. */
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
 * Fetches what is likely to be asked for next, once the page is idle. It counts as under way from the start, for whoever
 * waits for the page to be quiet. Nobody is told of its failure: who needs the answer then asks again.
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
