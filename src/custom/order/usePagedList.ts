import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { stableList } from '../../dataProvider/live/pendingChanges.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';

/** The declared order of a list. */
export const unsorted = { field: '', order: 'ASC' } as const;

/**
 * A paged list in its declared order. The server decides the length of a page (R-TABLE-01).
 * @param filter the filter of the list
 * @returns react-admin's list of the page, whose rows stay in place while others change them (`NewsOf`), and the props
 *   of a `Pager`
 */
export function usePagedList(resource: string, filter: Readonly<Record<string, unknown>>) {
  const [page, setPage] = useState(1);
  const list = useGetList<RecordData>(
    resource,
    { filter, pagination: { page, perPage: 0 }, sort: unsorted },
    { ...stableList, placeholderData: keepPreviousData },
  );
  // The last record of the last page may have been removed.
  if (page > 1 && list.data?.length === 0 && !list.isPlaceholderData) setPage(page - 1);
  const pager = { total: list.total ?? 0, page, perPage: Number(list.meta?.per_page) || 1, onPage: setPage };
  return { ...list, pager };
}
