import { useMemo } from 'react';
import { namedActions } from '../../../../contract/schema/action.ts';
import type { Entity } from '../../../../contract/schema/entity.ts';
import { entitySteps } from '../../../../contract/schema/lifecycle.ts';
import { isPermitted } from '../../../authProvider/authProvider.ts';
import { useConsoleDataProvider } from '../../../dataProvider/useEndpoint.ts';
import { stepData } from '../../actions/useStep.ts';
import { type RunnableAction, useOverrides } from '../../overrides.ts';
import { useBulkRemove } from './useBulkRemove.ts';

/** The names of the steps and actions that can run on several records at once. */
export const bulkActionNames = (entity: Entity): string[] =>
  [...entitySteps(entity), ...namedActions(entity).filter(({ bulk }) => bulk)].map(({ name }) => name);

const noActions: readonly RunnableAction[] = [];
const useNoActions = () => noActions;

/** The steps of the lifecycle as bulk actions: the declaration of a step applies to each record. */
function useBulkSteps(entity: Entity): readonly RunnableAction[] {
  const data = useConsoleDataProvider();
  return entitySteps(entity).map((step) => ({
    name: step.name,
    label: step.label,
    tone: step.tone,
    confirm: step.confirm,
    input: step.input,
    applies: (record) => isPermitted(entity, step.name, record),
    run: (record, input) =>
      data.update(entity.name, { id: record.id, data: stepData(entity, step, input), previousData: record }),
  }));
}

/** The declared actions that can run on several records at once. */
function useDeclaredBulkActions(entity: Entity): readonly RunnableAction[] {
  const data = useConsoleDataProvider();
  return namedActions(entity)
    .filter(({ bulk }) => bulk)
    .map((action) => ({
      name: action.name,
      label: action.label,
      tone: action.tone,
      input: action.input,
      applies: (record) => isPermitted(entity, action.name, record),
      run: (record, input) => data.act(entity, action, record, input, { quiet: true }),
    }));
}

/** The bulk actions of a list: its declared actions, custom ones, its steps, and deletion. */
export function useBulkActions(entity: Entity): readonly RunnableAction[] {
  const { useBulk: useOwn = useNoActions } = useOverrides(entity.name);
  const own = useOwn();
  const actions = useDeclaredBulkActions(entity);
  const steps = useBulkSteps(entity);
  const remove = useBulkRemove(entity);
  return useMemo(() => [...actions, ...own, ...steps, remove], [actions, own, steps, remove]);
}
