import { digitsOf } from '../../../contract/kinds/decimalDigits.ts';
import { kinds } from '../../../contract/kinds/index.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { operandsOf } from '../../../contract/schema/field/formula.ts';
import { columnSql } from './columns.ts';

/** A number as its kind answers it; null beyond the range of exact JSON numbers. */
function asKind(field: Field, number: string): string {
  if (kinds[field.kind].list.sum === 'decimal') return `round(${number}, ${digitsOf(field).scale})`;
  return `case when abs(${number}) <= ${Number.MAX_SAFE_INTEGER} then round(${number})::bigint end`;
}

/**
 * The value of a numeric field as SQL over the columns of its table: the column, or a product (of a hundredth, for
 * percents), difference or share of columns.
 * @param alias the alias of the table, if it has one
 */
export function arithmeticSql(name: string, field: Field | undefined, alias?: string): string {
  if (!field?.formula) return columnSql(name, alias);
  const { formula } = field;
  const operands = operandsOf(formula).map((one) => `${columnSql(one, alias)}::numeric`);
  // A share of nothing is empty.
  if ('share' in formula) return asKind(field, `(${operands[0]} * 100 / nullif(${operands[1]}, 0))`);
  const isProduct = 'times' in formula;
  // A hundredth is a product, too: a division would round before its time.
  const parts = isProduct && formula.per === 100 ? [...operands, '0.01'] : operands;
  return asKind(field, `(${parts.join(isProduct ? ' * ' : ' - ')})`);
}
