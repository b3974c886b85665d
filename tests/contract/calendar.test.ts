import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addPeriod, daysBetween, nextTermEnd } from '../../contract/lib/calendar.ts';
import { isTimeZone, momentAt, wallClock, zonedIso, zonedMinute } from '../../contract/lib/timeZone.ts';

/** Zones with and without summer time, of both halves of the earth, with odd offsets, and one that skipped a day. */
const zones = [
  'UTC',
  'Asia/Shanghai',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Africa/Cairo',
  'Asia/Kathmandu',
  'Pacific/Apia',
] as const;
const zone = fc.constantFrom(...zones);
/** A date and time on a clock. */
const clock = fc
  .record({
    year: fc.integer({ min: 1975, max: 2090 }),
    month: fc.integer({ min: 0, max: 11 }),
    day: fc.integer({ min: 1, max: 31 }),
    minute: fc.constantFrom(0, 0, 60, 150, 719, 1439),
  })
  .map(({ year, month, day, minute }) => Date.UTC(year, month, Math.min(day, lastDay(year, month)), 0, minute));

const lastDay = (year: number, month: number): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

/** What the platform's own calendar shows in a zone, `2026-01-31 00:00:00`. */
const shown = (moment: number, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone }).format(moment);
const asShown = (wall: number): string => new Date(wall).toISOString().slice(0, 19).replace('T', ' ');

/** The same clock some months later, on the last day of a month that is too short. */
function monthsOn(wall: number, months: number): number {
  const from = new Date(wall);
  const first = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1));
  const day = Math.min(from.getUTCDate(), lastDay(first.getUTCFullYear(), first.getUTCMonth()));
  return first.getTime() + (day - 1) * 86_400_000 + (wall % 86_400_000);
}

/** True if the clocks of the zone show this time: not in the hour that summer time skips. */
const exists = (wall: number, where: string): boolean => shown(momentAt(where, wall), where) === asShown(wall);

const utc = (text: string): number => Date.parse(`${text}Z`);
/** A point in time by the clock of a zone. */
const at = (where: string, text: string): Date => new Date(momentAt(where, utc(text)));

describe('the clock of a zone', () => {
  it('shows what the platform shows, and leads back to a moment that it shows', () => {
    fc.assert(
      fc.property(zone, clock, (where, wall) => {
        const moment = momentAt(where, wall);
        expect(asShown(wallClock(where, moment))).toBe(shown(moment, where));
        if (exists(wall, where)) expect(wallClock(where, moment)).toBe(wall);
        else expect(wallClock(where, moment)).toBeGreaterThan(wall);
      }),
    );
  });

  it('is read the first time where it is shown twice, and later where it is skipped', () => {
    expect(at('Europe/Berlin', '2026-10-25T02:30').toISOString()).toBe('2026-10-25T00:30:00.000Z');
    expect(shown(at('Europe/Berlin', '2026-03-29T02:30').getTime(), 'Europe/Berlin')).toBe('2026-03-29 03:30:00');
    expect(shown(at('Pacific/Apia', '2011-12-30T10:00').getTime(), 'Pacific/Apia')).toBe('2011-12-31 10:00:00');
  });

  it('is written with its zone, and a file of it is the same moment', () => {
    expect(zonedMinute('Asia/Shanghai', utc('2027-01-02T03:04:05'))).toBe('2027-01-02 11:04 GMT+8');
    expect(zonedMinute('America/St_Johns', utc('2027-01-02T03:04'))).toBe('2027-01-01 23:34 GMT-3:30');
    expect(zonedMinute('UTC', utc('2027-01-02T03:04'))).toBe('2027-01-02 03:04 UTC');
    fc.assert(
      fc.property(zone, clock, fc.integer({ min: 0, max: 999 }), (where, wall, ms) => {
        const moment = momentAt(where, wall) + ms;
        const text = zonedIso(where, moment);
        expect(Date.parse(text.replace(' ', 'T'))).toBe(moment);
        expect(text.slice(0, 19)).toBe(shown(moment, where));
      }),
    );
  });

  it('is of a zone with a name', () => {
    expect(['UTC', 'Asia/Shanghai', 'America/Argentina/Buenos_Aires'].filter((name) => !isTimeZone(name))).toEqual([]);
    expect(['Mars/Olympus', '+08:00', '', 'Asia/', "UTC'--"].filter(isTimeZone)).toEqual([]);
  });
});

