import type { Condition } from '../access.ts';

/** A yes or no: does the condition hold for the record? */
export interface When {
  readonly when: Condition;
}
/** `computed(when({ due_at: before(now), status: [0, 1] }), boolean({ label }))`: is it overdue? */
export const when = (condition: Condition): When => ({ when: condition });

/** The product of two numbers of the record. */
export interface Times {
  readonly times: readonly [string, string];
}
export const times = (one: string, other: string): Times => ({ times: [one, other] });

/** What is left of a number of the record without another. */
export interface Less {
  readonly less: readonly [string, string];
}
export const less = (one: string, other: string): Less => ({ less: [one, other] });

/** What the database works out of the record's own columns. */
export type Formula = When | Times | Less;

/** The fields that a formula counts with. */
export function operandsOf(formula: Formula): readonly string[] {
  if ('times' in formula) return formula.times;
  return 'less' in formula ? formula.less : [];
}
