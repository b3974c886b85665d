import type { Condition } from './access.ts';

/** What holds between the fields of a record, for the form and for every body alike. */
export interface FieldRule {
  readonly field: string;
  /** The field that this one lies after: a day or a point in time. Where one of them is empty, it holds. */
  readonly after?: string;
  /** A condition over the other fields: while it holds the field is not empty. */
  readonly requiredWhen?: Condition;
}
