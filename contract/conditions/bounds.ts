import type { FromRecord } from './fromRecord.ts';

/** Comparisons of a condition by size, with a number (issue 37, point 6) or with another field. */

/** How a number is compared with a bound. */
export const boundWords = ['atLeast', 'atMost', 'above', 'below'] as const;
export type BoundWord = (typeof boundWords)[number];

/** The sign of each comparison, as `check` writes it and as SQL does. */
export const boundSigns: Readonly<Record<BoundWord, string>> = { atLeast: '>=', atMost: '<=', above: '>', below: '<' };

/** The sign of a comparison of two fields. */
export const comparisonSign = (side: BoundWord | 'equal'): string => (side === 'equal' ? '=' : boundSigns[side]);

/** A number, the digits of a decimal, or the value of another field. */
type Bound = number | string | FromRecord;

/** Matches values on one side of a bound. An empty field never matches. */
export type NumberBound =
  | { readonly atLeast: Bound }
  | { readonly atMost: Bound }
  | { readonly above: Bound }
  | { readonly below: Bound };

/** `{ lines_count: atLeast(1) }`: 1 or more. */
export const atLeast = (bound: Bound): NumberBound => ({ atLeast: bound });
/** `{ discount: atMost('30.5') }`: 30.5 or less. */
export const atMost = (bound: Bound): NumberBound => ({ atMost: bound });
/** `{ total: above(10000) }`: more than 10,000. `{ total: above(fromRecord('limit')) }`: more than the limit of the record. */
export const above = (bound: Bound): NumberBound => ({ above: bound });
/** `{ stock: below(5) }`: less than 5. */
export const below = (bound: Bound): NumberBound => ({ below: bound });

/** True if the condition compares a field by size. */
export const isNumberBound = (wanted: object): wanted is NumberBound =>
  Object.keys(wanted).length === 1 && boundWords.some((word) => word in wanted);

/** The word of a bound, and what it compares with. */
export const boundOf = (wanted: NumberBound): readonly [BoundWord, unknown] =>
  Object.entries(wanted)[0] as [BoundWord, unknown];
