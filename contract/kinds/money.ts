import { groupDigits } from '../lib/groupDigits.ts';
import { moneyText, toMajorUnits, toMinorUnits } from '../lib/money.ts';
import { message } from '../messages/message.ts';
import type { Field } from '../schema/field/field.ts';
import { asNumber } from './comparisons.ts';
import type { Kind } from './kind.ts';
import {
  isWiderNumber,
  limitsWithin,
  type NumberLimits,
  numberCheck,
  numberPattern,
  numberSchema,
} from './numberRule.ts';
import { numberSeparator, ungrouped } from './numberText.ts';
import { testedRule } from './testedRule.ts';
import { isSearchText } from './textRule.ts';

const usual: NumberLimits = { least: 0, most: Number.MAX_SAFE_INTEGER };
const limitsOf = (field: Field): NumberLimits => limitsWithin(field, usual);

/** A text that may be an amount in major units, for the message to a program that sends it so. */
function givenText(value: unknown): { readonly text?: string } {
  const text = typeof value === 'string' ? value.trim() : '';
  return /^-?\d{1,15}([.]\d{1,4})?$/.test(text) ? { text } : {};
}

/** The error of an amount. The caller, who knows the record, adds the currency (`withCurrency`). */
function whyWrong(value: unknown, field: Field): string | undefined {
  const of = field.currency === undefined ? undefined : { of: field.currency };
  // A text that is not an amount of the currency stays as the person typed it.
  if (typeof value !== 'number') return message('amount', of && { ...of, ...givenText(value) });
  if (!Number.isInteger(value)) return message('minor_units');
  const { least, most } = limitsOf(field);
  if (value < least) return message('min_amount', { minor: least, ...of });
  return value > most ? message('max_amount', { minor: most, ...of }) : undefined;
}

const locales = { en: 'en', zh: 'zh-CN' } as const;

/** An amount, as a whole number of minor units of its currency. */
export const moneyKind: Kind = {
  rule: (field) => testedRule((value) => whyWrong(value, field)),
  schema: (field) => ({ ...numberSchema(limitsOf(field)), description: 'minor units' }),
  answer: () => ({ type: 'integer' }),
  whyUnfit: () => undefined,
  isWider: (field, other) => isWiderNumber(limitsOf(field), limitsOf(other)),
  limits: { of: 'value', ...usual },
  written: 'trimmed',

  column: () => 'bigint',
  check: (field) => numberCheck(field, limitsOf(field)),
  empty: 'null',
  stored: (value) => value,
  encryptable: false,
  blank: null,
  foldsCase: false,
  scalar: true,
  localized: false,

  read: (text, _field, { currency }) => (currency ? toMinorUnits(ungrouped(text), currency) : undefined) ?? text,
  write: (value, _field, { currency }) =>
    typeof value === 'number' && currency ? toMajorUnits(value, currency) : String(value),
  sentence: (value, _field, { currency, language }) =>
    typeof value === 'number' && typeof currency === 'string' && currency !== ''
      ? moneyText(value, currency, locales[language])
      : groupDigits(String(value)),
  whyNoSentence: ({ currency }) => (currency === undefined ? 'is an amount of no currency' : undefined),

  comparison: (field) => asNumber(limitsOf(field)),
  filter: {
    // Amounts of several currencies are filtered by range only.
    bySingleValue: false,
    byPart: false,
    byRange: {
      farthest: () => Number.MAX_SAFE_INTEGER,
      isWhole: true,
      isBefore: (one, other) => Number(one) < Number(other),
    },
    value: (_field, text) => (isSearchText(text) ? text : undefined),
    pattern: (field) => numberPattern(limitsOf(field)),
    parameterOptions: undefined,
  },
  time: undefined,
  list: { sum: 'whole', grouped: false, summarized: false, searched: false, short: false, sortedByHeading: true },
  item: { separator: numberSeparator, required: false, hasInput: true },
  title: 'never',
  namesRecord: false,
};
