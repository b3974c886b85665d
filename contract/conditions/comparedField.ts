/** Another field of the same record that a field is compared with, as `fromRecord` of `schema/assignedValues.ts` names it. */
export interface ComparedField {
  readonly fromRecord: string;
}

/** True if a field is compared with another one of the same record. */
export const isComparedField = (wanted: unknown): wanted is ComparedField =>
  typeof wanted === 'object' && wanted !== null && 'fromRecord' in wanted;
