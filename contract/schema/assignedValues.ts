import type { FromRecord } from '../conditions/fromRecord.ts';
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

/** In a step, `{ body: fromRecord('resolution') }` is a value of the record as it is after the step. */
export { type FromRecord, fromRecord, isFromRecord } from '../conditions/fromRecord.ts';

/** Records of other entities that a step or an action creates: entity name to field values. */
export type CreatedRecords = Readonly<Record<string, Readonly<Record<string, AssignedValues[string] | FromRecord>>>>;
