/** ISO 8601 with its offset, from 1970 on. */
export const momentPattern =
  /^(19[7-9]|[2-9][0-9]{2})[0-9]-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$/;

/** A point in time in milliseconds. In: a Date, or an ISO 8601 text with its offset. Out: undefined for all else. */
export function momentOf(value: unknown): number | undefined {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.getTime();
  if (typeof value !== 'string' || !momentPattern.test(value)) return undefined;
  const [year = 0, month = 0, day = 0] = value.slice(0, 10).split('-').map(Number);
  const exists = new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
  const time = Date.parse(value);
  return exists && !Number.isNaN(time) ? time : undefined;
}
