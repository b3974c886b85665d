import type { CallerValue, Scalar } from './access.ts';
import type { Now } from './now.ts';

/** What a step or an action sets besides its input, by field: a value, something of who takes it, or the time of it. */
export type AssignedValues = Readonly<Record<string, Scalar | CallerValue | Now>>;

/** Is it a value of its own, whoever takes the step and whenever? */
export const isFixedValue = (value: AssignedValues[string]): value is Scalar =>
  value === null || typeof value !== 'object';

/** What a field of the record holds that the step was taken with. */
export interface FromRecord {
  readonly fromRecord: string;
}
/** `{ ticket_id: fromRecord('id'), body: fromRecord('resolution') }`: a value of the record, as it is after the step. */
export const fromRecord = (field: string): FromRecord => ({ fromRecord: field });

/** The records of other entities that a step or an action makes: by entity the values of one, by field. */
export type CreatedRecords = Readonly<Record<string, Readonly<Record<string, AssignedValues[string] | FromRecord>>>>;

/** Is it a value of the record that the step was taken with? */
export const isFromRecord = (value: CreatedRecords[string][string]): value is FromRecord =>
  typeof value === 'object' && value !== null && 'fromRecord' in value;
