import type { FromRecord } from '../../conditions/fromRecord.ts';
import type { CallerValue, Scalar } from '../access.ts';
import type { Now, Today } from '../now.ts';

/** A calendar duration. If the target month is too short, years and months end on its last day. */
export interface CalendarPeriod {
  readonly years?: number;
  readonly months?: number;
  readonly weeks?: number;
  readonly days?: number;
  readonly hours?: number;
  readonly minutes?: number;
}

/** A duration whose numbers are written, or are those of integers of the record: `{ months: 'warranty_months' }`. */
export type DeclaredPeriod = { readonly [Unit in keyof CalendarPeriod]?: number | string };

/** A day or a point in time at a duration after a field, today or now. */
export interface LaterThan {
  readonly plus: string | Now | Today;
  readonly period: DeclaredPeriod;
}
/**
 * `plus('start_at', { years: 1 })`: one year after the field; `plus(today, { days: 14 })`: two weeks from today.
 * `plus('bought_on', { months: 'warranty_months' })`: as many months after the field as the integer says.
 */
export const plus = (from: LaterThan['plus'], period: DeclaredPeriod): LaterThan => ({ plus: from, period });

/** The value of a field of the record that a reference of this record points to: the price of the chosen product. */
export interface ReferencedValue {
  /** The reference. */
  readonly from: string;
  /** The field of the other record, of the same kind. */
  readonly field: string;
}

/**
 * A default that is resolved when a record is created, or when the input of a step or an action is asked for. Only such
 * an input may start with a value of the record.
 */
export type ComputedDefault = CallerValue | Now | Today | LaterThan | ReferencedValue | FromRecord;

/** True if the default is resolved when it is needed; all others are constants. */
export const isComputedDefault = (start: Scalar | ComputedDefault | undefined): start is ComputedDefault =>
  typeof start === 'object' && start !== null;

/** True if the default is the value of a field of a referenced record. */
export const isFromReference = (start: Scalar | ComputedDefault | undefined): start is ReferencedValue =>
  isComputedDefault(start) && 'from' in start;
