import { asNumber } from './comparisons.ts';
import type { Kind } from './kind.ts';
import {
  mostOfColumn,
  type NumberLimits,
  numberOfParameter,
  numberPattern,
  numberRule,
  numberSchema,
} from './numberRule.ts';
import { readNumber } from './numberText.ts';
import { plainText } from './plain.ts';

/** Every id there is; a field does not narrow them. */
const ids: NumberLimits = { least: 1, most: mostOfColumn };

/** The id of a record of another entity. */
export const referenceKind: Kind = {
  rule: (field) => numberRule(field, ids),
  schema: () => numberSchema(ids),
  answer: () => ({ type: 'integer' }),
  whyUnfit: () => undefined,
  // It lets in records that the other keeps out: of another entity, or without one of its conditions.
  isWider: (field, other) => {
    const mine: Readonly<Record<string, unknown>> = field.where ?? {};
    const theirs = Object.entries(other.where ?? {});
    return (
      field.to !== other.to || theirs.some(([name, value]) => JSON.stringify(mine[name]) !== JSON.stringify(value))
    );
  },
  limits: { of: 'nothing' },
  trims: true,

  column: () => 'integer',
  check: () => undefined,
  empty: 'null',
  stored: (value) => value,
  sealable: false,
  blank: null,
  foldsCase: false,
  scalar: true,

  read: readNumber,
  write: plainText,
  // A record by its title; one that has none by what it is and its number.
  sentence: (value, { label }, { titles, noun = label, language }) => titles?.[0] || `${noun[language]} ${value}`,
  whyNoSentence: () => undefined,

  comparison: () => asNumber(ids),
  filter: {
    bySingleValue: true,
    byPart: false,
    byRange: undefined,
    value: (_field, text) => numberOfParameter(text, ids),
    pattern: () => numberPattern(ids),
    narrow: [],
  },
  time: undefined,
  list: { sum: undefined, grouped: false, summarized: true, searched: false, short: true, sortedByHeading: false },
  item: { separator: undefined, required: true, hasInput: true },
  title: 'never',
  namesRecord: false,
};
