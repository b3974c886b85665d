import { quotientScale } from '../../../contract/conditions/expressions/exact.ts';
import { type Expression, isComparison, type Operator } from '../../../contract/conditions/expressions/expression.ts';
import { digitsOf } from '../../../contract/kinds/decimalDigits.ts';
import { kinds } from '../../../contract/kinds/index.ts';
import { type Entity, fieldOf } from '../../../contract/schema/entity.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { expressionOf, isCalculated } from '../../../contract/schema/field/formula.ts';
import { columnSql } from './columns.ts';

/** What has the fields. */
type FieldHolder = Pick<Entity, 'fields'>;

/** Expressions between fields as SQL over the columns of their table; the same in JavaScript: expressionValue.ts. */

export const isDay = (entity: FieldHolder, name: string): boolean => fieldOf(entity, name)?.kind === 'date';

/** A number as its kind answers it; null beyond the range of exact JSON numbers. */
function asKind(field: Field, number: string): string {
  if (kinds[field.kind].list.sum === 'decimal') return `round(${number}, ${digitsOf(field).scale})`;
  return `case when abs(${number}) <= ${Number.MAX_SAFE_INTEGER} then round(${number})::bigint end`;
}

/** A value to calculate with: numbers of any size, and of a day the days since 1970. */
function operandSql(entity: FieldHolder, expression: Expression, alias?: string): string {
  if ('number' in expression) return expression.number;
  if ('operator' in expression) return expressionSql(entity, expression, alias);
  const value = fieldSql(entity, expression.field, alias);
  return isDay(entity, expression.field) ? `(${value} - date '1970-01-01')::numeric` : `${value}::numeric`;
}

const sqlOperators: Partial<Record<Operator, string>> = { '!=': '<>' };

/** The digits before the division are enough for the quotient to be rounded once. It is empty where the divisor is 0. */
const quotientSql = (top: string, bottom: string): string =>
  `round(round(${top}, 20) / nullif(${bottom}, 0), ${quotientScale})`;

/**
 * An expression between fields as SQL.
 * @param alias the alias of the table, if it has one
 */
export function expressionSql(entity: FieldHolder, expression: Expression, alias?: string): string {
  if (!('operator' in expression)) return operandSql(entity, expression, alias);
  const { operator, left, right } = expression;
  // Fields of one type are compared as they are: points in time, too, which nothing is calculated with.
  const isPlain = isComparison(operator) && 'field' in left && 'field' in right;
  const [one = '', other = ''] = [left, right].map((part) =>
    isPlain && 'field' in part ? fieldSql(entity, part.field, alias) : operandSql(entity, part, alias),
  );
  if (operator === '/') return quotientSql(one, other);
  if (operator === 'else') return `coalesce(${one}, ${other})`;
  return `(${one} ${sqlOperators[operator] ?? operator} ${other})`;
}

/**
 * The value of a field as SQL over the columns of its table: its column, or the number that its formula results in.
 * @param alias the alias of the table, if it has one
 */
export function fieldSql(entity: FieldHolder, name: string, alias?: string): string {
  const field = fieldOf(entity, name);
  if (!isCalculated(field)) return columnSql(name, alias);
  return asKind(field, expressionSql(entity, expressionOf(field.formula), alias));
}
