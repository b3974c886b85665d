import type { AvailableData, ConditionScope } from '../../conditions/compile.ts';
import { conditionMistakes, emptyCondition } from '../../conditions/mistakes.ts';
import type { Condition } from '../../schema/access.ts';
import { type CheckContext, mistake } from './mistake.ts';

/**
 * Checks a condition, including nested ones.
 * @param place The place of the condition in the entity.
 * @param over The fields that the condition refers to.
 * @param available The data available when the condition is evaluated.
 * @returns One sentence for each mistake, with a correction.
 */
export function checkCondition(
  { entity }: Pick<CheckContext, 'entity'>,
  place: string,
  over: ConditionScope,
  condition: Condition | undefined,
  available: AvailableData = 'row',
): string[] {
  if (condition === undefined) return [];
  if (Object.keys(condition).length === 0) return [mistake(entity, place, emptyCondition)];
  return conditionMistakes(over, condition, available).map((what) => mistake(entity, place, what));
}
