import { useUpdate } from 'react-admin';
import type { Entity } from '../../contract/entity.ts';
import type { NamedTransition } from '../../contract/lifecycle.ts';
import type { RecordData } from '../dataProvider/record.ts';

/** Takes a step of the lifecycle. In: the entity. Out: how to send the step of a record with its input. */
export function useStep(entity: Entity) {
  const [update] = useUpdate();
  return (record: RecordData, step: NamedTransition, input: Readonly<Record<string, unknown>>, key?: string) => {
    const data = { ...input, [entity.lifecycle?.field ?? 'status']: step.to };
    const meta = { idempotencyKey: key };
    return update(entity.name, { id: record.id, data, previousData: record, meta }, { returnPromise: true });
  };
}
