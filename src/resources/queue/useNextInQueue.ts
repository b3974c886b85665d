import { useRef, useState } from 'react';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { asksInRow, type QueueAction, queueActionsOf } from './queueAction.ts';

/** A record whose dialog is open, and the action to take; without one, the record is shown. */
export interface OpenedRecord {
  readonly record: RecordData;
  readonly action?: QueueAction | undefined;
}

/** The same action for the next record; undefined after one that ends a record or asks in its row. */
function sameActionFor(
  entity: Entity,
  action: QueueAction | undefined,
  next: RecordData | undefined,
): OpenedRecord | undefined {
  if (!action || !next || asksInRow(action) || action.step.tone === 'danger') return undefined;
  const [sameAction] = queueActionsOf(entity, [action.step.name], next);
  return sameAction && { record: next, action: sameAction };
}

/**
 * Goes from one record of a queue to the next: after an action in a dialog, the dialog of the next record opens.
 * @param records The records of the queue.
 */
export function useNextInQueue(entity: Entity, records: readonly RecordData[]) {
  const [opened, setOpened] = useState<OpenedRecord>();
  const done = useRef(new Set<number>());
  const goToNext = ({ record, action }: OpenedRecord) => {
    done.current.add(record.id);
    const at = records.findIndex(({ id }) => id === record.id);
    const others = [...records.slice(at + 1), ...records.slice(0, Math.max(at, 0))];
    setOpened(
      sameActionFor(
        entity,
        action,
        others.find(({ id }) => !done.current.has(id)),
      ),
    );
  };
  /** Closes the dialog of that record, unless that of the next record has replaced it. */
  const close = ({ record }: OpenedRecord) => setOpened((now) => (now?.record.id === record.id ? undefined : now));
  return { opened, open: setOpened, close, goToNext };
}
