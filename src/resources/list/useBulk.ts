import { useMemo } from 'react';
import type { Entity } from '../../../contract/entity.ts';
import { transitionsOf } from '../../../contract/lifecycle.ts';
import { isPermitted } from '../../authProvider/authProvider.ts';
import { type RunnableAction, useOverrides } from '../overrides.ts';
import { useStep } from '../useStep.ts';

const nothing: readonly RunnableAction[] = [];
const useNothing = () => nothing;

/** The steps of a lifecycle for several records: what the declaration says of one holds for each. */
function useStepsInBulk(entity: Entity): readonly RunnableAction[] {
  const take = useStep(entity);
  return transitionsOf(entity.lifecycle ?? { field: '', transitions: {} }).map((step) => ({
    name: step.name,
    label: step.label,
    tone: step.tone,
    input: step.input,
    applies: (record) => isPermitted(entity.name, step.name, record),
    run: (record, input) => take(record, step, input),
  }));
}

/** What can be done with several rows of a list at once: what was made by hand for the entity, and its steps. */
export function useBulk(entity: Entity): readonly RunnableAction[] {
  const { useBulk: useOwn = useNothing } = useOverrides(entity.name);
  const own = useOwn();
  const steps = useStepsInBulk(entity);
  return useMemo(() => [...own, ...steps], [own, steps]);
}
