import dayjs from 'dayjs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { saveLanguage } from '../../src/i18n/language.ts';
import { relativeTime } from '../../src/resources/values/relativeTime.ts';

const now = new Date('2026-11-23T11:00:00Z');
const textOf = (at: string) => relativeTime(at, now);

it('says how far a time lies from now as a person of the language does', () => {
  saveLanguage('en');
  expect(textOf('2026-11-23T10:59:30Z')).toBe('just now');
  expect(textOf('2026-11-20T10:00:00Z')).toBe('3 days ago');
  saveLanguage('zh-CN');
  expect(textOf('2026-11-23T10:59:30Z')).toBe('刚刚');
  expect(textOf('2026-07-20T10:00:00Z')).toBe('4 个月前');
  expect(textOf('2026-12-22T12:00:00Z')).toBe('29 天后');
});

it('says days as the calendar has them, and no months of less than a hundred days', () => {
  saveLanguage('en');
  expect(relativeTime(new Date(now.getTime() + 90 * 86_400_000).toISOString(), now)).toBe('in 90 days');
  expect(textOf('2026-11-24T23:00:00Z')).toBe('tomorrow');
  expect(textOf('2026-11-25T00:30:00Z')).toBe('in 2 days');
  expect(textOf('2027-11-23T11:00:00Z')).toBe('in 12 months');
  expect(textOf('2029-11-23T11:00:00Z')).toBe('in 3 years');
  saveLanguage('zh-CN');
  expect(textOf('2027-02-21T11:00:00Z')).toBe('90 天后');
});

it('says a day by its distance from today, at any hour', () => {
  saveLanguage('en');
  const day = (offset: number) => dayjs(now).add(offset, 'day').format('YYYY-MM-DD');
  expect([-1, 0, 1, 3].map((offset) => textOf(day(offset)))).toEqual(['yesterday', 'today', 'tomorrow', 'in 3 days']);
  saveLanguage('zh-CN');
  expect([0, 3].map((offset) => textOf(day(offset)))).toEqual(['今天', '3 天后']);
});

it('is never off by more than half of the unit that it says', () => {
  saveLanguage('en');
  const sizes = { minute: 60, hour: 3600, day: 86_400 } as const;
  fc.assert(
    fc.property(fc.integer({ min: 120, max: 20 * 365 * 86_400 }), (seconds) => {
      const text = relativeTime(new Date(now.getTime() + seconds * 1000).toISOString(), now);
      const [, count = '1', unit = 'day'] = /^in (\d+) (minute|hour|day|month|year)s?$/.exec(text) ?? [];
      const far = dayjs(now).add(seconds, 'second');
      if (unit === 'month' || unit === 'year') {
        expect(seconds).toBeGreaterThan(99 * 86_400);
        expect(Math.abs(far.diff(dayjs(now).add(Number(count), unit), unit, true))).toBeLessThanOrEqual(0.55);
      } else expect(Math.abs(seconds / sizes[unit as 'day'] - Number(count))).toBeLessThanOrEqual(1);
    }),
  );
});
