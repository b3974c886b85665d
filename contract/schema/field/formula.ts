import { type Expression, namesIn, parseExpression } from '../../conditions/expressions/expression.ts';
import { memoize } from '../../lib/memoize.ts';
import type { Condition } from '../access.ts';

/** A boolean: whether the record meets the condition. */
export interface ConditionFormula {
  readonly when: Condition;
}
/** An expression between fields of the record: a number, or whether they relate as it says, as in `check`. */
export interface ExpressionFormula {
  readonly expression: string;
}
/**
 * `computed(when({ due_at: before(now), status: [0, 1] }), boolean({ label }))`: true if the record is overdue.
 * `computed(when('stock < minimum'), boolean({ label }))`: true if less is there than should be.
 * @param condition a condition of the record, or an expression between its fields
 */
export function when(condition: Condition): ConditionFormula;
export function when(condition: string): ExpressionFormula;
export function when(condition: Condition | string): ConditionFormula | ExpressionFormula {
  return typeof condition === 'string' ? { expression: condition } : { when: condition };
}

/** The product of two numeric fields of the record, or a hundredth of it. */
export interface ProductFormula {
  readonly times: readonly [string, string];
  /** What the product is divided by. */
  readonly per?: 100;
}
export const times = (one: string, other: string): ProductFormula => ({ times: [one, other] });

/** `computed(percent('rate', 'net_sales'), money({ … }))`: a percentage of a number or an amount. */
export const percent = (rate: string, of: string): ProductFormula => ({ times: [rate, of], per: 100 });

/** One numeric field of the record minus another. */
export interface DifferenceFormula {
  readonly less: readonly [string, string];
}
export const less = (one: string, other: string): DifferenceFormula => ({ less: [one, other] });

/** One numeric field of the record as a percentage of another. */
export interface ShareFormula {
  readonly share: readonly [string, string];
}
/** `computed(share('achieved', 'target'), decimal({ … }))`: how many percent of the second the first is. */
export const share = (part: string, whole: string): ShareFormula => ({ share: [part, whole] });

/** A value that the database computes from the record's own fields. */
export type Formula = ConditionFormula | ExpressionFormula | ProductFormula | DifferenceFormula | ShareFormula;

const parsed = memoize(({ expression }: ExpressionFormula): Expression => parseExpression(expression));

const between = (operator: '-' | '*' | '/', [one, other]: readonly [string, string]): Expression => ({
  operator,
  left: { field: one },
  right: { field: other },
});

/**
 * What a formula calculates, as an expression.
 * @returns undefined for a condition, which is no calculation
 * @throws SyntaxError if the expression cannot be read, which the check of declarations refuses
 */
export function expressionOf(formula: Exclude<Formula, ConditionFormula>): Expression;
export function expressionOf(formula: Formula): Expression | undefined;
export function expressionOf(formula: Formula): Expression | undefined {
  if ('when' in formula) return undefined;
  if ('expression' in formula) return parsed(formula);
  if ('less' in formula) return between('-', formula.less);
  if ('times' in formula) {
    const product = between('*', formula.times);
    return formula.per === 100 ? { operator: '*', left: product, right: { number: '0.01' } } : product;
  }
  const [part, whole] = formula.share;
  const hundredfold: Expression = { operator: '*', left: { field: part }, right: { number: '100' } };
  return { operator: '/', left: hundredfold, right: { field: whole } };
}

/** The fields that a calculation names; none for a condition. */
export function operandsOf(formula: Formula): readonly string[] {
  const expression = expressionOf(formula);
  return expression ? namesIn(expression) : [];
}

/** A field that may have a formula. */
interface MaybeComputed {
  readonly kind: string;
  readonly formula?: Formula;
}

/** True for a number that the database computes, which other formulas and checks may count with. */
export const isCalculated = <F extends MaybeComputed>(
  field: F | undefined,
): field is F & { readonly formula: Exclude<Formula, ConditionFormula> } =>
  field?.formula !== undefined && !('when' in field.formula) && field.kind !== 'boolean';

/**
 * The fields with a column that some fields of a record come from: a computed number is replaced by those that it is
 * computed from.
 */
export function storedNames(
  fields: Readonly<Record<string, MaybeComputed>>,
  names: readonly string[],
  seen: readonly string[] = [],
): string[] {
  const stored = names.flatMap((name) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!isCalculated(field)) return [name];
    return seen.includes(name) ? [] : storedNames(fields, operandsOf(field.formula), [...seen, name]);
  });
  return [...new Set(stored)];
}
