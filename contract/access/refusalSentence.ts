import type { Label } from '../messages/label.ts';
import { namedActions } from '../schema/action.ts';
import { entitySteps, type State } from '../schema/lifecycle.ts';
import { requirementsOf } from '../schema/requirement.ts';
import { conditionAllows, isAllowed, type PermissionQuery } from './permission.ts';

const shownActions = (query: PermissionQuery) =>
  namedActions(query.entity).filter(({ shownWhen }) => conditionAllows(query, shownWhen));

/** The sentence that the declaration has for a record that does not meet the condition of what is to be done. */
function declaredSentence(query: PermissionQuery): Label | undefined {
  const { entity, action } = query;
  if (action === 'edit') return entity.editOtherwise;
  if (action === 'remove') return entity.removeOtherwise;
  const found = [...entitySteps(entity), ...shownActions(query)].find(({ name }) => name === action);
  const broken = found && requirementsOf(found).find(({ holds }) => !conditionAllows(query, holds));
  return typeof broken?.otherwise === 'object' ? broken.otherwise : undefined;
}

/**
 * Why a record does not allow an operation, a step or an action that the caller's role has, in the declaration's own words.
 * @returns undefined if it allows it, if the role or the state of the record is the reason, or if no sentence is declared
 */
export function refusalSentence(query: PermissionQuery): Label | undefined {
  const { entity, action, record = {} } = query;
  const sentence = declaredSentence(query);
  if (!sentence || isAllowed(query)) return undefined;
  const step = entitySteps(entity).find(({ name }) => name === action);
  if (step && !step.from.includes(record[entity.lifecycle?.field ?? ''] as State)) return undefined;
  if (action === 'remove' && record['in_use'] === true) return undefined;
  return isAllowed({ ...query, record: undefined }) ? sentence : undefined;
}
