import type { CallerValue, Scalar } from './access.ts';
import type { Now, Today } from './now.ts';

/**
 * Values that a step or an action assigns without input: a constant, a property of the caller, the current time, or the
 * current day.
 */
export type AssignedValues = Readonly<Record<string, Scalar | CallerValue | Now | Today>>;

/** True if the value is the current time, or the current day. */
export const isByClock = (value: AssignedValues[string] | FromRecord): value is Now | Today =>
  typeof value === 'object' && value !== null && ('now' in value || 'today' in value);

/** True if the value is a constant, independent of the caller and the time. */
export const isFixedValue = (value: AssignedValues[string]): value is Scalar =>
  value === null || typeof value !== 'object';

/** A value copied from the record that the step runs on. */
export interface FromRecord {
  readonly fromRecord: string;
}
/** `{ ticket_id: fromRecord('id'), body: fromRecord('resolution') }`: values of the record as it is after the step. */
export const fromRecord = (field: string): FromRecord => ({ fromRecord: field });

/** Records of other entities that a step or an action creates: entity name to field values. */
export type CreatedRecords = Readonly<Record<string, Readonly<Record<string, AssignedValues[string] | FromRecord>>>>;

/** True if the value is copied from the record that the step runs on. */
export const isFromRecord = (value: CreatedRecords[string][string]): value is FromRecord =>
  typeof value === 'object' && value !== null && 'fromRecord' in value;
