import { datePattern, lastMoment, toMilliseconds } from '../lib/dateTime.ts';
import type { CallerValue, ConditionCaller, Scalar } from '../schema/access.ts';
import { type CalendarPeriod, type ComputedDefault, isComputedDefault } from '../schema/field/default.ts';
import type { Field, Fields } from '../schema/field/field.ts';
import type { Now, Today } from '../schema/now.ts';

/** For whom, when and where a record is made. */
export interface StartingFrom {
  readonly caller: ConditionCaller | undefined;
  readonly now: Date;
  /** The time zone whose day it is. */
  readonly zone: string;
}

/** The value that every record of the declaration starts with; undefined where there is none or it is worked out. */
export const fixedStart = ({ default: start }: Field): Scalar | undefined =>
  isComputedDefault(start) ? undefined : start;

const day = 86_400_000;

/** The day of the calendar in a time zone, as `2026-01-31`. */
export function dayIn(zone: string, moment: Date): string {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]));
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
}

/** Months later; a day that the month does not have is its last. */
function monthsLater(moment: Date, months: number): Date {
  const [year, month] = [moment.getUTCFullYear(), moment.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const later = new Date(moment);
  later.setUTCFullYear(year, month, Math.min(moment.getUTCDate(), last));
  return later;
}

function later(
  moment: Date,
  { years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0 }: CalendarPeriod,
): Date {
  const inMonths = monthsLater(moment, years * 12 + months);
  return new Date(inMonths.getTime() + (weeks * 7 + days) * day + (hours * 60 + minutes) * 60_000);
}

/** A day or a point in time, so much later and of the same sort; null where there is none, or none that a column has. */
function added(value: unknown, period: CalendarPeriod): string | null {
  const isDay = typeof value === 'string' && datePattern.test(value);
  const from = isDay ? Date.parse(value) : toMilliseconds(value);
  if (from === undefined) return null;
  const found = later(new Date(from), period);
  if (Number.isNaN(found.getTime()) || found > lastMoment) return null;
  const text = found.toISOString();
  if (isDay) return datePattern.test(text.slice(0, 10)) ? text.slice(0, 10) : null;
  return toMilliseconds(text) === undefined ? null : text;
}

function plain(start: CallerValue | Now | Today, from: StartingFrom): Scalar {
  if ('me' in start) return from.caller?.[start.me] ?? null;
  return 'now' in start ? from.now.toISOString() : dayIn(from.zone, from.now);
}

/**
 * What a field of a new record starts with, in the form and on the server alike. In: the fields of the record, the
 * field's name, what was given for others (undefined where nothing was), and for whom and when it is. Out: a value as a
 * body has it, null where there is none.
 */
export function startOf(
  fields: Fields,
  name: string,
  given: (name: string) => unknown,
  from: StartingFrom,
): Scalar | undefined {
  const start = fields[name]?.default;
  if (!isComputedDefault(start)) return start ?? null;
  if (!('plus' in start)) return plain(start, from);
  if (typeof start.plus !== 'string') return added(plain(start.plus, from), start.period);
  const base = given(start.plus);
  return added(base === undefined ? startOf(fields, start.plus, given, from) : base, start.period);
}

/** The field that another one starts from, and follows in a form while nobody has touched it. */
export const followed = ({ default: start }: Field): string | undefined =>
  isComputedDefault(start) && 'plus' in start && typeof start.plus === 'string' ? start.plus : undefined;

const periodText = (period: CalendarPeriod): string =>
  Object.entries(period)
    .map(([unit, count]) => `${count} ${unit}`)
    .join(' ');

/** A start in the words of the API document. */
export function startText(start: ComputedDefault): string {
  if ('me' in start) return `the caller's ${start.me}`;
  if ('now' in start) return 'the present moment';
  if ('today' in start) return 'the present day, in UTC';
  const from = typeof start.plus === 'string' ? start.plus : startText(start.plus);
  return `${from} plus ${periodText(start.period)}`;
}
