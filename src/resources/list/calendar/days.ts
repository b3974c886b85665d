import dayjs, { type Dayjs } from 'dayjs';
import { kinds } from '../../../../contract/kinds/index.ts';
import { limitParameters } from '../../../../contract/lists/displays.ts';
import { type Entity, fieldOf, fieldValue } from '../../../../contract/schema/entity.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import { locale } from '../../../i18n/language.ts';
import type { FilterValues } from '../filters/activeFilters.ts';

/** A day as `2026-11-28`, in the reader's time zone. */
export type Day = string;

const dayFormat = 'YYYY-MM-DD';
export const dayOf = (moment: dayjs.ConfigType): Day => dayjs(moment).format(dayFormat);

/** The days from one to another, both included. */
function daysFrom(first: Dayjs, last: Dayjs): Day[] {
  const days: Day[] = [];
  for (let day = first; !day.isAfter(last, 'day'); day = day.add(1, 'day')) days.push(dayOf(day));
  return days;
}

/** The Monday of a day's week: a week begins with it in both languages. */
export const mondayOf = (day: Dayjs): Dayjs => day.subtract((day.day() + 6) % 7, 'day');

/** The days of the weeks that a month is part of, from a Monday to a Sunday. */
export function daysOfMonth(month: Dayjs): readonly Day[] {
  const first = mondayOf(month.startOf('month'));
  return daysFrom(first, mondayOf(month.endOf('month')).add(6, 'day'));
}

/** The name of a month: `November 2026`. */
export const monthName = (month: Dayjs): string =>
  month.toDate().toLocaleDateString(locale(), { year: 'numeric', month: 'long' });

/** The name of a day: `Saturday, November 28, 2026`. */
export const dayName = (day: Day): string =>
  dayjs(day).toDate().toLocaleDateString(locale(), { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' });

/** The names of the days of a week, from Monday on. */
export const weekdayNames = (): readonly { readonly short: string; readonly long: string }[] =>
  daysFrom(dayjs('2024-01-01'), dayjs('2024-01-07')).map((day) => {
    const date = dayjs(day).toDate();
    const name = (weekday: 'short' | 'long') => date.toLocaleDateString(locale(), { weekday });
    return { short: name('short'), long: name('long') };
  });

/** The day of a field of a record; undefined if it is empty. */
function dayOfField(entity: Entity, name: string | undefined, record: RecordData): Day | undefined {
  const value = fieldValue(entity, name ?? '', record);
  return typeof value === 'string' && value !== '' ? dayOf(value) : undefined;
}

/**
 * The time of day at which a record begins, where the calendar shows it (`shows` names `from`) and it begins on that day:
 * `09:30`.
 */
export function timeOnDay(entity: Entity, record: RecordData, day: Day): string {
  const { from = '', shows = [] } = entity.list.calendar ?? {};
  const value = fieldValue(entity, from, record);
  const kind = fieldOf(entity, from)?.kind;
  const isTimed = shows.includes(from) && kind !== undefined && kinds[kind].time === 'moment';
  return isTimed && typeof value === 'string' && dayOf(value) === day ? dayjs(value).format('HH:mm') : '';
}

/** The columns whose values follow the title of a record. */
export const shownBeside = ({ list: { calendar } }: Entity): readonly string[] =>
  (calendar?.shows ?? []).filter((name) => name !== calendar?.from);

/** The first and the last day of a record; undefined if it has no first day. */
export function daysOfRecord(entity: Entity, record: RecordData): readonly [first: Day, last: Day] | undefined {
  const { calendar } = entity.list;
  const first = dayOfField(entity, calendar?.from, record);
  if (first === undefined) return undefined;
  const last = dayOfField(entity, calendar?.until, record) ?? first;
  // A record that ends before it begins is on its first day.
  return last < first ? [first, first] : [first, last];
}

/** The records of each of these days. A record is on each day from its first to its last. */
export function recordsByDay(
  entity: Entity,
  records: readonly RecordData[],
  days: readonly Day[],
): ReadonlyMap<Day, readonly RecordData[]> {
  const spans = records.flatMap((record) => {
    const span = daysOfRecord(entity, record);
    return span ? [{ record, first: span[0], last: span[1] }] : [];
  });
  // Those that began first are on top of each day, so that a record that lasts for several is in about one line.
  spans.sort((one, other) => one.first.localeCompare(other.first) || other.last.localeCompare(one.last));
  return new Map(
    days.map((day) => [
      day,
      spans.filter(({ first, last }) => first <= day && day <= last).map(({ record }) => record),
    ]),
  );
}

/** A point in time as limits of lists are written: in UTC, to the second. */
export const toSeconds = (moment: Dayjs): string => moment.toISOString().replace(/\.\d{3}Z$/, 'Z');

/** The narrower of two limits of a list, of which the reader may have set one. */
function narrower(given: unknown, wanted: string, isLeast: boolean): unknown {
  if (given === undefined || given === null || given === '') return wanted;
  const isNarrower = dayjs(String(given)).isAfter(dayjs(wanted)) === isLeast;
  return isNarrower ? given : wanted;
}

interface Limit {
  readonly name: string;
  readonly day: Day;
  readonly isLeast: boolean;
}

/** The filter with further limits of days; a limit of a point in time is the first or the last second of its day. */
function withLimits(entity: Entity, filter: FilterValues, limits: readonly Limit[]): FilterValues {
  const added = limits.map(({ name, day, isLeast }) => {
    const field = fieldOf(entity, name);
    const isMoment = field !== undefined && kinds[field.kind].time === 'moment';
    const edge = isLeast ? dayjs(day).startOf('day') : dayjs(day).endOf('day');
    const { least, most } = limitParameters(entity, name);
    const parameter = isLeast ? least : most;
    return [parameter, narrower(filter[parameter], isMoment ? toSeconds(edge) : day, isLeast)] as const;
  });
  return { ...filter, ...Object.fromEntries(added) };
}

/** The filter of the records that begin on one of the days from a first to a last. */
export const beginning = (entity: Entity, filter: FilterValues, from: string, first: Day, last: Day): FilterValues =>
  withLimits(entity, filter, [
    { name: from, day: first, isLeast: true },
    { name: from, day: last, isLeast: false },
  ]);

/** The filter of the records that are on one of these days; those without an end have to begin on one. */
export function filterOfDays(entity: Entity, filter: FilterValues, first: Day, last: Day): FilterValues {
  const { from = '', until } = entity.list.calendar ?? {};
  if (until === undefined) return beginning(entity, filter, from, first, last);
  return withLimits(entity, filter, [
    { name: from, day: last, isLeast: false },
    { name: until, day: first, isLeast: true },
  ]);
}

/**
 * The filters of the requests for some days: the records that begin on them, and, where records last for several days,
 * those that began before and go on.
 */
export function filtersOfDays(entity: Entity, filter: FilterValues, first: Day, last: Day): readonly FilterValues[] {
  const { from = '', until } = entity.list.calendar ?? {};
  const begun = beginning(entity, filter, from, first, last);
  if (until === undefined) return [begun];
  const before = dayOf(dayjs(first).subtract(1, 'day'));
  return [
    begun,
    filterOfDays(entity, withLimits(entity, filter, [{ name: from, day: before, isLeast: false }]), first, last),
  ];
}
