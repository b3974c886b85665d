import { isStorable } from '../lib/canonicalText.ts';
import { datePattern, toMilliseconds } from '../lib/dateTime.ts';
import type { Field } from '../schema/field/field.ts';
import { decimalPattern, decimalText, digitsOf } from './decimalDigits.ts';
import type { Comparable, Comparison } from './kind.ts';

const asItIs = (value: unknown): Comparable => value as Comparable;

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '' && isStorable(value);

/** Compares texts; an empty text counts as no value. */
export const asText: Comparison = {
  type: 'text',
  comparable: (value) => (value === '' ? null : asItIs(value)),
  fits: isText,
  wanted: 'a text, or null where it is empty',
};

/** Compares whole numbers between two limits. */
export const asNumber = ({ least, most }: { readonly least: number; readonly most: number }): Comparison => ({
  type: 'number',
  comparable: asItIs,
  fits: (value) => Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most,
  wanted: `a whole number from ${least} to ${most}`,
});

/** Compares decimals by their texts, padded to all digits of the scale. */
export const asDecimal = (field: Field): Comparison => ({
  type: 'decimal',
  comparable: (value) => decimalText(String(value), digitsOf(field).scale),
  fits: (value) => typeof value === 'string' && decimalPattern(field).test(value),
  wanted: `a text of digits such as "${decimalText('1', digitsOf(field).scale)}"`,
});

export const asBoolean: Comparison = {
  type: 'boolean',
  comparable: asItIs,
  fits: (value) => typeof value === 'boolean',
  wanted: 'true or false',
};

export const asDay: Comparison = {
  type: 'day',
  comparable: asItIs,
  fits: (value) => typeof value === 'string' && datePattern.test(value),
  wanted: 'a day such as "2026-01-31"',
};

/** Compares points in time in milliseconds. A text that is not a point in time becomes NaN, which equals nothing. */
export const asMoment: Comparison = {
  type: 'moment',
  comparable: (value) => toMilliseconds(value) ?? Number.NaN,
  fits: (value) => typeof value === 'string' && toMilliseconds(value) !== undefined,
  wanted: 'a point in time such as "2026-01-31T00:00:00Z"',
};

/** Compares choices by their ids, which are all numbers or all texts. */
export const asChoice = ({ choices = [] }: Field): Comparison => ({
  type: typeof choices[0]?.id === 'string' ? 'text' : 'number',
  comparable: (value) => (typeof choices[0]?.id === 'string' ? asText.comparable(value) : asItIs(value)),
  fits: (value) => choices.some(({ id }) => id === value),
  wanted: `one of its choices: ${choices.map(({ id }) => JSON.stringify(id)).join(', ')}`,
});
