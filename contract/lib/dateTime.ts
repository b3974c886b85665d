const longMonth = '(0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])';
const shortMonth = '(0[469]|11)-(0[1-9]|[12][0-9]|30)';
const february = '02-(0[1-9]|1[0-9]|2[0-8])';
const leapFrom2000 = '([2468][048]|[3579][26])00|[2-9][0-9](0[48]|[2468][048]|[13579][26])';
const leapYear = `(19([79][26]|8[048])|${leapFrom2000})`;
const leapFrom1900 = `(19(0[48]|[2468][048]|[13579][26])|${leapFrom2000})`;

/** The pattern of a calendar date from 1970 to 9999. */
export const dayPattern = `((19[7-9]|[2-9][0-9]{2})[0-9]-(${longMonth}|${shortMonth}|${february})|${leapYear}-02-29)`;

/** The pattern of a `date`: a calendar date from 1900 to 9999, without time and time zone. */
export const datePattern = new RegExp(
  `^((19|[2-9][0-9])[0-9]{2}-(${longMonth}|${shortMonth}|${february})|${leapFrom1900}-02-29)$`,
  'u',
);

/** The pattern of a time of day with its offset. */
export const timePattern =
  'T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])';

/** Goes before a date. West of Greenwich the last day ends in the year 10000 of UTC, which cannot be written. */
const notAfterEnd = '(?!9999-12-31T[^-]*-)';

/** Goes before a date. East of Greenwich the first day begins in the year 1969 of UTC, which is not supported. */
const notBeforeStart = '(?!1970-01-01T[^+]*[+])';

/** ISO 8601 with its offset, from 1970 to 9999. */
export const momentPattern = new RegExp(`^${notBeforeStart}${notAfterEnd}${dayPattern}${timePattern}$`, 'u');

/** The pattern of an interval between two points in time, `2026-01-01T00:00:00Z/2026-01-31T23:59:59Z`. */
export const intervalPattern = new RegExp(`^${dayPattern}${timePattern}/${dayPattern}${timePattern}$`, 'u');

/** The last supported point in time. */
export const lastMoment = new Date('9999-12-31T23:59:59.999Z');

/**
 * A point in time in milliseconds.
 * @param value A Date, or an ISO 8601 text with its offset.
 * @returns Undefined for anything else.
 */
export function toMilliseconds(value: unknown): number | undefined {
  if (typeof value === 'string') return momentPattern.test(value) ? Date.parse(value) : undefined;
  return value instanceof Date && !Number.isNaN(value.getTime()) ? value.getTime() : undefined;
}
