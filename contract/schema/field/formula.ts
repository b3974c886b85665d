import type { Condition } from '../access.ts';

/** A boolean: whether the record meets the condition. */
export interface ConditionFormula {
  readonly when: Condition;
}
/** `computed(when({ due_at: before(now), status: [0, 1] }), boolean({ label }))`: true if the record is overdue. */
export const when = (condition: Condition): ConditionFormula => ({ when: condition });

/** The product of two numeric fields of the record. */
export interface ProductFormula {
  readonly times: readonly [string, string];
}
export const times = (one: string, other: string): ProductFormula => ({ times: [one, other] });

/** One numeric field of the record minus another. */
export interface DifferenceFormula {
  readonly less: readonly [string, string];
}
export const less = (one: string, other: string): DifferenceFormula => ({ less: [one, other] });

/** A value that the database computes from the record's own columns. */
export type Formula = ConditionFormula | ProductFormula | DifferenceFormula;

/** The fields that a product or a difference is computed from. */
export function operandsOf(formula: Formula): readonly string[] {
  if ('times' in formula) return formula.times;
  return 'less' in formula ? formula.less : [];
}
