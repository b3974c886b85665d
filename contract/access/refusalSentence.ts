import type { Label } from '../messages/label.ts';
import type { Entity } from '../schema/entity.ts';
import { entitySteps, type NamedStep } from '../schema/lifecycle.ts';
import { isAllowed, type PermissionQuery } from './permission.ts';

/** The sentence that the declaration has for a record that does not meet the condition of the operation or the step. */
function declaredSentence(entity: Entity, action: string, step: NamedStep | undefined): Label | undefined {
  if (action === 'edit') return entity.editOtherwise;
  return action === 'remove' ? entity.removeOtherwise : step?.otherwise;
}

/**
 * Why a record does not allow an operation or a step that the caller's role has, in the declaration's own words.
 * @returns undefined if it allows it, if the role or the state of the record is the reason, or if no sentence is declared
 */
export function refusalSentence(query: PermissionQuery): Label | undefined {
  const { entity, action, record = {} } = query;
  const step = entitySteps(entity).find(({ name }) => name === action);
  const sentence = declaredSentence(entity, action, step);
  if (!sentence || isAllowed(query)) return undefined;
  if (step && !step.from.includes(record[entity.lifecycle?.field ?? ''] as number)) return undefined;
  if (action === 'remove' && record['in_use'] === true) return undefined;
  return isAllowed({ ...query, record: undefined }) ? sentence : undefined;
}