describe('a term in months or years', () => {
  it('keeps the day, or ends on the last one of a short month, at the same time of day', () => {
    fc.assert(
      fc.property(zone, clock, fc.integer({ min: -240, max: 240 }), (where, wall, months) => {
        const wanted = monthsOn(wall, months);
        fc.pre(exists(wall, where) && exists(wanted, where));
        const end = addPeriod(momentAt(where, wall), { years: Math.trunc(months / 12), months: months % 12 }, where);
        // Of an hour that is shown twice either will do.
        expect(shown(end, where)).toBe(asShown(wanted));
      }),
    );
  });

  it('keeps the time of day over days, while hours are exact', () => {
    fc.assert(
      fc.property(zone, clock, fc.integer({ min: -4000, max: 4000 }), (where, wall, days) => {
        const wanted = wall + days * 86_400_000;
        fc.pre(exists(wall, where) && exists(wanted, where));
        const start = momentAt(where, wall);
        expect(shown(addPeriod(start, { days }, where), where)).toBe(asShown(wanted));
        expect(daysBetween(start, addPeriod(start, { days }, where), where)).toBe(days);
        expect(addPeriod(start, { hours: days }, where) - start).toBe(days * 3_600_000);
      }),
    );
  });

  it('is followed by terms of the same day, however often, in whatever zone', () => {
    fc.assert(
      fc.property(zone, clock, fc.constantFrom(1, 3, 6, 12, 24), (where, wall, months) => {
        const walls = Array.from({ length: 8 }, (_, term) => monthsOn(wall, term * months));
        fc.pre(walls.every((one) => exists(one, where)));
        const anchor = new Date(momentAt(where, wall));
        let [start, end] = [anchor, new Date(addPeriod(anchor.getTime(), { months }, where))];
        for (const wanted of walls.slice(2)) {
          [start, end] = [end, nextTermEnd({ start, end, anchor }, [where, 'UTC'])];
          expect(shown(end.getTime(), where)).toBe(asShown(wanted));
        }
      }),
    );
  });

  const shanghai = 'Asia/Shanghai';
  const berlin = 'Europe/Berlin';
  it.each<[string, string, readonly string[]]>([
    [
      'yearly from 1 February',
      shanghai,
      ['2026-02-01T00:00', '2027-02-01T00:00', '2028-02-01T00:00', '2029-02-01T00:00'],
    ],
    [
      'monthly from 31 January',
      shanghai,
      ['2026-01-31T00:00', '2026-02-28T00:00', '2026-03-31T00:00', '2026-04-30T00:00'],
    ],
    [
      'half-years from midnight',
      berlin,
      ['2026-01-01T00:00', '2026-07-01T00:00', '2027-01-01T00:00', '2027-07-01T00:00'],
    ],
    [
      'yearly from 29 February',
      berlin,
      ['2024-02-29T09:30', '2025-02-28T09:30', '2026-02-28T09:30', '2027-02-28T09:30', '2028-02-29T09:30'],
    ],
    [
      'yearly until the last minute of December',
      shanghai,
      ['2027-01-01T00:00', '2027-12-31T23:59', '2028-12-31T23:59', '2029-12-31T23:59'],
    ],
    [
      'half-years until the last second of June and December',
      berlin,
      ['2027-01-01T00:00', '2027-06-30T23:59:59', '2027-12-31T23:59:59', '2028-06-30T23:59:59', '2028-12-31T23:59:59'],
    ],
    [
      'weekly until the last minute of Sunday, over a change of clocks',
      berlin,
      ['2026-03-16T00:00', '2026-03-22T23:59', '2026-03-29T23:59', '2026-04-05T23:59'],
    ],
    [
      '90 days over a midnight that the clocks skip',
      'Asia/Beirut',
      ['2025-09-30T00:00', '2025-12-29T00:00', '2026-03-29T00:00', '2026-06-27T00:00', '2026-09-25T00:00'],
    ],
    [
      'weekly over a midnight that the clocks skip',
      'America/Havana',
      ['2026-03-01T00:00', '2026-03-08T00:00', '2026-03-15T00:00', '2026-03-22T00:00'],
    ],
    ['two weeks over a change of clocks', berlin, ['2026-03-20T00:00', '2026-04-03T00:00', '2026-04-17T00:00']],
  ])('%s (%s)', (_, where, days) => {
    const ends = days.map((day) => at(where, day));
    const [anchor] = ends as [Date];
    for (const [index, wanted] of ends.entries())
      if (index > 1)
        expect(nextTermEnd({ start: ends[index - 2] as Date, end: ends[index - 1] as Date, anchor }, [where])).toEqual(
          wanted,
        );
  });

  it('is as long as before where it is neither months nor days', () => {
    const term = { start: new Date('2026-03-01T00:00:00Z'), end: new Date('2026-03-02T07:00:00Z') };
    expect(nextTermEnd({ ...term, anchor: term.start }, ['UTC'])).toEqual(new Date('2026-03-03T14:00:00Z'));
  });

  it('counts in the zone in which it is whole months', () => {
    const [start, end] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-07-01T00:00:00Z')];
    expect(nextTermEnd({ start, end, anchor: start }, [berlin, 'UTC'])).toEqual(new Date('2027-01-01T00:00:00Z'));
  });
});
