import type { CallerValue, Scalar } from '../access.ts';
import type { Now, Today } from '../now.ts';

/** So long in the calendar: months and years end with the month where it is too short. */
export interface CalendarPeriod {
  readonly years?: number;
  readonly months?: number;
  readonly weeks?: number;
  readonly days?: number;
  readonly hours?: number;
  readonly minutes?: number;
}

/** A day or a point in time that lies so much later than a field, than the day or than the moment. */
export interface LaterThan {
  readonly plus: string | Now | Today;
  readonly period: CalendarPeriod;
}
/** `plus('start_at', { years: 1 })`: a year after the field, `plus(today, { days: 14 })`: two weeks from the day on. */
export const plus = (from: LaterThan['plus'], period: CalendarPeriod): LaterThan => ({ plus: from, period });

/** What a field starts with and only a new record knows. */
export type ComputedDefault = CallerValue | Now | Today | LaterThan;

/** Is the start worked out when a record is made? All others are values. */
export const isComputedDefault = (start: Scalar | ComputedDefault | undefined): start is ComputedDefault =>
  typeof start === 'object' && start !== null;
