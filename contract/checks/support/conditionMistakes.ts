import {
  type AvailableData,
  type ConditionScope,
  type InsteadOfComputed,
  parseCondition,
} from '../../conditions/compile.ts';
import { type Condition, conditionNames } from '../../conditions/condition.ts';
import type { Field, Fields } from '../../schema/field/field.ts';
import { operandsOf } from '../../schema/field/formula.ts';

/** The stored fields that a condition can name instead of a computed one, also through other computed ones. */
function storedOperands(fields: Fields, { formula }: Field, seen: readonly Field[] = []): string[] {
  if (!formula) return [];
  const names = 'when' in formula ? conditionNames(formula.when) : operandsOf(formula);
  // A condition cannot count with fields.
  if (!('when' in formula) && names.length > 1) return [];
  return names.flatMap((name) => {
    const operand = fields[name];
    if (!operand?.computed) return [name];
    return seen.includes(operand) ? [] : storedOperands(fields, operand, [...seen, operand]);
  });
}

const operandsInstead: InsteadOfComputed = (fields, field) => {
  const operands = [...new Set(storedOperands(fields, field))].map((one) => `"${one}"`);
  return operands.length > 0 ? `what it is made of: ${operands.join(', ')}` : 'a stored field';
};

/**
 * The mistakes of a declared condition, including nested ones, as sentences that need the location in front.
 * @param over The fields that the condition refers to.
 * @param available The data available when the condition is evaluated.
 */
export const conditionMistakes = (
  over: ConditionScope,
  condition: Condition,
  available: AvailableData = 'row',
): readonly string[] => parseCondition(over, condition, available, operandsInstead).mistakes;
