import { dayMs } from './dayMs.ts';

const minuteMs = 60_000;

const formats = new Map<string, Intl.DateTimeFormat>();
/** More names than there are zones; names that differ in case are the same zone and would fill the memory. */
const mostFormats = 1000;

/**
 * The format of a zone, which is slow to make.
 * @throws RangeError for an unknown name
 */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  if (formats.size >= mostFormats) formats.clear();
  const two = '2-digit';
  const time = { hour: two, minute: two, second: two, hourCycle: 'h23' } as const;
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, year: 'numeric', month: two, day: two, ...time });
  formats.set(zone, format);
  return format;
}

/** True if the name is an IANA time zone such as `Asia/Shanghai`. Offsets and other abbreviations are not accepted. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/.test(name)) return false;
  try {
    return formatOf(name) !== undefined;
  } catch {
    return false;
  }
}

/** The date and time that the clocks of a zone show, in milliseconds as if they were UTC. */
export function wallClock(zone: string, moment: number): number {
  if (zone === 'UTC') return moment;
  const parts = new Map(
    formatOf(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return shown + (((moment % 1000) + 1000) % 1000);
}

/** How far the clocks of a zone are ahead of UTC, in milliseconds. */
const offsetAt = (zone: string, moment: number): number => wallClock(zone, moment) - moment;

/**
 * The point in time at which the clocks of a zone show this date and time. If they show it twice, it is the first time;
 * if they skip it, it is as much later as they skip (RFC 5545, 3.3.5).
 */
export function momentAt(zone: string, wall: number): number {
  if (zone === 'UTC') return wall;
  const early = wall - offsetAt(zone, wall - dayMs);
  if (wallClock(zone, early) === wall) return early;
  const late = wall - offsetAt(zone, wall + dayMs);
  return wallClock(zone, late) === wall ? late : early;
}

const two = (part: number): string => String(part).padStart(2, '0');

/** An offset from UTC as people know it: `GMT+8`, `GMT-3:30`. */
export function offsetLabel(minutes: number): string {
  const rest = Math.abs(minutes) % 60;
  return `GMT${minutes < 0 ? '-' : '+'}${Math.trunc(Math.abs(minutes) / 60)}${rest ? `:${two(rest)}` : ''}`;
}

/** The zone of a point in time as people know it: `GMT+8`, in summer perhaps `GMT+2`; `UTC` for that zone itself. */
export const zoneLabel = (zone: string, moment: number): string =>
  zone === 'UTC' ? zone : offsetLabel(Math.round(offsetAt(zone, moment) / minuteMs));

/** A point in time in a zone, to the minute and with the zone: `2027-01-02 11:04 GMT+8`. */
export function zonedMinute(zone: string, moment: number): string {
  const shown = new Date(wallClock(zone, moment)).toISOString();
  return `${shown.slice(0, 10)} ${shown.slice(11, 16)} ${zoneLabel(zone, moment)}`;
}

/** A point in time in a zone with its offset, as a file contains it: `2027-01-02 11:04:05+08:00` (RFC 3339). */
export function zonedIso(zone: string, moment: number): string {
  const minutes = Math.round(offsetAt(zone, moment) / minuteMs);
  const shown = new Date(moment + minutes * minuteMs)
    .toISOString()
    .slice(0, -1)
    .replace(/\.000$/, '')
    .replace('T', ' ');
  const offset = `${two(Math.trunc(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
  return `${shown}${minutes < 0 ? '-' : '+'}${offset}`;
}
