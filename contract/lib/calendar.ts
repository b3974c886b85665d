import type { CalendarPeriod } from '../schema/field/default.ts';
import { dayMs } from './dayMs.ts';
import { momentAt, wallClock } from './timeZone.ts';

/** Terms by the calendar of a time zone: the one place that adds years, months and days to points in time. */

/** Beyond these no date is supported, and zones are not asked. */
const [firstWall, lastWall] = [Date.UTC(1600), Date.UTC(10_100)];

/** Adds months to a date in UTC. If the target month has no such day, the result is its last day. */
function monthsLater(wall: number, months: number): number {
  const from = new Date(wall);
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(wall).setUTCFullYear(year, month, Math.min(from.getUTCDate(), last));
}

/**
 * Adds a period to a point in time, by the calendar of a zone: years, months, weeks and days keep the time of day, also
 * where the clocks change in between; hours and minutes are exact.
 * @returns NaN beyond the calendar
 */
export function addPeriod(moment: number, period: CalendarPeriod, zone: string): number {
  const { years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0 } = period;
  const [inMonths, inDays] = [years * 12 + months, weeks * 7 + days];
  const exact = (hours * 60 + minutes) * 60_000;
  if (inMonths === 0 && inDays === 0) return moment + exact;
  const wall = monthsLater(wallClock(zone, moment), inMonths) + inDays * dayMs;
  return wall > firstWall && wall < lastWall ? momentAt(zone, wall) + exact : Number.NaN;
}

/** The number of days between the dates of two points in time in a zone; negative if the second is earlier. */
export function daysBetween(from: number, to: number, zone: string): number {
  const day = (moment: number): number => Math.floor(wallClock(zone, moment) / dayMs);
  return day(to) - day(from);
}

/** The number of months between the dates of two points in time in a zone. */
function monthsBetween(from: number, to: number, zone: string): number {
  const [first, last] = [from, to].map((moment) => new Date(wallClock(zone, moment))) as [Date, Date];
  return (last.getUTCFullYear() - first.getUTCFullYear()) * 12 + last.getUTCMonth() - first.getUTCMonth();
}

/** The units of terms that keep their time of day, with the number of them between two dates. */
const between = { months: monthsBetween, days: daysBetween } as const;

/** The number of whole units after which a term of this beginning ends at a point in time; undefined if none fits. */
function wholeUnits(unit: keyof typeof between, from: number, to: number, zone: string): number | undefined {
  const count = between[unit](from, to, zone);
  return addPeriod(from, { [unit]: count }, zone) === to ? count : undefined;
}

/** A term that is followed by others of the same length. */
export interface Term {
  readonly start: Date;
  readonly end: Date;
  /** The beginning of the first of these terms, which determines their day of the month. */
  readonly anchor: Date;
}

/**
 * The end of the next term if the terms are whole months or days from the first one on. It is counted from there, so
 * that a day that a month lacks, or a time of day that the clocks skip, does not shift the terms after it.
 */
const nextEndIn =
  (unit: keyof typeof between) =>
  ({ start, end, anchor }: Term, zone: string): number | undefined => {
    const [from, to] = [start, end].map((moment) => wholeUnits(unit, anchor.getTime(), moment.getTime(), zone));
    if (from === undefined || to === undefined || to <= from) return undefined;
    return addPeriod(anchor.getTime(), { [unit]: 2 * to - from }, zone);
  };

/** The end of the next term if the term itself is whole days. */
function nextDailyEnd({ start, end }: Term, zone: string): number | undefined {
  const days = (wallClock(zone, end.getTime()) - wallClock(zone, start.getTime())) / dayMs;
  return Number.isInteger(days) && days > 0 ? addPeriod(end.getTime(), { days }, zone) : undefined;
}

/** How long before a whole number of months or days a term may end: it ends with its last minute, second or millisecond. */
const endsBefore: readonly number[] = [0, 60_000, 1000, 1];

/** A term that ends this much before another one begins, as if it ended with the beginning of that one. */
const prolonged = ({ start, end, anchor }: Term, by: number): Term => ({
  start: +start === +anchor ? start : new Date(+start + by),
  end: new Date(+end + by),
  anchor,
});

/**
 * The end of the term that follows a term and is as long: as many months, with the day of the first one and the last day
 * of a month that is too short; or as many days; or else exactly as long. A term may also end with the last minute of its
 * last day, as the next one does then.
 * @param zones The time zones in which the term may have been agreed. The first in which it is whole months or whole
 *   days decides.
 */
export function nextTermEnd(term: Term, zones: readonly string[]): Date {
  for (const nextEnd of [nextEndIn('months'), nextEndIn('days'), nextDailyEnd])
    for (const before of endsBefore)
      for (const zone of zones) {
        const end = nextEnd(prolonged(term, before), zone);
        if (end !== undefined && !Number.isNaN(end)) return new Date(end - before);
      }
  return new Date(2 * term.end.getTime() - term.start.getTime());
}
