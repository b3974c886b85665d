import type { Query, QueryClient, QueryFunction } from '@tanstack/react-query';
import type { RecordData } from '../RecordData.ts';
import { setPendingChanges } from './pendingChanges.ts';

/** Attempts to refresh. A list that is still being fetched by others after these is fresh anyway. */
const maxTries = 3;

interface ListData {
  readonly data: readonly RecordData[];
  readonly total?: number;
}

const isSameOrder = (one: ListData, other: ListData): boolean =>
  one.data.length === other.data.length && one.data.every(({ id }, at) => id === other.data[at]?.id);

/** Updates rows that still exist in their place; other changes become pending until the reader loads them. */
function putInPlace(queries: QueryClient, { queryKey }: Query, shown: ListData, fresh: ListData): void {
  const set = (data: ListData) => queries.setQueryData<ListData>(queryKey, data)?.data ?? [];
  if (isSameOrder(shown, fresh)) {
    setPendingChanges(set(fresh), undefined);
    return;
  }
  const now = new Map(fresh.data.map((row) => [row.id, row]));
  const rows = set({ ...shown, data: shown.data.map((row) => now.get(row.id) ?? row) });
  const count = Math.max(0, (fresh.total ?? 0) - (shown.total ?? 0));
  setPendingChanges(rows, { count, load: () => void set(fresh), rows: fresh.data });
}

async function fetchFresh(queries: QueryClient, { options, queryKey }: Query): Promise<ListData> {
  const context = { client: queries, queryKey, signal: new AbortController().signal, meta: undefined };
  return (options.queryFn as QueryFunction<ListData>)(context as never);
}

/**
 * Refreshes a list without moving its rows. It stops when the list is no longer affected: it was fetched meanwhile, for
 * example after a write of our own.
 * @throws as the list's own request does
 */
export async function refreshInPlace(queries: QueryClient, query: Query, isConcerned: () => boolean): Promise<void> {
  for (let left = maxTries; left > 0; left -= 1) {
    if (query.state.fetchStatus === 'fetching') await query.promise?.catch(() => undefined);
    if (!query.isActive() || !isConcerned()) return;
    const { dataUpdateCount } = query.state;
    const found = await fetchFresh(queries, query);
    const isCurrent = query.state.dataUpdateCount === dataUpdateCount && query.state.fetchStatus !== 'fetching';
    if (isCurrent && query.state.data !== undefined)
      return putInPlace(queries, query, query.state.data as ListData, found);
  }
}
