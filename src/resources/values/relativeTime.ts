import dayjs from 'dayjs';
import { daysBetween } from '../../../contract/lib/calendar.ts';
import { language } from '../../i18n/language.ts';
import { text } from '../../i18n/text.ts';
import { browserZone } from '../../i18n/timeZone.ts';
import { isDay } from './format.ts';

/** Adds a space between digits and Chinese characters, as the console writes them everywhere. */
const withSpaces = (words: string): string =>
  words.replace(/(\d)(?=\p{Script=Han})/gu, '$1 ').replace(/(\p{Script=Han})(?=\d)/gu, '$1 ');

/** Up to this many days are written as days: 90 days are neither two months nor three. */
const mostDays = 99;
/** Up to this many months are written as months. */
const mostMonths = 23;

type Distance = readonly [count: number, unit: 'minute' | 'hour' | 'day' | 'month' | 'year'];

/** A distance of at least a day, by the calendar of the browser's time zone; months and years to the nearest. */
function calendarDistance(moment: dayjs.Dayjs, now: dayjs.Dayjs): Distance {
  const days = daysBetween(now.valueOf(), moment.valueOf(), browserZone());
  if (Math.abs(days) <= mostDays) return [days, 'day'];
  const months = Math.round(moment.diff(now, 'month', true));
  return Math.abs(months) <= mostMonths ? [months, 'month'] : [Math.round(moment.diff(now, 'year', true)), 'year'];
}

/** How far a point in time is from now; undefined for less than a minute. */
function distance(moment: dayjs.Dayjs, now: dayjs.Dayjs): Distance | undefined {
  const minutes = Math.trunc(Math.round(moment.diff(now) / 1000) / 60);
  if (minutes === 0) return undefined;
  if (Math.abs(minutes) < 60) return [minutes, 'minute'];
  return Math.abs(minutes) < 24 * 60 ? [Math.trunc(minutes / 60), 'hour'] : calendarDistance(moment, now);
}

/**
 * The distance of a point in time from now, as the calendar has it: `3 days ago`, `in 90 days`, `tomorrow`, `just now`;
 * of a day from today.
 * The date belongs beside it.
 */
export function relativeTime(value: unknown, now: Date = new Date()): string {
  const moment = value ? dayjs(value as string) : undefined;
  if (!moment?.isValid()) return '';
  const found = isDay(value) ? calendarDistance(moment, dayjs(now)) : distance(moment, dayjs(now));
  if (!found) return text().dashboard.now;
  return withSpaces(new Intl.RelativeTimeFormat(language(), { numeric: 'auto' }).format(...found));
}
