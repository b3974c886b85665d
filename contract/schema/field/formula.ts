import { type Expression, namesIn, parseExpression } from '../../conditions/expression.ts';
import { memoize } from '../../lib/memoize.ts';
import type { Condition } from '../access.ts';

/** A boolean: whether the record meets the condition. */
export interface ConditionFormula {
  readonly when: Condition;
}
/** A boolean: whether fields of the record relate as an expression says, as in `check`. */
export interface ComparisonFormula {
  readonly compares: string;
}
/**
 * `computed(when({ due_at: before(now), status: [0, 1] }), boolean({ label }))`: true if the record is overdue.
 * `computed(when('stock < minimum'), boolean({ label }))`: true if less is there than should be.
 * @param condition a condition of the record, or an expression between its fields
 */
export function when(condition: Condition): ConditionFormula;
export function when(condition: string): ComparisonFormula;
export function when(condition: Condition | string): ConditionFormula | ComparisonFormula {
  return typeof condition === 'string' ? { compares: condition } : { when: condition };
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

/** A value that the database computes from the record's own columns. */
export type Formula = ConditionFormula | ComparisonFormula | ProductFormula | DifferenceFormula | ShareFormula;

/**
 * The parsed expression of a comparison.
 * @throws SyntaxError if it cannot be read, which the check of declarations refuses
 */
export const comparisonOf = memoize(({ compares }: ComparisonFormula): Expression => parseExpression(compares));

/** The fields that a product, a difference, a share or a comparison is computed from. */
export function operandsOf(formula: Formula): readonly string[] {
  if ('times' in formula) return formula.times;
  if ('share' in formula) return formula.share;
  if ('compares' in formula) return namesIn(comparisonOf(formula));
  return 'less' in formula ? formula.less : [];
}
