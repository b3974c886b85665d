import type { FromRecord } from '../conditions/fromRecord.ts';
import type { CallerValue, Scalar } from './access.ts';
import type { ReferencedValue } from './field/default.ts';
import type { Now, Today } from './now.ts';

/**
 * `{ until: fromRecord('wanted_until') }`, `{ ticket_id: fromRecord('id') }`: values of the record, in `assign` as it was
 * before the step, in `create` as it is after it; in a condition a field to compare with.
 */
export const fromRecord = (field: string): FromRecord => ({ fromRecord: field });

/**
 * Values that a step or an action assigns without input: a constant, a property of the caller, the current time, the
 * current day, the value of another field of the record, or one of a record that it refers to.
 */
export type AssignedValues = Readonly<
  Record<string, Scalar | CallerValue | Now | Today | FromRecord | ReferencedValue>
>;

/** True if the value is the current time, or the current day. */
export const isByClock = (value: AssignedValues[string]): value is Now | Today =>
  typeof value === 'object' && value !== null && ('now' in value || 'today' in value);

/** True if the value is a constant, independent of the caller, the time and the record. */
export const isFixedValue = (value: AssignedValues[string]): value is Scalar =>
  value === null || typeof value !== 'object';

/** What a step or an action writes to records that this one refers to: the reference to field values. */
export type UpdatedRecords = Readonly<Record<string, AssignedValues>>;

/** Records of other entities that a step or an action creates: entity name to field values. */
export type CreatedRecords = Readonly<Record<string, AssignedValues>>;
