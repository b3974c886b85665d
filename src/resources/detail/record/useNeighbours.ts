import { useEffect, useRef } from 'react';
import { useListContext } from 'react-admin';
import { namedActions } from '../../../../contract/schema/action.ts';
import type { Entity } from '../../../../contract/schema/entity.ts';
import { entitySteps } from '../../../../contract/schema/lifecycle.ts';
import { isPermitted } from '../../../authProvider/authProvider.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import type { OpenRecord } from '../../list/useOpenRecord.ts';
import { useNextPages } from './useNextPages.ts';

/** May the present role move the record on, by a step or an action that is there for it? */
function canMoveOn(entity: Entity, record: RecordData): boolean {
  const steps = [...entitySteps(entity), ...namedActions(entity)];
  return steps.some(({ name, tone }) => tone === 'primary' && isPermitted(entity.name, name, record));
}

/**
 * The ways to the records before and after the one that is open, in the list around, over the edges of its page too. One that
 * has left the list, as by its approval, keeps its place until another one is opened. In: how a record is opened.
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
  // Those that were moved on here are done with, whatever a page says that was read before.
  const isWaiting = (record: RecordData) => !moved.current.has(record.id) && canMoveOn(entity, record);
  return {
    previous: at > 0 ? to(data[at - 1]) : at === 0 ? beyond.before : undefined,
    next: at >= 0 ? (to(data[after]) ?? beyond.after) : undefined,
    position: found >= 0 ? ([(page - 1) * perPage + found + 1, Math.max(total, data.length)] as const) : undefined,
    /** Of a record that was moved on: opens the next one that the role may move on; answers whether there is one. */
    toWaiting: async (): Promise<boolean> => {
      moved.current.add(id);
      const waiting = others.find(isWaiting);
      if (!waiting) return beyond.toWanted(isWaiting);
      open(waiting.id);
      return true;
    },
  };
}
