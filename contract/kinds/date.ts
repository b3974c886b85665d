import { datePattern } from '../lib/dateTime.ts';
import { halfWidth } from '../lib/halfWidth.ts';
import { message } from '../messages/message.ts';
import { asDay } from './comparisons.ts';
import type { Kind } from './kind.ts';
import { commas, plainText, unanchored } from './plain.ts';
import { testedRule } from './testedRule.ts';
import { isSearchText } from './textRule.ts';

const two = (part: string): string => part.padStart(2, '0');

/** The beginning of a day, which programs write after it that know no days without a time. */
const midnight = /[ T]0?0:00(:00(\.0+)?)?$/;

/** Reads `2026-1-5`, `2026/01/05`, `2026年1月5日`, `20260105` and `2026-01-05 00:00:00` as dates. */
function read(text: string): string {
  const plain = halfWidth(text).replace(midnight, '');
  const written = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(plain) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(plain);
  const [, year = '', month = '', day = ''] = written ?? [];
  return written ? `${year}-${two(month)}-${two(day)}` : text;
}

/** A calendar date without time and time zone. */
export const dateKind: Kind = {
  rule: () =>
    testedRule((value) =>
      typeof value === 'string' && value.length === 10 && datePattern.test(value) ? undefined : message('date'),
    ),
  schema: () => ({ type: 'string', format: 'date', pattern: datePattern.source }),
  answer: () => ({ type: 'string', format: 'date' }),
  whyUnfit: () => undefined,
  isWider: () => false,
  limits: { of: 'nothing' },
  written: 'trimmed',

  column: () => 'date',
  check: () => undefined,
  empty: 'null',
  stored: (value) => value,
  encryptable: false,
  blank: null,
  foldsCase: false,
  scalar: true,
  localized: false,

  read,
  write: plainText,
  sentence: plainText,
  whyNoSentence: () => undefined,

  comparison: () => asDay,
  filter: {
    bySingleValue: true,
    byPart: false,
    byRange: { farthest: () => undefined, isWhole: false, isBefore: (one, other) => String(one) < String(other) },
    value: (_field, text) => (isSearchText(text) && datePattern.test(text) ? text : undefined),
    pattern: () => unanchored(datePattern),
    parameterOptions: undefined,
  },
  time: 'day',
  list: { sum: undefined, grouped: true, summarized: true, searched: false, short: true, sortedByHeading: true },
  item: { separator: commas, required: false, hasInput: true },
  title: 'always',
  namesRecord: false,
};
