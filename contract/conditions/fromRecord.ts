/** The value of another field of the same record, as `fromRecord` of `schema/assignedValues.ts` names it. */
export interface FromRecord {
  readonly fromRecord: string;
}

/** True for the value of another field of the same record. */
export const isFromRecord = (value: unknown): value is FromRecord =>
  typeof value === 'object' && value !== null && 'fromRecord' in value;
