import { digitsOf } from '../../kinds/decimalDigits.ts';
import { kinds } from '../../kinds/index.ts';
import type { Comparable } from '../../kinds/kind.ts';
import { dayMs } from '../../lib/dayMs.ts';
import { type Entity, fieldOf } from '../../schema/entity.ts';
import type { Field } from '../../schema/field/field.ts';
import { expressionOf, isCalculated } from '../../schema/field/formula.ts';
import { comparable, comparisonType } from '../comparable.ts';
import { calculate, type ExactNumber, exactText, orderOf, rounded, toExact } from './exact.ts';
import { type Expression, isComparison, type Operator } from './expression.ts';

/**
 * Yes, no, a number, null where a value is empty, as in SQL, or undefined where a value is not available. The equivalent
 * in SQL is server/db/schema/arithmetic.ts.
 */
export type ExpressionResult = boolean | ExactNumber | null | undefined;

/** The value of a field of the record; undefined if it is not available. */
type ValueNamed = (name: string) => ExactNumber | null | undefined;

/** The value of a field: of a day the days since 1970, of a point in time the milliseconds; null if empty or invalid. */
function exactValue(field: Field, value: unknown): ExactNumber | null | undefined {
  const found = comparable(field, value);
  if (found === undefined) return undefined;
  return toExact(comparisonType(field) === 'day' ? Date.parse(String(found)) / dayMs : found);
}

function compare(operator: Operator, left: ExactNumber, right: ExactNumber): boolean {
  const order = orderOf(left, right);
  const holds: Partial<Record<Operator, boolean>> = {
    '=': order === 0,
    '!=': order !== 0,
    '<': order < 0,
    '<=': order <= 0,
    '>': order > 0,
    '>=': order >= 0,
  };
  return holds[operator] === true;
}

/** `and` and `or` of SQL: the deciding value decides, whatever the other one is. */
function combine(deciding: boolean, left: ExpressionResult, right: ExpressionResult): ExpressionResult {
  if (left === deciding || right === deciding) return deciding;
  if (left === undefined || right === undefined) return undefined;
  return left === null || right === null ? null : !deciding;
}

function evaluateExpression(expression: Expression, valueNamed: ValueNamed): ExpressionResult {
  if ('field' in expression) return valueNamed(expression.field);
  if ('number' in expression) return toExact(expression.number);
  const { operator } = expression;
  const left = evaluateExpression(expression.left, valueNamed);
  if (operator === 'else') return left === null ? evaluateExpression(expression.right, valueNamed) : left;
  const right = evaluateExpression(expression.right, valueNamed);
  if (operator === 'and' || operator === 'or') return combine(operator === 'or', left, right);
  if (left === null || right === null) return null;
  if (left === undefined || right === undefined) return undefined;
  return isComparison(operator)
    ? compare(operator, left as ExactNumber, right as ExactNumber)
    : calculate(operator as '+' | '-' | '*' | '/', left as ExactNumber, right as ExactNumber);
}

const mostExact = BigInt(Number.MAX_SAFE_INTEGER);

/** A number as its kind answers it; null beyond the range of exact JSON numbers. */
function asKind(field: Field, number: ExactNumber): ExactNumber | null {
  if (kinds[field.kind].list.sum === 'decimal') return rounded(number, digitsOf(field).scale);
  const isBeyond = (limit: bigint) => orderOf(number, { units: limit, scale: 0 });
  return isBeyond(mostExact) > 0 || isBeyond(-mostExact) < 0 ? null : rounded(number, 0);
}

/**
 * The result of an expression for a record.
 * @param value the value of a field of the record, undefined if it is not available
 */
export function expressionResult(
  entity: Pick<Entity, 'fields'>,
  expression: Expression,
  value: (name: string, field: Field) => unknown,
): ExpressionResult {
  const valueNamed = (name: string): ExactNumber | null | undefined => {
    const field = fieldOf(entity, name);
    if (!field) return null;
    if (!isCalculated(field)) return exactValue(field, value(name, field));
    const number = evaluateExpression(expressionOf(field.formula), valueNamed) as ExactNumber | null | undefined;
    return number ? asKind(field, number) : number;
  };
  return evaluateExpression(expression, valueNamed);
}

/** A result as a condition compares it with values of the field. */
export function asComparable(field: Field, result: ExpressionResult): Comparable | null | undefined {
  if (result === null || result === undefined || typeof result === 'boolean') return result;
  const number = asKind(field, result);
  if (number === null) return null;
  return comparisonType(field) === 'decimal' ? exactText(number) : Number(exactText(number));
}
