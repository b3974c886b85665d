/** The value of another field of the same record. */
export interface FromRecord {
  readonly fromRecord: string;
}

/** `{ body: fromRecord('resolution') }`: the value of that field of the record. */
export const fromRecord = (field: string): FromRecord => ({ fromRecord: field });

/** True if the value is that of a field of the record. */
export const isFromRecord = (value: unknown): value is FromRecord =>
  typeof value === 'object' && value !== null && 'fromRecord' in value;
