import { momentPattern, toMilliseconds } from '../lib/dateTime.ts';
import { message } from '../messages/message.ts';
import { asMoment } from './comparisons.ts';
import type { Kind } from './kind.ts';
import { commas, within } from './plain.ts';
import { testedRule } from './testedRule.ts';
import { isSearchText } from './textRule.ts';

/** An offset as the standard has it and PostgreSQL does not (`15:59` is its last). */
const farOffset = /[+-](1[6-9]|2\d):\d\d$/;

function write(value: unknown): string {
  const moment = toMilliseconds(value);
  return moment === undefined ? String(value) : new Date(moment).toISOString();
}

/** A point in time; ISO 8601 with its offset. */
export const dateTimeKind: Kind = {
  rule: () => testedRule((value) => (toMilliseconds(value) === undefined ? message('date_time') : undefined)),
  schema: () => ({ type: 'string', format: 'date-time', pattern: momentPattern.source }),
  answer: () => ({ type: 'string', format: 'date-time' }),
  whyUnfit: (value) => (farOffset.test(String(value)) ? 'an offset that no column takes; write it in UTC' : undefined),
  isWider: () => false,
  limits: { of: 'nothing' },
  trims: true,

  column: () => 'timestamptz',
  check: () => undefined,
  empty: 'null',
  stored: (value) => value,
  sealable: false,
  blank: null,
  foldsCase: false,
  scalar: true,

  read: (text) => text,
  write,
  sentence: (value, _field, { moment }) => moment(value),
  whyNoSentence: () => undefined,

  comparison: () => asMoment,
  filter: {
    // Points in time are met by their bounds alone.
    bySingleValue: false,
    byPart: false,
    byRange: {
      farthest: () => undefined,
      isWhole: false,
      isBefore: (one, other) => Number(toMilliseconds(one)) < Number(toMilliseconds(other)),
    },
    value: (_field, text) => (isSearchText(text) ? text : undefined),
    pattern: () => within(momentPattern),
    narrow: undefined,
  },
  time: 'moment',
  list: { sum: undefined, grouped: true, summarized: false, searched: false, short: false, sortedByHeading: true },
  item: { separator: commas, required: false, hasInput: true },
  title: 'never',
  namesRecord: false,
};
