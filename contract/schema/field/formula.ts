import type { Condition } from '../access.ts';

/** A yes or no: does the condition hold for the record? */
export interface ConditionFormula {
  readonly when: Condition;
}
/** `computed(when({ due_at: before(now), status: [0, 1] }), boolean({ label }))`: is it overdue? */
export const when = (condition: Condition): ConditionFormula => ({ when: condition });

/** The product of two numbers of the record. */
export interface ProductFormula {
  readonly times: readonly [string, string];
}
export const times = (one: string, other: string): ProductFormula => ({ times: [one, other] });

/** What is left of a number of the record without another. */
export interface DifferenceFormula {
  readonly less: readonly [string, string];
}
export const less = (one: string, other: string): DifferenceFormula => ({ less: [one, other] });

/** What the database works out of the record's own columns. */
export type Formula = ConditionFormula | ProductFormula | DifferenceFormula;

/** The fields that a formula counts with. */
export function operandsOf(formula: Formula): readonly string[] {
  if ('times' in formula) return formula.times;
  return 'less' in formula ? formula.less : [];
}
