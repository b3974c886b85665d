import { groupDigits } from '../lib/groupDigits.ts';
import type { Field } from '../schema/field/field.ts';
import { asNumber } from './comparisons.ts';
import type { Kind } from './kind.ts';
import {
  hasFinerStep,
  isWiderNumber,
  limitsWithin,
  mostOfColumn,
  type NumberLimits,
  numberCheck,
  numberOfParameter,
  numberPattern,
  numberRule,
  numberSchema,
} from './numberRule.ts';
import { numberSentence, numberSeparator, readWholeNumber } from './numberText.ts';
import { plainText } from './plain.ts';

const usual: NumberLimits = { least: 0, most: mostOfColumn };
/** A sum of many values may be larger than each of them. */
const usualOf = ({ rollup }: Field): NumberLimits =>
  rollup ? { least: usual.least, most: Number.MAX_SAFE_INTEGER } : usual;
const limitsOf = (field: Field): NumberLimits => limitsWithin(field, usualOf(field));

export const integerKind: Kind = {
  rule: (field) => numberRule(field, limitsOf(field)),
  schema: (field) => numberSchema(limitsOf(field), field.step),
  answer: () => ({ type: 'integer' }),
  whyUnfit: () => undefined,
  isWider: (field, other) => isWiderNumber(limitsOf(field), limitsOf(other)) || hasFinerStep(field, other),
  limits: { of: 'value', ...usual },
  written: 'trimmed',

  column: () => 'integer',
  check: (field) => numberCheck(field, limitsOf(field)),
  empty: 'null',
  stored: (value) => value,
  encryptable: false,
  blank: null,
  foldsCase: false,
  scalar: true,
  localized: false,

  read: readWholeNumber,
  write: plainText,
  sentence: (value, field, context) =>
    numberSentence(field.plain ? String(value) : groupDigits(String(value)), value, field, context),
  whyNoSentence: () => undefined,

  comparison: (field) => asNumber(limitsOf(field)),
  filter: {
    bySingleValue: true,
    byPart: false,
    byRange: {
      farthest: (field) => usualOf(field).most,
      isWhole: true,
      isBefore: (one, other) => Number(one) < Number(other),
    },
    value: (field, text) => numberOfParameter(text, limitsOf(field)),
    pattern: (field) => numberPattern(limitsOf(field)),
    parameterOptions: ['max'],
  },
  time: undefined,
  list: { sum: 'whole', grouped: false, summarized: true, searched: false, short: true, sortedByHeading: true },
  item: { separator: numberSeparator, required: false, hasInput: true },
  title: 'always',
  namesRecord: false,
};
