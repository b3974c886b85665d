import type { Query, QueryClient } from '@tanstack/react-query';
import type { GetListParams, GetListResult } from 'react-admin';
import { dataProvider } from '../dataProvider.ts';
import { isStableList } from '../live/pendingChanges.ts';
import { mayPrefetch } from './mayPrefetch.ts';
import { prefetchWhenIdle } from './prefetchWhenIdle.ts';

/** The page after the one that the query holds; none behind the last, nor of a search, whose first hits are looked at. */
function nextPageParams({ queryKey, state }: Query): GetListParams | undefined {
  const params = queryKey[2] as GetListParams | undefined;
  const { total = 0 } = (state.data ?? {}) as Partial<GetListResult>;
  if (!params?.pagination || (params.filter as { search?: unknown })?.search) return undefined;
  const { page, perPage } = params.pagination;
  // How long a page is, may be the server's to say.
  return perPage > 0 && total > page * perPage ? { ...params, pagination: { page: page + 1, perPage } } : undefined;
}

/**
 * Fetches the next page of a list when one has been shown for the first time, under the key by which react-admin asks for
 * it. Out: what ends it.
 */
export const prefetchNextPages = (queries: QueryClient): (() => void) =>
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    const { query } = event;
    const [resource, verb] = query.queryKey;
    const isShown =
      verb === 'getList' && isStableList(query.options) && query.isActive() && query.state.dataUpdateCount === 1;
    const next = isShown && mayPrefetch() ? nextPageParams(query) : undefined;
    if (!next || typeof resource !== 'string') return;
    const ask = (signal: AbortSignal) => dataProvider.getList(resource, { ...next, signal });
    void prefetchWhenIdle(queries, [resource, verb, next], ask);
  });
