import { useRef, useState } from 'react';
import { useGetMany, useListContext } from 'react-admin';
import { maxIds } from '../../../../contract/lists/limits.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import { useConsoleDataProvider } from '../../../dataProvider/useEndpoint.ts';

const perRequest = 100;
const byId = { field: 'id', order: 'ASC' } as const;

/** Returns a function that fetches all records that match the list's filters, page by page; fewer if it is stopped. */
function useFetchMatching() {
  const { resource, filterValues, filter } = useListContext<RecordData>();
  const data = useConsoleDataProvider();
  return async (isStopped: () => boolean, onProgress: (count: number) => void): Promise<readonly RecordData[]> => {
    const found: RecordData[] = [];
    const params = { sort: byId, filter: { ...filterValues, ...filter } };
    for (let page = 1; found.length < maxIds && !isStopped(); page += 1) {
      const pagination = { page, perPage: perRequest };
      const { data: rows, total = 0 } = await data.getList<RecordData>(resource, { ...params, pagination });
      found.push(...rows);
      onProgress(found.length);
      if (rows.length < perRequest || found.length >= total) break;
    }
    return found;
  };
}

/**
 * The selected records, also those on other pages, and a function to select all that match the filters.
 * @returns Also the number of records fetched so far while that runs.
 */
export function useSelectedRecords() {
  const { resource, selectedIds = [], data = [], onSelect } = useListContext<RecordData>();
  const [matching, setMatching] = useState<readonly RecordData[]>([]);
  const [progress, setProgress] = useState<number>();
  const stopped = useRef(false);
  const find = useFetchMatching();
  const known = new Map([...matching, ...data].map((record) => [record.id, record]));
  const elsewhere = selectedIds.filter((id) => !known.has(id));
  const fetched = useGetMany<RecordData>(resource, { ids: elsewhere }, { enabled: elsewhere.length > 0 });
  const others = elsewhere.length > 0 ? (fetched.data ?? []) : [];
  const selectMatching = async () => {
    stopped.current = false;
    setProgress(0);
    try {
      const found = await find(() => stopped.current, setProgress);
      if (stopped.current) return;
      setMatching(found);
      onSelect(found.map(({ id }) => id));
    } finally {
      setProgress(undefined);
    }
  };
  const stop = () => {
    stopped.current = true;
  };
  const here = selectedIds.flatMap((id) => known.get(id) ?? []);
  return { records: [...here, ...others].filter(Boolean), selectMatching, progress, stop };
}
