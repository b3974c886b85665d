import { type Expression, isComparison, namesIn, type Operator } from '../../conditions/expressions/expression.ts';
import { rollupFields } from '../../relations/rollups.ts';
import { type Entity, fieldOf } from '../../schema/entity.ts';
import type { Field } from '../../schema/field/field.ts';
import { expressionOf, isCalculated, storedNames } from '../../schema/field/formula.ts';

/**
 * A check may limit counts and sums of children from above only, and only of values that are never negative. Then a new
 * record without children meets it as far as its children are concerned, and deleting a child never breaks it: neither
 * the child by itself, nor all of them with their parent.
 */

/** True if the values of the field cannot be negative. */
function isNeverNegative(entity: Entity, name: string): boolean {
  const field: Field | undefined = fieldOf(entity, name);
  if (!field) return false;
  if (field.rollup) return summedIsNeverNegative(entity, field);
  if (isCalculated(field)) return isNeverBelowZero(entity, expressionOf(field.formula));
  if (field.kind === 'choice') return (field.choices ?? []).every(({ id }) => Number(id) >= 0);
  return ['integer', 'decimal', 'money'].includes(field.kind) && (field.min ?? 0) >= 0;
}

/** True if no result of the expression is negative. */
function isNeverBelowZero(entity: Entity, expression: Expression): boolean {
  if ('number' in expression) return true;
  if ('field' in expression) return isNeverNegative(entity, expression.field);
  const { operator, left, right } = expression;
  return operator !== '-' && isNeverBelowZero(entity, left) && isNeverBelowZero(entity, right);
}

/** True for a count, and for a sum of values that cannot be negative. */
function summedIsNeverNegative(entity: Entity, { rollup }: Field): boolean {
  if (rollup?.sum === undefined) return true;
  const child = entity.contract.byName.get(rollup.entity);
  return child !== undefined && isNeverNegative(child, rollup.sum);
}

/** How a value changes while the counts and sums in it grow. */
type Course = 'same' | 'up' | 'down' | 'unknown';

const opposite: Readonly<Record<Course, Course>> = { same: 'same', up: 'down', down: 'up', unknown: 'unknown' };

/** The course of a sum of two values. */
function together(one: Course, other: Course): Course {
  if (one === 'same') return other;
  return other === 'same' || one === other ? one : 'unknown';
}

/** The course of a field: a count or a sum grows, and a rounded number goes the way of what it is computed from. */
function courseOfField(entity: Entity, name: string): Course {
  const field = fieldOf(entity, name);
  if (isCalculated(field)) return courseOf(entity, expressionOf(field.formula));
  return field?.rollup ? 'up' : 'same';
}

function courseOf(entity: Entity, expression: Expression): Course {
  if ('number' in expression) return 'same';
  if ('field' in expression) return courseOfField(entity, expression.field);
  const { operator, left, right } = expression;
  const [one, other] = [courseOf(entity, left), courseOf(entity, right)];
  if (operator === 'else') return one === other ? one : 'unknown';
  if (operator === '+') return together(one, other);
  if (operator === '-') return together(one, opposite[other]);
  if (one === 'same' && other === 'same') return 'same';
  // The other side of a division is not looked into: nothing grows evenly with a divisor.
  if (one === 'same') return operator === '*' && isNeverBelowZero(entity, left) ? other : 'unknown';
  return other === 'same' && isNeverBelowZero(entity, right) ? one : 'unknown';
}

/** The courses that the left side of a comparison, minus the right one, may have. */
function fittingCourses(operator: Operator): readonly Course[] {
  if (operator === '<' || operator === '<=') return ['same', 'up'];
  return operator === '>' || operator === '>=' ? ['same', 'down'] : ['same'];
}

/** True if fewer children never break the expression. */
function isLimit(entity: Entity, expression: Expression): boolean {
  if (!('operator' in expression)) return true;
  const { operator, left, right } = expression;
  if (!isComparison(operator)) return isLimit(entity, left) && isLimit(entity, right);
  const course = together(courseOf(entity, left), opposite[courseOf(entity, right)]);
  return fittingCourses(operator).includes(course);
}

/**
 * Why a check cannot have the counts and sums that it names.
 * @returns the end of a sentence with its correction; undefined if it can
 */
export function childLimitProblem(entity: Entity, expression: Expression): string | undefined {
  const names = storedNames(entity.fields, namesIn(expression));
  const counted = rollupFields(entity).filter(({ name }) => names.includes(name));
  const [first] = counted;
  if (!first) return undefined;
  const negative = counted.find(({ field }) => !summedIsNeverNegative(entity, field));
  if (negative)
    return `limits "${negative.name}", which sums values that may be negative, so that deleting one could break it; write min: 0 at ${negative.rollup.entity}.${negative.rollup.sum}`;
  if (isLimit(entity, expression)) return undefined;
  return `compares "${first.name}", which a new record has no children for, and which a deleted child changes; limit it from above alone, as in ${first.name} <= 20, or ask for it in "when" of a step`;
}
