import { type AvailableData, type ConditionScope, parseCondition } from '../../conditions/compile.ts';
import type { Condition } from '../../schema/access.ts';
import { type CheckContext, mistake } from './mistake.ts';

/**
 * Looks at a condition. In: the entity that has it and the place there, what it is over, and what is at hand where it
 * is asked. Out: a sentence for each mistake, however deep, with what to write instead.
 */
export function checkCondition(
  { entity, entities }: CheckContext,
  place: string,
  over: ConditionScope,
  condition: Condition = {},
  atHand: AvailableData = 'row',
): string[] {
  const { mistakes } = parseCondition(over, condition, atHand, (name) => entities.get(name));
  return mistakes.map((what) => mistake(entity, place, what));
}
