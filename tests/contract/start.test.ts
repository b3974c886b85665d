import { describe, expect, it } from 'vitest';
import { resolveDefault } from '../../contract/kinds/resolveDefault.ts';
import { me } from '../../contract/schema/access.ts';
import { plus } from '../../contract/schema/field/default.ts';
import { date, dateTime, type Fields, integer, reference, text } from '../../contract/schema/field/field.ts';
import { now, today } from '../../contract/schema/now.ts';

const label = { en: 'Word', zh: '词' };
const moment = new Date('2028-01-31T20:30:00.000Z');
const fields: Fields = {
  plain: text({ label, default: 'a' }),
  none: text({ label }),
  on: date({ label, default: today }),
  at: dateTime({ label, default: now }),
  nextMonth: dateTime({ label, default: plus('at', { months: 1 }) }),
  month: date({ label, default: plus('on', { months: 1 }) }),
  year: date({ label, default: plus('month', { years: 1 }) }),
  before: date({ label, default: plus('on', { days: -31 }) }),
  soon: dateTime({ label, default: plus(now, { weeks: 1, days: 1, hours: 2, minutes: 30 }) }),
  months: integer({ label }),
  standardMonths: integer({ label, default: 2 }),
  until: date({ label, default: plus('on', { months: 'months', days: -1 }) }),
  standardUntil: date({ label, default: plus('on', { months: 'standardMonths' }) }),
  soonest: date({ label, default: plus(today, { days: 'months' }) }),
  maker: reference('user', { label, default: me('id') }),
  theirs: reference('enterprise', { label, default: me('enterprise_id') }),
};
const caller = { id: 7, enterprise_id: null, parent_id: null };
const start = (name: string, given: Record<string, unknown> = {}, zone = 'UTC') =>
  resolveDefault(fields, name, (other) => given[other], { caller, now: moment, zone });

describe('what a field of a new record starts with', () => {
  it.each<[string, string, unknown, Record<string, unknown>?, string?]>([
    ['a value', 'plain', 'a'],
    ['nothing', 'none', null],
    ['the day', 'on', '2028-01-31'],
    ['the day of another zone', 'on', '2028-02-01', {}, 'Asia/Shanghai'],
    ['the moment', 'at', '2028-01-31T20:30:00.000Z'],
    ['the last day of a short month', 'month', '2028-02-29'],
    ['the same day of a long month', 'month', '2028-04-30', { on: '2028-03-30' }],
    ['what starts from what starts from another', 'year', '2029-02-28'],
    ['a period of a number of the record', 'until', '2028-04-29', { months: 3 }],
    ['no period of an empty number', 'until', null, { months: null }],
    ['no period of a number that is not given', 'until', null],
    ['no period from an empty day', 'until', null, { on: null, months: 3 }],
    ['no period beyond the calendar', 'until', null, { months: 9_000_000_000 }],
    ['a period of a number that has a default', 'standardUntil', '2028-03-31'],
    ['a number of days from today', 'soonest', '2028-02-05', { months: 5 }],
    ['what was given for the other', 'year', '2031-05-06', { month: '2030-05-06' }],
    ['a day before', 'before', '2027-12-31'],
    [
      'the same day and hour of the zone',
      'nextMonth',
      '2026-03-31T16:00:00.000Z',
      { at: '2026-02-28T16:00:00Z' },
      'Asia/Shanghai',
    ],
    [
      'midnight beyond a change of clocks',
      'nextMonth',
      '2026-03-31T22:00:00.000Z',
      { at: '2026-02-28T23:00:00Z' },
      'Europe/Berlin',
    ],
    [
      'the last day of a month of the zone',
      'nextMonth',
      '2026-02-27T16:00:00.000Z',
      { at: '2026-01-30T16:00:00Z' },
      'Asia/Shanghai',
    ],
    ['a moment so much later', 'soon', '2028-02-08T23:00:00.000Z'],
    ['nothing where the other was emptied', 'month', null, { on: null }],
    ['nothing where the other is no day', 'month', null, { on: '2028-02-30' }],
    ['nothing beyond the calendar', 'year', null, { month: '9999-12-31' }],
    ['the caller', 'maker', 7],
    ['nothing where the caller has none', 'theirs', null],
  ])('is %s', (_, name, expected, given, zone) => {
    expect(start(name, given, zone)).toBe(expected);
  });
});
