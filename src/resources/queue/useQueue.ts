import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import type { NamedQueue } from '../../../contract/schema/queue.ts';
import { stableQueue } from '../../dataProvider/live/pendingChanges.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { useDeferredArrival } from '../../ui/deferred/Deferred.tsx';

/** The number of rows shown at first, and the maximum of one request (B1). */
const firstShown = 5;
const maxShown = 100;

const quiet = { quiet: true };

/**
 * The records of a queue, the longest waiting first. Changes by others are pending until the rows may move
 * (`useStableRows`); the queue is fetched again whenever its page opens.
 */
export function useQueue({ entity, only, since }: NamedQueue) {
  const [shown, setShown] = useState(firstShown);
  const { data, total, error, refetch } = useGetList<RecordData>(
    entity,
    { filter: only, sort: { field: since, order: 'ASC' }, pagination: { page: 1, perPage: shown }, meta: quiet },
    { ...stableQueue, placeholderData: keepPreviousData },
  );
  const records = useDeferredArrival(data);
  const remaining = Math.min(total ?? 0, maxShown) - shown;
  return {
    records,
    total: records && total,
    error,
    retry: () => void refetch(),
    /** The number of further records, and a function to show more. */
    rest: Math.max(remaining, 0),
    showMore: () => setShown(Math.min(shown * 4, maxShown)),
  };
}
