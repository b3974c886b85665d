import * as yup from 'yup';
import { datePattern } from '../lib/dateTime.ts';
import { message } from '../messages/message.ts';
import type { Field } from '../schema/field/field.ts';
import { decimalLimits, decimalPattern, digitsOf, isBelow } from './decimal.ts';
import { rangePatterns } from './decimalPattern.ts';
import type { Kind } from './kind.ts';
import { limitsOf } from './limits.ts';

/** What a number beyond a bound is told, with what it counts where that is always the same. */
export const boundMessage = (key: 'min' | 'max', value: number | string, { unit }: Field): string =>
  unit ? message(`${key}_of`, { value, unit_en: unit.en, unit_zh: unit.zh }) : message(key, { value });

/** The first thing that is wrong with a decimal: its form before its bounds. */
function wrongDecimal(value: unknown, field: Field, pattern: RegExp): string | undefined {
  const { precision, scale } = digitsOf(field);
  if (typeof value !== 'string' || value.length > precision + 3 || !pattern.test(value))
    return message('decimal', { digits: precision - scale, scale });
  const { least, most } = decimalLimits(field);
  if (isBelow(value, least)) return boundMessage('min', least, field);
  return most !== undefined && isBelow(most, value) ? boundMessage('max', most, field) : undefined;
}

const tested = (wrong: (value: unknown) => string | undefined): yup.Schema =>
  yup
    .mixed()
    .nullable()
    .test('value', (value, context) => {
      const said = value == null ? undefined : wrong(value);
      return said === undefined || context.createError({ message: said });
    });

/** The first thing that is wrong with an amount; which currency it is in, whoever knows the record puts in (`inCurrency`). */
function wrongAmount(value: unknown, field: Field): string | undefined {
  const of = field.currency === undefined ? undefined : { of: field.currency };
  // What a person typed and is no amount of the currency stays a text.
  if (typeof value !== 'number') return message('amount', of);
  if (!Number.isInteger(value)) return message('minor_units');
  const { least, most } = limitsOf(field);
  if (value < least) return message('min_amount', { minor: least, ...of });
  return value > most ? message('max_amount', { minor: most, ...of }) : undefined;
}

/** The rule of an amount: a whole number of minor units. */
export const amountRule = (field: Field): yup.Schema => tested((value) => wrongAmount(value, field));

/** An exact decimal, as a text of digits. */
export const decimalKind: Kind = {
  rule: (field) => {
    const pattern = decimalPattern(field);
    return tested((value) => wrongDecimal(value, field, pattern));
  },
  column: (field) => {
    const { precision, scale } = digitsOf(field);
    return `numeric(${precision},${scale})`;
  },
  schema: (field) => ({
    type: 'string',
    format: 'decimal',
    pattern: decimalPattern(field).source,
    allOf: rangePatterns(field).map((pattern) => ({ pattern })),
  }),
};

/** A day of the calendar, without a time and a zone. */
export const dateKind: Kind = {
  rule: () =>
    tested((value) =>
      typeof value === 'string' && value.length === 10 && datePattern.test(value) ? undefined : message('date'),
    ),
  column: 'date',
  schema: () => ({ type: 'string', format: 'date', pattern: datePattern.source }),
};
