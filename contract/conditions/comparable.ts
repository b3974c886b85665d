import { kinds } from '../kinds/index.ts';
import type { Comparable, Comparison, ValueType } from '../kinds/kind.ts';
import { memoize } from '../lib/memoize.ts';
import type { Field } from '../schema/field/field.ts';

const comparisonOf = memoize((field: Field): Comparison | undefined => kinds[field.kind].comparison(field));

/** What the values of a field are compared as; undefined for objects and lists, which nothing is compared with. */
export const comparisonType = (field: Field): ValueType | undefined => comparisonOf(field)?.type;

/**
 * A value of a record as it is compared. Out: null where the field is empty, as an empty text is; undefined where the
 * record does not carry it; NaN, which nothing equals, for a point in time that is none.
 */
export function comparable(field: Field, value: unknown): Comparable | null | undefined {
  if (value === undefined || value === null) return value;
  const comparison = comparisonOf(field);
  return comparison ? comparison.comparable(value) : (value as Comparable);
}

/** Can the field have this value, which is not null? */
export const isAllowedValue = (field: Field, value: unknown): value is Comparable =>
  comparisonOf(field)?.fits(value) === true;

/** What a condition may compare the field with, in words. */
export const describeAllowedValues = (field: Field): string => comparisonOf(field)?.wanted ?? 'another field';
