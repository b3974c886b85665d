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

/** Matches a point in time or a day in the past. */
export interface BeforeNow {
  readonly before: Now | Today;
}
/** `{ due_at: before(now) }`, `{ due_on: before(today) }`. */
export const before = (present: Now | Today): BeforeNow => ({ before: present });

/** Matches a point in time or a day in the future. */
export interface AfterNow {
  readonly after: Now | Today;
}
export const after = (present: Now | Today): AfterNow => ({ after: present });

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

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Converts a duration such as `15m` to milliseconds.
 * @returns undefined if the text is not a duration.
 */
export function spanMilliseconds(span: string): number | undefined {
  const [, count, unit = ''] = /^([1-9]\d{0,3})([mhd])$/.exec(span) ?? [];
  return count === undefined ? undefined : Number(count) * (units[unit] ?? 0);
}
