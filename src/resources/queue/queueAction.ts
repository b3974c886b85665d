import { type NamedAction, namedActions } from '../../../contract/schema/action.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { entitySteps, type NamedStep } from '../../../contract/schema/lifecycle.ts';
import { isPermitted } from '../../authProvider/authProvider.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';

/** What can be done with a record in its line: a step of its state, or an action. */
export type QueueAction =
  | { readonly sort: 'step'; readonly step: NamedStep }
  | { readonly sort: 'action'; readonly step: NamedAction };

/** Does it want to know something that it cannot do without? */
export const asksForInput = ({ step }: QueueAction): boolean =>
  Object.values(step.input ?? {}).some(({ required }) => required);

/**
 * Is it taken by one click? What moves a record on and asks nothing, whatever its dialog says elsewhere; not what ends
 * something, asks something, or has a question of its own (SPEC 2, R-TASK-03).
 */
export const isOneClick = (taking: QueueAction): boolean =>
  taking.step.tone !== 'danger' &&
  !asksForInput(taking) &&
  (taking.sort === 'step' ? taking.step.tone === 'primary' || !taking.step.confirm : taking.step.confirm === false);

/** The named steps and actions that the present session may take with the record, in the order of the names. */
export function queueActionsOf(entity: Entity, names: readonly string[], record: RecordData): QueueAction[] {
  const steps = entitySteps(entity);
  const known: readonly QueueAction[] = [
    ...steps.map((step): QueueAction => ({ sort: 'step', step })),
    ...namedActions(entity).map((step): QueueAction => ({ sort: 'action', step })),
  ];
  return names.flatMap((name) =>
    known.filter(({ step }) => step.name === name && isPermitted(entity.name, name, record)),
  );
}
