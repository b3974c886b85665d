import * as yup from 'yup';
import { decimalLimits, decimalPattern, digitsOf, isBelow } from './decimal.ts';
import { rangePatterns } from './decimalRange.ts';
import type { Field } from './field.ts';
import type { Kind } from './kindType.ts';
import { message } from './message.ts';
import { datePattern } from './moment.ts';

/** The first thing that is wrong with a decimal: its form before its bounds. */
function wrongDecimal(value: unknown, field: Field, pattern: RegExp): string | undefined {
  const { precision, scale } = digitsOf(field);
  if (typeof value !== 'string' || value.length > precision + 3 || !pattern.test(value))
    return message('decimal', { digits: precision - scale, scale });
  const { least, most } = decimalLimits(field);
  if (isBelow(value, least)) return message('min', { value: least });
  return most !== undefined && isBelow(most, value) ? message('max', { value: most }) : undefined;
}

const tested = (wrong: (value: unknown) => string | undefined): yup.Schema =>
  yup
    .mixed()
    .nullable()
    .test('value', (value, context) => {
      const said = value == null ? undefined : wrong(value);
      return said === undefined || context.createError({ message: said });
    });

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
