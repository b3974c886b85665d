import { offsetLabel, zonedMinute } from '../../contract/lib/timeZone.ts';

/** The part of Temporal that gives the time zone; not every browser has it. */
interface WithTemporal {
  readonly Temporal?: { readonly Now: { timeZoneId(): string } };
}

/**
 * The browser's time zone, e.g. `Asia/Shanghai`. A browser without Temporal is slow to find it, about 20 ms the first time: ask
 * only when it is needed.
 */
export const browserZone = (): string =>
  (globalThis as WithTemporal).Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The offset of the browser's time zone at a given time, e.g. `GMT+8` or `GMT-3:30` (R-I18N-07). */
export const timeZoneLabel = (moment = new Date()): string => offsetLabel(-moment.getTimezoneOffset());

/** The browser's time zone, e.g. `Asia/Shanghai (GMT+8)`. */
export const timeZoneName = (): string => `${browserZone()} (${timeZoneLabel()})`;

/** A point in time to the minute, with the browser's zone: `2027-01-02 11:04 GMT+8 (Asia/Shanghai)`. */
export function zonedMomentText(moment: Date | string | number): string {
  const zone = browserZone();
  const shown = zonedMinute(zone, new Date(moment).getTime());
  return shown.endsWith(zone) ? shown : `${shown} (${zone})`;
}
