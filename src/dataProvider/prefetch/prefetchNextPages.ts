import type { Query, QueryClient } from '@tanstack/react-query';
import type { GetListParams, GetListResult } from 'react-admin';
import type { ConsoleDataProvider } from '../dataProvider.ts';
import { isStableList } from '../live/pendingChanges.ts';
import { mayPrefetch } from './mayPrefetch.ts';
import { prefetchWhenIdle } from './prefetchWhenIdle.ts';

/**
 * The request for the page after the one in the query; undefined on the last page, and for searches, of which users
 * read the first hits only.
 */
function nextPageParams({ queryKey, state }: Query): GetListParams | undefined {
  const params = queryKey[2] as GetListParams | undefined;
  const { total = 0 } = (state.data ?? {}) as Partial<GetListResult>;
  if (!params?.pagination || (params.filter as { search?: unknown })?.search) return undefined;
  const { page, perPage } = params.pagination;
  // `perPage` is 0 where the server decides the length of a page.
  return perPage > 0 && total > page * perPage ? { ...params, pagination: { page: page + 1, perPage } } : undefined;
}

/**
 * Prefetches the next page of a list when one is shown for the first time, under react-admin's own query key.
 * @returns a function that stops it
 */
export const prefetchNextPages = (queries: QueryClient, data: ConsoleDataProvider): (() => void) =>
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    const { query } = event;
    const [resource, verb] = query.queryKey;
    const isShown =
      verb === 'getList' && isStableList(query.options) && query.isActive() && query.state.dataUpdateCount === 1;
    const next = isShown && mayPrefetch() ? nextPageParams(query) : undefined;
    if (!next || typeof resource !== 'string') return;
    const ask = (signal: AbortSignal) => data.getList(resource, { ...next, signal });
    void prefetchWhenIdle(queries, [resource, verb, next], ask);
  });
