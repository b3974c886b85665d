import { type AvailableData, type ConditionScope, parseCondition } from '../../conditions/compile.ts';
import type { Condition } from '../../conditions/condition.ts';

/**
 * The mistakes of a declared condition, including nested ones, as sentences that need the location in front.
 * @param over The fields that the condition refers to.
 * @param available The data available when the condition is evaluated.
 */
export const conditionMistakes = (
  over: ConditionScope,
  condition: Condition,
  available: AvailableData = 'row',
): readonly string[] => parseCondition(over, condition, available).mistakes;
