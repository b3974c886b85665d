import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import type { NamedQueue } from '../../../contract/schema/queue.ts';
import { stableQueue } from '../../dataProvider/live/pendingChanges.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';

/** How many lines stand there at first, and how many one request gives at most (B1). */
const firstShown = 5;
const maxShown = 100;

const quiet = { quiet: true };

/**
 * What waits in a queue, the longest first. What others change of it is held until the lines may move (`useLines`); it is
 * looked at again whenever the page is.
 */
export function useQueue({ entity, only, since }: NamedQueue) {
  const [shown, setShown] = useState(firstShown);
  const { data, total, error, refetch } = useGetList<RecordData>(
    entity,
    { filter: only, sort: { field: since, order: 'ASC' }, pagination: { page: 1, perPage: shown }, meta: quiet },
    { ...stableQueue, placeholderData: keepPreviousData },
  );
  const rest = Math.min(total ?? 0, maxShown) - shown;
  return {
    records: data,
    total,
    error,
    retry: () => void refetch(),
    /** How many more there are to show, and the way to them. */
    rest: Math.max(rest, 0),
    showMore: () => setShown(Math.min(shown * 4, maxShown)),
  };
}
