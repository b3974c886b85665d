import type { Query, QueryClient, QueryFunction } from '@tanstack/react-query';
import type { RecordData } from '../RecordData.ts';
import { setPendingChanges } from './pendingChanges.ts';

/** A list that goes on being asked for by others is fresh without us. */
const maxTries = 3;

interface ListData {
  readonly data: readonly RecordData[];
  readonly total?: number;
}

const isSameOrder = (one: ListData, other: ListData): boolean =>
  one.data.length === other.data.length && one.data.every(({ id }, at) => id === other.data[at]?.id);

/** Rows that are still there are what they are now, in their place; the others wait until they are asked for. */
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
 * Looks at a list again without moving its rows, as long as it is concerned: what was asked for meanwhile, as after an
 * own change, is no news. Rejects as the list's own request does.
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
