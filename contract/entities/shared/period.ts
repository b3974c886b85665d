import type { Choice } from '../../schema/field/options.ts';

/** Period units in days (SPEC 3, R-UNIT-01), with the form that follows a number. */
export const periodUnits = [
  { id: 1, days: 1, label: { en: '{value|day|days}', zh: '天' } },
  { id: 2, days: 30, label: { en: '{value|month|months}', zh: '月' } },
  { id: 3, days: 365, label: { en: '{value|year|years}', zh: '年' } },
] as const satisfies readonly (Choice & { days: number })[];

const dayMilliseconds = 24 * 60 * 60 * 1000;

/** A period in days, from its number and unit (1 day, 2 month, 3 year; R-UNIT-01). Undefined for an unknown unit. */
export function daysOf(count: number, unit: number): number | undefined {
  const found = periodUnits.find((one) => one.id === unit);
  return found && count * found.days;
}

/** The point in time this many days of 24 hours later (C3). */
export const daysAfter = (moment: Date, days: number): Date => new Date(moment.getTime() + days * dayMilliseconds);
