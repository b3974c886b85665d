import dayjs from 'dayjs';
import { language } from '../i18n/language.ts';

const units = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** How far a point in time lies from now, in the largest unit that is full: `3 days ago`, `in 12 days`. */
export function relativeText(value: unknown, now: Date = new Date()): string {
  const moment = value ? dayjs(value as string) : undefined;
  if (!moment?.isValid()) return '';
  const seconds = Math.round((moment.valueOf() - now.getTime()) / 1000);
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['minute', 60];
  return new Intl.RelativeTimeFormat(language(), { numeric: 'auto' }).format(Math.trunc(seconds / size), unit);
}
