import { kinds } from '../kinds/index.ts';
import type { Comparable, Comparison, ValueType } from '../kinds/kind.ts';
import { memoize } from '../lib/memoize.ts';
import type { Field } from '../schema/field/field.ts';

const comparisonOf = memoize((field: Field): Comparison | undefined => kinds[field.kind].comparison(field));

/** The type that the values of a field are compared as; undefined for objects and lists, which cannot be compared. */
export const comparisonType = (field: Field): ValueType | undefined => comparisonOf(field)?.type;

/** True if a field has no value: an empty text or list, and a localized text without any text, count as none. */
export function isEmptyValue(field: Field, value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return kinds[field.kind].localized && Object.values(value).every((one) => (one ?? '') === '');
}

/** True if a condition may ask whether a field at this path is empty, though its values are not compared. */
export const isAskedForEmptiness = ({ field: { kind }, path }: { field: Field; path: readonly string[] }): boolean =>
  path.length === 1 && (kind === 'file' || kinds[kind].empty === 'list' || kinds[kind].localized);

/**
 * Prepares a record's value for comparison.
 * @returns Null if the field is empty (isEmptyValue), undefined if the record does not include the
 * field, NaN for an invalid point in time.
 */
export function comparable(field: Field, value: unknown): Comparable | null | undefined {
  if (value === undefined || value === null) return value;
  const comparison = comparisonOf(field);
  if (comparison) return comparison.comparable(value);
  return isEmptyValue(field, value) ? null : (value as Comparable);
}

/** True if a condition may compare the field with this value. Null is not an allowed value. */
export const isAllowedValue = (field: Field, value: unknown): value is Comparable =>
  comparisonOf(field)?.fits(value) === true;

/** A description of the values that a condition may compare the field with. */
export const describeAllowedValues = (field: Field): string => comparisonOf(field)?.wanted ?? 'another field';
