import { useEffect } from 'react';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { usePendingChanges } from '../paging/NewRowsNotice.tsx';
import { queueRowKey } from './QueueRow.tsx';
import type { PointerOrFocus } from './usePointerOrFocus.ts';

/**
 * The lines of a queue, which stay in their places while the pointer is over the queues, and while the line that has the
 * focus is one that others have taken away: a press decides on what was read. Out: what others have changed meanwhile,
 * where something has been, and whether a record is still one of the queue.
 */
export function useStableRows(
  entity: Entity,
  records: readonly RecordData[] | undefined,
  { isPointed, line }: PointerOrFocus,
) {
  const held = usePendingChanges(records);
  const isThere = ({ id }: RecordData): boolean => !held || held.rows.some((one) => one.id === id);
  const focused = records?.find((record) => queueRowKey(entity, record) === line);
  const stays = isPointed || (focused !== undefined && !isThere(focused));
  useEffect(() => {
    if (!stays) held?.load();
  }, [held, stays]);
  return { held: stays ? held : undefined, isThere };
}
