import { decimalPattern, decimalText, digitsOf } from '../kinds/decimal.ts';
import { limitsOf } from '../kinds/limits.ts';
import { datePattern, momentOf } from '../lib/dateTime.ts';
import type { Scalar } from '../schema/access.ts';
import type { Field } from '../schema/field/field.ts';

/** A value as it is compared: a point in time in milliseconds, all else as it is. */
export type Comparable = Exclude<Scalar, null>;

/** What the values of a field are compared as. */
export type ValueType = 'number' | 'decimal' | 'text' | 'boolean' | 'moment' | 'day';

const types: Readonly<Partial<Record<Field['kind'], ValueType>>> = {
  text: 'text',
  longText: 'text',
  mail: 'text',
  phone: 'text',
  url: 'text',
  richText: 'text',
  integer: 'number',
  decimal: 'decimal',
  money: 'number',
  reference: 'number',
  boolean: 'boolean',
  dateTime: 'moment',
  date: 'day',
};

/** What the values of a field are compared as; undefined for objects and lists, which nothing is compared with. */
export function typeOf(field: Field): ValueType | undefined {
  if (field.kind !== 'choice') return types[field.kind];
  return typeof field.choices?.[0]?.id === 'string' ? 'text' : 'number';
}

/**
 * A value of a record as it is compared. Out: null where the field is empty, as an empty text is; undefined where the
 * record does not carry it; NaN, which nothing equals, for a point in time that is none.
 */
export function comparable(field: Field, value: unknown): Comparable | null | undefined {
  if (value === undefined || value === null) return value;
  const type = typeOf(field);
  if (type === 'text' && value === '') return null;
  if (type === 'decimal') return decimalText(String(value), digitsOf(field).scale);
  return type === 'moment' ? (momentOf(value) ?? Number.NaN) : (value as Comparable);
}

const isText = (value: unknown): boolean =>
  typeof value === 'string' && value !== '' && value.isWellFormed() && !value.includes('\0');

const patternOf = (field: Field): RegExp | undefined => {
  if (typeOf(field) === 'day') return datePattern;
  return typeOf(field) === 'decimal' ? decimalPattern(field) : undefined;
};

/** Can the field have this value, which is not null? */
export function fits(field: Field, value: unknown): value is Comparable {
  const { least, most } = limitsOf(field);
  const pattern = patternOf(field);
  if (pattern) return typeof value === 'string' && pattern.test(value);
  if (field.kind === 'choice') return (field.choices ?? []).some(({ id }) => id === value);
  if (typeOf(field) === 'number') return Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most;
  if (typeOf(field) === 'moment') return typeof value === 'string' && momentOf(value) !== undefined;
  return typeOf(field) === 'boolean' ? typeof value === 'boolean' : isText(value);
}

/** What a condition may compare the field with, in words. */
export function wantedFor(field: Field): string {
  const { least, most } = limitsOf(field);
  if (field.kind === 'choice')
    return `one of its choices: ${field.choices?.map(({ id }) => JSON.stringify(id)).join(', ')}`;
  if (typeOf(field) === 'number') return `a whole number from ${least} to ${most}`;
  if (typeOf(field) === 'decimal') return `a text of digits such as "${decimalText('1', digitsOf(field).scale)}"`;
  if (typeOf(field) === 'day') return 'a day such as "2026-01-31"';
  if (typeOf(field) === 'moment') return 'a point in time such as "2026-01-31T00:00:00Z"';
  return typeOf(field) === 'boolean' ? 'true or false' : 'a text, or null where it is empty';
}
