import { useEffect } from 'react';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { usePendingChanges } from '../paging/NewRowsNotice.tsx';
import { queueRowKey } from './QueueRow.tsx';
import type { PointerOrFocus } from './usePointerOrFocus.ts';

/**
 * Keeps the rows of a queue in place while the pointer is over the queues, and while the focused row is one that others
 * have removed: the user clicks on what they have read.
 * @returns The pending changes by others, and a function that is true if a record is still in the queue.
 */
export function useStableRows(
  entity: Entity,
  records: readonly RecordData[] | undefined,
  { isPointed, line }: PointerOrFocus,
) {
  const pending = usePendingChanges(records);
  const isInQueue = ({ id }: RecordData): boolean => !pending || pending.rows.some((one) => one.id === id);
  const focused = records?.find((record) => queueRowKey(entity, record) === line);
  const stays = isPointed || (focused !== undefined && !isInQueue(focused));
  useEffect(() => {
    if (!stays) pending?.load();
  }, [pending, stays]);
  return { pending: stays ? pending : undefined, isInQueue };
}
