import { useEffect, useRef } from 'react';
import { useListContext } from 'react-admin';
import { actionsOf } from '../../../contract/action.ts';
import type { Entity } from '../../../contract/entity.ts';
import { transitionsOf } from '../../../contract/lifecycle.ts';
import { isPermitted } from '../../authProvider/authProvider.ts';
import type { RecordData } from '../../dataProvider/record.ts';

/** May the present role move the record on, by a step or an action that is there for it? */
function waits(entity: Entity, record: RecordData): boolean {
  const steps = [...(entity.lifecycle ? transitionsOf(entity.lifecycle) : []), ...actionsOf(entity)];
  return steps.some(({ name, tone }) => tone === 'primary' && isPermitted(entity.name, name, record));
}

/**
 * The records before and after the one that is open, on the present page of the list around. One that has left the list,
 * as by its approval, keeps its place until another one is opened.
 */
export function useNeighbours(entity: Entity, id: number) {
  const { data = [] } = useListContext<RecordData>();
  const last = useRef({ id, at: -1 });
  const found = data.findIndex((record) => record.id === id);
  const at = found >= 0 || last.current.id !== id ? found : last.current.at;
  useEffect(() => {
    last.current = { id, at };
  }, [id, at]);
  const after = found >= 0 || at < 0 ? at + 1 : at;
  const others = [...data.slice(after), ...data.slice(0, after)].filter((record) => record.id !== id);
  return {
    previous: at > 0 ? data[at - 1]?.id : undefined,
    next: at >= 0 ? data[after]?.id : undefined,
    position: found >= 0 ? ([found + 1, data.length] as const) : undefined,
    /** The next record of the page that the role may move on. */
    waiting: others.find((record) => waits(entity, record))?.id,
  };
}
