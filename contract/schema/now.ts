/** The present moment, by the clock of whoever asks: the database's on the server, the browser's on a screen. */
export interface Now {
  readonly now: true;
}
export const now: Now = { now: true };

/** The present day. */
export interface Today {
  readonly today: true;
}
export const today: Today = { today: true };

/** A point in time, or a day, that lies before the present one: it is over. */
export interface BeforeNow {
  readonly before: Now | Today;
}
/** `{ due_at: before(now) }`, `{ due_on: before(today) }`. */
export const before = (present: Now | Today): BeforeNow => ({ before: present });

/** A point in time, or a day, that lies after the present one: it is still to come. */
export interface AfterNow {
  readonly after: Now | Today;
}
export const after = (present: Now | Today): AfterNow => ({ after: present });

/** A point in time that is at most so far from the present one, before it or after it. */
export interface WithinSpan {
  readonly within: string;
}
/** `{ created_at: within('15m') }`; `m` are minutes, `h` hours, `d` days of 24 hours. */
export const within = (span: string): WithinSpan => ({ within: span });

/** How a field lies to the present. */
export type RelativeTime = BeforeNow | AfterNow | WithinSpan;

/** Is it said of a field how it lies to the present? */
export const isRelativeTime = (wanted: object): wanted is RelativeTime =>
  Object.keys(wanted).length === 1 && ['before', 'after', 'within'].some((word) => word in wanted);

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A span such as `15m` in milliseconds; undefined for what is none. */
export function spanMilliseconds(span: string): number | undefined {
  const [, count, unit = ''] = /^([1-9]\d{0,3})([mhd])$/.exec(span) ?? [];
  return count === undefined ? undefined : Number(count) * (units[unit] ?? 0);
}
