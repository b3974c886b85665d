import { momentPattern, toMilliseconds } from '../lib/dateTime.ts';
import { zonedIso } from '../lib/timeZone.ts';
import { message } from '../messages/message.ts';
import { asMoment } from './comparisons.ts';
import type { Kind } from './kind.ts';
import { commas, unanchored } from './plain.ts';
import { testedRule } from './testedRule.ts';
import { isSearchText } from './textRule.ts';

/** Offsets that ISO 8601 allows but PostgreSQL does not, whose last one is `15:59`. */
const farOffset = /[+-](1[6-9]|2\d):\d\d$/;

function write(value: unknown, zone?: string): string {
  const moment = toMilliseconds(value);
  if (moment === undefined) return String(value);
  return zone === undefined ? new Date(moment).toISOString() : zonedIso(zone, moment);
}

/** A point in time as `write` writes it in a zone, or with an offset as databases write it: `+08`, ` +0800`, ` UTC`. */
const zoned = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d[\d:.]*) ?(?:Z|UTC|([+-]\d\d)(?::?(\d\d))?)$/;

/** Reads `2027-01-02 11:04:05+08:00`. */
function read(text: string): string {
  const [, day, time, hours, minutes = '00'] = zoned.exec(text) ?? [];
  const moment = toMilliseconds(`${day}T${time}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`);
  return moment === undefined ? text : new Date(moment).toISOString();
}

/** A point in time, as ISO 8601 with an offset. */
export const dateTimeKind: Kind = {
  rule: () => testedRule((value) => (toMilliseconds(value) === undefined ? message('date_time') : undefined)),
  schema: () => ({ type: 'string', format: 'date-time', pattern: momentPattern.source }),
  answer: () => ({ type: 'string', format: 'date-time' }),
  whyUnfit: (value) => (farOffset.test(String(value)) ? 'an offset that no column takes; write it in UTC' : undefined),
  isWider: () => false,
  limits: { of: 'nothing' },
  written: 'trimmed',

  column: () => 'timestamptz',
  check: () => undefined,
  empty: 'null',
  stored: (value) => value,
  encryptable: false,
  blank: null,
  foldsCase: false,
  scalar: true,
  localized: false,

  read,
  write: (value, _field, { zone }) => write(value, zone),
  sentence: (value, _field, { moment }) => moment(value),
  whyNoSentence: () => undefined,

  comparison: () => asMoment,
  filter: {
    // Points in time are filtered by range only.
    bySingleValue: false,
    byPart: false,
    byRange: {
      farthest: () => undefined,
      isWhole: false,
      isBefore: (one, other) => Number(toMilliseconds(one)) < Number(toMilliseconds(other)),
    },
    value: (_field, text) => (isSearchText(text) ? text : undefined),
    pattern: () => unanchored(momentPattern),
    parameterOptions: undefined,
  },
  time: 'moment',
  list: { sum: undefined, grouped: true, summarized: false, searched: false, short: false, sortedByHeading: true },
  item: { separator: commas, required: false, hasInput: true },
  title: 'never',
  namesRecord: false,
};
