import { useEffect, useRef, useState } from 'react';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { usePendingChanges } from '../paging/NewRowsNotice.tsx';
import { queueRowKey } from './queueAction.ts';
import type { PointerOrFocus } from './usePointerOrFocus.ts';

/**
 * The shown rows with their new values; rows that are no longer found stay. New ones are added at the end if more rows
 * were asked for.
 */
function withStayingRows(shown: readonly RecordData[], found: readonly RecordData[]): readonly RecordData[] {
  const now = new Map(found.map((row) => [row.id, row]));
  const isShown = new Set(shown.map(({ id }) => id));
  const added = found.length > shown.length ? found.filter(({ id }) => !isShown.has(id)) : [];
  const rows = [...shown.map((row) => now.get(row.id) ?? row), ...added];
  return rows.length === found.length && rows.every((row, at) => row === found[at]) ? found : rows;
}

/**
 * Keeps the rows of a queue in place while the pointer is over the queues, and while the touched or focused row is one
 * that has left the queue: the user clicks on what they have read, and no other button slides under the pointer.
 * @param found The rows of the queue; undefined while they are unknown.
 * @returns The rows to show, the pending changes by others, and a function that is true if a record is still in the
 * queue.
 */
export function useStableRows(
  entity: Entity,
  found: readonly RecordData[],
  { isPointed, line, touchedLine }: PointerOrFocus,
) {
  const pending = usePendingChanges(found);
  const inQueue = pending?.rows ?? found;
  const isInQueue = ({ id }: RecordData): boolean => inQueue.some((one) => one.id === id);
  const shown = useRef(found);
  const hasLeft = (key: string | undefined): boolean => {
    const row = key === undefined ? undefined : shown.current.find((one) => queueRowKey(entity, one) === key);
    return row !== undefined && !isInQueue(row);
  };
  const stays = isPointed || hasLeft(line) || hasLeft(touchedLine);
  shown.current = stays ? withStayingRows(shown.current, found) : found;
  useEffect(() => {
    if (!stays) pending?.load();
  }, [pending, stays]);
  return { rows: shown.current, pending: stays ? pending : undefined, isInQueue };
}

/** The question that is asked in a row of the queues: one at a time. */
export interface AskedQuestion {
  readonly row: string;
  readonly step: string;
}

/** The question that is asked, and a function that asks another one or none. */
export type Asking = readonly [asked: AskedQuestion | undefined, ask: (next: AskedQuestion | undefined) => void];

export const useAsking = (): Asking => useState<AskedQuestion>();
