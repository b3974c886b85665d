/** The browser's time zone, as `Asia/Shanghai (GMT+8)`. */
export const zoneName = (): string => `${Intl.DateTimeFormat().resolvedOptions().timeZone} (${zoneLabel()})`;

/** The offset of the browser's time zone at a moment, as `GMT+8` or `GMT-3:30` (R-I18N-07). */
export function zoneLabel(moment = new Date()): string {
  const minutes = -moment.getTimezoneOffset();
  const hours = Math.trunc(Math.abs(minutes) / 60);
  const rest = Math.abs(minutes) % 60;
  return `GMT${minutes < 0 ? '-' : '+'}${hours}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`;
}
