import { dayMs } from '../lib/dayMs.ts';

/** The current time, by the clock of whoever evaluates it: the database's on the server, the browser's on a screen. */
export interface Now {
  readonly now: true;
}
export const now: Now = { now: true };

/** The current day. */
export interface Today {
  readonly today: true;
}
export const today: Today = { today: true };

/** A time at a distance from the present: `plus(today, { days: 30 })` of `field/default.ts`. */
interface DistantTime {
  readonly plus: unknown;
  readonly period: Readonly<Record<string, number | string | undefined>>;
}
/** What a point in time or a day is compared with. */
type ComparedTime = Now | Today | DistantTime;

/** Matches a point in time or a day before the present, or before a time at a distance from it. */
export interface BeforeNow {
  readonly before: ComparedTime;
}
/** `{ due_at: before(now) }`, `{ due_on: before(today) }`, `{ due_on: before(plus(today, { days: 30 })) }`. */
export const before = (time: ComparedTime): BeforeNow => ({ before: time });

/** Matches a point in time or a day after the present, or after a time at a distance from it. */
export interface AfterNow {
  readonly after: ComparedTime;
}
export const after = (time: ComparedTime): AfterNow => ({ after: time });

/** Matches a point in time within a duration of now, in the past or in the future. */
export interface WithinSpan {
  readonly within: string;
}
/** `{ created_at: within('15m') }`; units are `m` for minutes, `h` for hours, `d` for days of 24 hours. */
export const within = (span: string): WithinSpan => ({ within: span });

/** A condition that compares a field with the current time. */
export type RelativeTime = BeforeNow | AfterNow | WithinSpan;

/** True if the condition compares a field with the current time. */
export const isRelativeTime = (wanted: object): wanted is RelativeTime =>
  Object.keys(wanted).length === 1 && ['before', 'after', 'within'].some((word) => word in wanted);

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: dayMs };

/**
 * Converts a duration such as `15m` to milliseconds.
 * @returns undefined if the text is not a duration.
 */
export function spanMilliseconds(span: string): number | undefined {
  const [, count, unit = ''] = /^([1-9]\d{0,3})([mhd])$/.exec(span) ?? [];
  return count === undefined ? undefined : Number(count) * (units[unit] ?? 0);
}

const distances: Readonly<Record<string, number>> = {
  weeks: 7 * dayMs,
  days: dayMs,
  hours: 3_600_000,
  minutes: 60_000,
};

/**
 * What a time is compared with, as the present and a distance from it.
 * @returns the distance in milliseconds; undefined for a period without a fixed length, such as months
 */
export function distanceFromPresent(time: unknown): { present: unknown; distance: number | undefined } {
  if (typeof time !== 'object' || time === null || !('plus' in time)) return { present: time, distance: 0 };
  const { plus, period } = time as DistantTime;
  const parts = Object.entries(period ?? {}).map(([unit, count]) =>
    Number.isSafeInteger(count) ? Number(count) * (distances[unit] ?? Number.NaN) : Number.NaN,
  );
  const distance = parts.reduce((sum, part) => sum + part, 0);
  return { present: plus, distance: Number.isNaN(distance) ? undefined : distance };
}
