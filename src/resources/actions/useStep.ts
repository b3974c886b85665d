import { useUpdate } from 'react-admin';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { NamedStep } from '../../../contract/schema/lifecycle.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';

/** The request body of a step: its input and its target state. */
export const stepData = (entity: Entity, step: NamedStep, input: Readonly<Record<string, unknown>>) => ({
  ...input,
  [entity.lifecycle?.field ?? 'status']: step.to,
});

/** Returns a function that takes a step of a record with the step's input. */
export function useStep(entity: Entity) {
  const [update] = useUpdate();
  return (record: RecordData, step: NamedStep, input: Readonly<Record<string, unknown>>, key?: string) => {
    const data = stepData(entity, step, input);
    const meta = { idempotencyKey: key };
    return update(entity.name, { id: record.id, data, previousData: record, meta }, { returnPromise: true });
  };
}
