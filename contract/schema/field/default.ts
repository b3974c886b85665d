import type { Me, Scalar } from '../access.ts';
import type { Now, Today } from '../now.ts';

/** So long in the calendar: months and years end with the month where it is too short. */
export interface Period {
  readonly years?: number;
  readonly months?: number;
  readonly weeks?: number;
  readonly days?: number;
  readonly hours?: number;
  readonly minutes?: number;
}

/** A day or a point in time that lies so much later than a field, than the day or than the moment. */
export interface Plus {
  readonly plus: string | Now | Today;
  readonly period: Period;
}
/** `plus('start_at', { years: 1 })`: a year after the field, `plus(today, { days: 14 })`: two weeks from the day on. */
export const plus = (from: Plus['plus'], period: Period): Plus => ({ plus: from, period });

/** What a field starts with and only a new record knows. */
export type Start = Me | Now | Today | Plus;

/** Is the start worked out when a record is made? All others are values. */
export const isWorkedOut = (start: Scalar | Start | undefined): start is Start =>
  typeof start === 'object' && start !== null;
