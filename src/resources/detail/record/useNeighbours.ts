import { useEffect, useRef } from 'react';
import { useListContext } from 'react-admin';
import { namedActions } from '../../../../contract/schema/action.ts';
import type { Entity } from '../../../../contract/schema/entity.ts';
import { entitySteps } from '../../../../contract/schema/lifecycle.ts';
import { isPermitted } from '../../../authProvider/authProvider.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import type { OpenRecord } from '../../list/useOpenRecord.ts';
import { useNextPages } from './useNextPages.ts';

/** True if the role may advance the record by a primary step or action. */
function canMoveOn(entity: Entity, record: RecordData): boolean {
  const steps = [...entitySteps(entity), ...namedActions(entity)];
  return steps.some(({ name, tone }) => tone === 'primary' && isPermitted(entity, name, record));
}

/**
 * Opens the records before and after the open one in the current list, also on the neighbouring pages. A record that
 * has left the list (for example by its approval) remains in its position until another one is opened.
 * @param open Opens a record.
 */
export function useNeighbours(entity: Entity, id: number, open: OpenRecord) {
  const { data = [], page, perPage, total = 0 } = useListContext<RecordData>();
  const beyond = useNextPages(open);
  const moved = useRef(new Set<number>());
  const last = useRef({ id, at: -1 });
  const found = data.findIndex((record) => record.id === id);
  const at = found >= 0 || last.current.id !== id ? found : last.current.at;
  useEffect(() => {
    last.current = { id, at };
  }, [id, at]);
  const after = found >= 0 || at < 0 ? at + 1 : at;
  const others = [...data.slice(after), ...data.slice(0, after)].filter((record) => record.id !== id);
  const to = (record: RecordData | undefined) => record && (() => open(record.id));
  // Records that were advanced here are done, even if a page that was read earlier still shows them as waiting.
  const isWaiting = (record: RecordData) => !moved.current.has(record.id) && canMoveOn(entity, record);
  return {
    previous: at > 0 ? to(data[at - 1]) : at === 0 ? beyond.before : undefined,
    next: at >= 0 ? (to(data[after]) ?? beyond.after) : undefined,
    position: found >= 0 ? ([(page - 1) * perPage + found + 1, Math.max(total, data.length)] as const) : undefined,
    /**
     * Opens the next record that the role may advance.
     * @returns True if there is one.
     */
    toWaiting: async (): Promise<boolean> => {
      moved.current.add(id);
      const waiting = others.find(isWaiting);
      if (!waiting) return beyond.toWanted(isWaiting);
      open(waiting.id);
      return true;
    },
  };
}
