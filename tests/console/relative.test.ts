import { expect, it } from 'vitest';
import { saveLanguage } from '../../src/i18n/language.ts';
import { relativeTime } from '../../src/resources/values/relativeTime.ts';

const now = new Date('2026-11-23T11:00:00Z');
const said = (at: string) => relativeTime(at, now);

it('says how far a time lies from now as a person of the language does', () => {
  saveLanguage('en');
  expect(said('2026-11-23T10:59:30Z')).toBe('just now');
  expect(said('2026-11-20T10:00:00Z')).toBe('3 days ago');
  saveLanguage('zh-CN');
  expect(said('2026-11-23T10:59:30Z')).toBe('刚刚');
  expect(said('2026-07-20T10:00:00Z')).toBe('4 个月前');
  expect(said('2026-12-22T12:00:00Z')).toBe('29 天后');
});
