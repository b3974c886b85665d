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
 * True if it asks in its row: nothing has to be entered. The step that advances the record leaves its optional inputs
 * to the record's page; any other input needs a form (SPEC 2, R-TASK-03, issue 33).
 */
export const asksInRow = (action: QueueAction): boolean =>
  Object.keys(action.step.input ?? {}).length === 0 ||
  (action.sort === 'step' && action.step.tone === 'primary' && !asksForInput(action));

/** The named steps and actions that the session may take with the record, in the order of the names. */
export function queueActionsOf(entity: Entity, names: readonly string[], record: RecordData): QueueAction[] {
  const steps = entitySteps(entity);
  const known: readonly QueueAction[] = [
    ...steps.map((step): QueueAction => ({ sort: 'step', step })),
    ...namedActions(entity).map((step): QueueAction => ({ sort: 'action', step })),
  ];
  return names.flatMap((name) => known.filter(({ step }) => step.name === name && isPermitted(entity, name, record)));
}

/** The key of a row. */
export const queueRowKey = (entity: Entity, { id }: RecordData): string => `${entity.name} ${id}`;
