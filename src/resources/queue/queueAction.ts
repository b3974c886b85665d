import { type NamedAction, namedActions } from '../../../contract/schema/action.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { entitySteps, type NamedStep } from '../../../contract/schema/lifecycle.ts';
import { isPermitted } from '../../authProvider/authProvider.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';

/** An action on a record in a queue: a step of its lifecycle, or a declared action. */
export type QueueAction =
  | { readonly sort: 'step'; readonly step: NamedStep }
  | { readonly sort: 'action'; readonly step: NamedAction };

/** True if it has a required input. */
export const asksForInput = ({ step }: QueueAction): boolean =>
  Object.values(step.input ?? {}).some(({ required }) => required);

/**
 * True if one click is enough: for a step that advances the record and asks for nothing, whatever its dialog says
 * elsewhere; not for one that ends it, needs input, or has a confirmation of its own (SPEC 2, R-TASK-03).
 */
export const isOneClick = (action: QueueAction): boolean =>
  action.step.tone !== 'danger' &&
  !asksForInput(action) &&
  (action.sort === 'step' ? action.step.tone === 'primary' || !action.step.confirm : action.step.confirm === false);

/** The named steps and actions that the session may take with the record, in the order of the names. */
export function queueActionsOf(entity: Entity, names: readonly string[], record: RecordData): QueueAction[] {
  const steps = entitySteps(entity);
  const known: readonly QueueAction[] = [
    ...steps.map((step): QueueAction => ({ sort: 'step', step })),
    ...namedActions(entity).map((step): QueueAction => ({ sort: 'action', step })),
  ];
  return names.flatMap((name) => known.filter(({ step }) => step.name === name && isPermitted(entity, name, record)));
}
