import { textIn } from '../messages/localizedText.ts';
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

/** The limits of all ids; a field cannot narrow them. */
const ids: NumberLimits = { least: 1, most: mostOfColumn };

/** The id of a record of another entity. */
export const referenceKind: Kind = {
  rule: (field) => numberRule(field, ids),
  schema: () => numberSchema(ids),
  answer: () => ({ type: 'integer' }),
  whyUnfit: () => undefined,
  // True if it accepts records that the other field refuses: of another entity, or without one of its conditions.
  isWider: (field, other) => {
    const mine: Readonly<Record<string, unknown>> = field.where ?? {};
    const theirs = Object.entries(other.where ?? {});
    return (
      field.to !== other.to || theirs.some(([name, value]) => JSON.stringify(mine[name]) !== JSON.stringify(value))
    );
  },
  limits: { of: 'nothing' },
  written: 'trimmed',

  column: () => 'integer',
  check: () => undefined,
  empty: 'null',
  stored: (value) => value,
  encryptable: false,
  blank: null,
  foldsCase: false,
  scalar: true,
  localized: false,

  read: readNumber,
  write: plainText,
  // The title of the record, or its noun and number if it has none.
  sentence: (value, { label }, { titles, noun = label, language }) =>
    textIn(titles?.[0], language) || `${noun[language]} ${value}`,
  whyNoSentence: () => undefined,

  comparison: () => asNumber(ids),
  filter: {
    bySingleValue: true,
    byPart: false,
    byRange: undefined,
    value: (_field, text) => numberOfParameter(text, ids),
    pattern: () => numberPattern(ids),
    parameterOptions: [],
  },
  time: undefined,
  list: { sum: undefined, grouped: true, summarized: true, searched: false, short: true, sortedByHeading: false },
  item: { separator: undefined, required: true, hasInput: true },
  title: 'never',
  namesRecord: false,
};
