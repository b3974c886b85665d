import type { Condition } from './access.ts';

/** What holds between the fields of a record, for the form and for every body alike. */
export interface FieldRule {
  /** A field of the record, or with a dot one inside an object: `params.stamp_time`. */
  readonly field: string;
  /** The field that this one lies after: a day or a point in time. Where one of them is empty, it holds. */
  readonly after?: string;
  /**
   * A condition over the other fields: while it holds the field is not empty. `shown` is the field's own `shownWhen`, and
   * always where it has none.
   */
  readonly requiredWhen?: Condition | 'shown';
  /** What becomes of a value for which the field's own `shownWhen` does not hold: it goes, or the body that has it is refused. */
  readonly unlessShown?: 'dropped' | 'refused';
}
