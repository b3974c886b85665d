import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import type { NamedQueue } from '../../../contract/queue.ts';
import { useUnlessTold } from '../../dataProvider/live/status.ts';
import type { RecordData } from '../../dataProvider/record.ts';

/** How many lines stand there at first, and how many one request gives at most (B1). */
const first = 5;
const most = 100;

const quiet = { quiet: true };

/** What waits in a queue now, the longest first; asked for again as others change it and whenever the page is looked at. */
export function useQueue({ entity, only, since }: NamedQueue) {
  const [shown, setShown] = useState(first);
  const refetchInterval = useUnlessTold(60_000);
  const { data, total, error, refetch } = useGetList<RecordData>(
    entity,
    { filter: only, sort: { field: since, order: 'ASC' }, pagination: { page: 1, perPage: shown }, meta: quiet },
    { refetchInterval, refetchOnWindowFocus: true, placeholderData: keepPreviousData },
  );
  const rest = Math.min(total ?? 0, most) - shown;
  return {
    records: data,
    total,
    error,
    retry: () => void refetch(),
    /** How many more there are to show, and the way to them. */
    rest: Math.max(rest, 0),
    showMore: () => setShown(Math.min(shown * 4, most)),
  };
}
