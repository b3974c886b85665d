import { compileCondition } from '../conditions/compile.ts';
import { evaluate } from '../conditions/evaluate.ts';
import { calculate, type ExactNumber, toExact } from '../conditions/expressions/exact.ts';
import { asComparable } from '../conditions/expressions/expressionValue.ts';
import { computedInRow, storedRecord } from '../conditions/records.ts';
import type { Comparable } from '../kinds/kind.ts';
import { type Entity, fieldOf } from '../schema/entity.ts';
import { isCalculated } from '../schema/field/formula.ts';
import type { Rollup } from '../schema/field/rollup.ts';
import type { RollupField } from './rollups.ts';

type Values = Readonly<Record<string, unknown>>;

/** A child before and after a form is saved; undefined where there is none. */
export interface ChildChange {
  readonly before: Values | undefined;
  readonly after: Values | undefined;
}

const zero: ExactNumber = { units: 0n, scale: 0 };
const one: ExactNumber = { units: 1n, scale: 0 };

/** How much a child adds to a count or a sum; undefined if its values do not tell. */
function partOf(child: Entity, { sum, when }: Rollup, values: Values | undefined): ExactNumber | undefined {
  if (!values) return zero;
  const holds = when === undefined || evaluate(compileCondition(child, when), storedRecord(values), undefined);
  if (holds === undefined) return undefined;
  if (!holds) return zero;
  if (sum === undefined) return one;
  const field = fieldOf(child, sum);
  const value = isCalculated(field) ? computedInRow(child, sum, values) : values[sum];
  return value === undefined ? undefined : (toExact(value) ?? zero);
}

/**
 * A count or a sum of children as it will be after they have changed. It follows from the value before and from the
 * changes alone, so children that a form has not read need not be known.
 * @param before the value before the changes; null for a new record
 * @returns undefined if the values of a child do not tell whether it counts
 */
export function rollupAfter(
  { field, rollup }: RollupField,
  child: Entity,
  before: unknown,
  changes: readonly ChildChange[],
): Comparable | null | undefined {
  let total = toExact(before) ?? zero;
  for (const change of changes) {
    const [old, next] = [partOf(child, rollup, change.before), partOf(child, rollup, change.after)];
    if (!old || !next) return undefined;
    total = calculate('+', total, calculate('-', next, old) ?? zero) ?? total;
  }
  return asComparable(field, total);
}
