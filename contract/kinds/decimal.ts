import { groupDecimalDigits } from '../lib/groupDigits.ts';
import { message } from '../messages/message.ts';
import type { Field } from '../schema/field/field.ts';
import { asDecimal } from './comparisons.ts';
import { decimalLimits, decimalPattern, decimalText, digitsOf, isBelow } from './decimalDigits.ts';
import { rangePatterns } from './decimalPattern.ts';
import { hasFinerDecimalStep, nearestSteps, stepPatterns, stepText } from './decimalStep.ts';
import type { Kind } from './kind.ts';
import { boundMessage, stepMessage } from './numberRule.ts';
import { numberSentence, numberSeparator, ungrouped } from './numberText.ts';
import { plainText, unanchored } from './plain.ts';
import { testedRule } from './testedRule.ts';
import { isSearchText } from './textRule.ts';

/** The first error of a decimal. The format is checked before the limits. */
function whyWrong(value: unknown, field: Field, pattern: RegExp): string | undefined {
  const { precision, scale } = digitsOf(field);
  const exact = typeof value === 'number' ? read(String(value), field) : '';
  if (exact !== '' && pattern.test(exact)) return message('decimal_text', { sent: exact });
  if (typeof value !== 'string' || value.length > precision + 3 || !pattern.test(value))
    return message('decimal', { digits: precision - scale, scale });
  const { least, most } = decimalLimits(field);
  if (isBelow(value, least)) return boundMessage('min', least, field);
  if (most !== undefined && isBelow(most, value)) return boundMessage('max', most, field);
  const nearest = nearestSteps(value, field);
  return nearest && stepMessage(stepText(field) ?? '', nearest);
}

/**
 * Reads `12`, `12.5` and `+12.50` as decimals. Leading zeros are removed, trailing zeros are filled up to the scale.
 */
function read(text: string, field: Field): string {
  const [, sign = '', whole = '', fraction = ''] = /^([+-]?)0*(\d+)(?:\.(\d*?)0*)?$/.exec(ungrouped(text)) ?? [];
  if (whole === '') return text;
  const isZero = /^0*$/.test(whole + fraction);
  const plain = `${sign === '-' && !isZero ? '-' : ''}${whole}${fraction && `.${fraction}`}`;
  return decimalPattern(field).test(plain) ? decimalText(plain, digitsOf(field).scale) : text;
}

/** True if the field allows more digits than the other one, before or after the decimal point, or wider limits. */
function isWider(field: Field, other: Field): boolean {
  const [mine, theirs] = [digitsOf(field), digitsOf(other)];
  const isFiner = mine.scale > theirs.scale || mine.precision - mine.scale > theirs.precision - theirs.scale;
  const most = Number.POSITIVE_INFINITY;
  return (
    isFiner ||
    hasFinerDecimalStep(field, other) ||
    (field.min ?? 0) < (other.min ?? 0) ||
    (field.max ?? most) > (other.max ?? most)
  );
}

/** An exact decimal, stored and sent as a text of digits. */
export const decimalKind: Kind = {
  rule: (field) => {
    const pattern = decimalPattern(field);
    return testedRule((value) => whyWrong(value, field, pattern));
  },
  schema: (field) => ({
    type: 'string',
    format: 'decimal',
    pattern: decimalPattern(field).source,
    allOf: [...rangePatterns(field), ...stepPatterns(field)].map((pattern) => ({ pattern })),
    // It says to readers and generators what the pattern cannot: a multiple of a text is not checked.
    ...(field.step !== undefined && { multipleOf: field.step }),
  }),
  answer: () => ({ type: 'string', format: 'decimal' }),
  whyUnfit: () => undefined,
  isWider,
  limits: { of: 'digits' },
  written: 'trimmed',

  column: (field) => {
    const { precision, scale } = digitsOf(field);
    return `numeric(${precision},${scale})`;
  },
  check: (field) => ({ ...decimalLimits(field), step: stepText(field) }),
  empty: 'null',
  stored: (value, field) => (typeof value === 'string' ? decimalText(value, digitsOf(field).scale) : value),
  encryptable: false,
  blank: null,
  foldsCase: false,
  scalar: true,
  localized: false,

  read,
  write: plainText,
  sentence: (value, field, context) => numberSentence(groupDecimalDigits(String(value)), value, field, context),
  whyNoSentence: () => undefined,

  comparison: asDecimal,
  filter: {
    bySingleValue: true,
    byPart: false,
    byRange: {
      farthest: (field) => {
        const { precision, scale } = digitsOf(field);
        return 10 ** Math.min(precision - scale, 20);
      },
      isWhole: false,
      isBefore: (one, other) => isBelow(String(one), String(other)),
    },
    value: (field, text) => (isSearchText(text) && decimalPattern(field).test(text) ? text : undefined),
    pattern: (field) => unanchored(decimalPattern(field)),
    parameterOptions: undefined,
  },
  time: undefined,
  list: { sum: 'decimal', grouped: false, summarized: false, searched: false, short: false, sortedByHeading: true },
  item: { separator: numberSeparator, required: false, hasInput: true },
  title: 'alone',
  namesRecord: false,
};
