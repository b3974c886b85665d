import dayjs from 'dayjs';
import { language } from '../../i18n/language.ts';
import { text } from '../../i18n/text.ts';

const units = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** Adds a space between digits and Chinese characters, as the console writes them everywhere. */
const withSpaces = (words: string): string =>
  words.replace(/(\d)(?=\p{Script=Han})/gu, '$1 ').replace(/(\p{Script=Han})(?=\d)/gu, '$1 ');

/** The distance of a point in time from now, in the largest full unit: `3 days ago`, `in 12 days`, `just now`. */
export function relativeTime(value: unknown, now: Date = new Date()): string {
  const moment = value ? dayjs(value as string) : undefined;
  if (!moment?.isValid()) return '';
  const seconds = Math.round((moment.valueOf() - now.getTime()) / 1000);
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? [];
  if (!unit) return text().dashboard.now;
  return withSpaces(
    new Intl.RelativeTimeFormat(language(), { numeric: 'auto' }).format(Math.trunc(seconds / size), unit),
  );
}
