/** The browser's time zone, e.g. `Asia/Shanghai (GMT+8)`. */
export const timeZoneName = (): string => `${Intl.DateTimeFormat().resolvedOptions().timeZone} (${timeZoneLabel()})`;

/** The offset of the browser's time zone at a given time, e.g. `GMT+8` or `GMT-3:30` (R-I18N-07). */
export function timeZoneLabel(moment = new Date()): string {
  const minutes = -moment.getTimezoneOffset();
  const hours = Math.trunc(Math.abs(minutes) / 60);
  const rest = Math.abs(minutes) % 60;
  return `GMT${minutes < 0 ? '-' : '+'}${hours}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`;
}
