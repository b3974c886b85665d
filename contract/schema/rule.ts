import type { MessageKey } from '../messages/message.ts';
import type { Condition } from './access.ts';

/** How many different texts some fields may have together. Texts with the same folded form count once (E6). */
export interface DistinctTexts {
  /** The other fields: texts and lists of texts, also inside an object. */
  readonly with: readonly string[];
  readonly most: number;
  /** The message if there are more; its `{value}` is the limit. */
  readonly otherwise: MessageKey;
}

/** A rule between the fields of a record, checked in forms and for every request body. */
export interface FieldRule {
  /** A field of the record, or with a dot a field inside an object: `params.stamp_time`. */
  readonly field: string;
  /** A day or a point in time that this field must be after. If one of the two is empty, the rule is met. */
  readonly after?: string;
  /**
   * The field is required while the other fields meet this condition. `shown` means the field's own `shownWhen`;
   * without one the field is always required.
   */
  readonly requiredWhen?: Condition | 'shown';
  /** Limits the different texts of this field and others together. */
  readonly distinct?: DistinctTexts;
  /**
   * What happens to a value while the field's `shownWhen` is not met: `dropped` clears it, `refused` refuses the body.
   */
  readonly unlessShown?: 'dropped' | 'refused';
}

/** Periods of records that may not overlap, such as the prices of one product in one currency. */
export interface NoOverlap {
  /** Fields whose values together name what a period is of. Without them all records of the entity share one calendar. */
  readonly by?: readonly string[];
  /** The day or the point in time that the period begins with; empty: it has no beginning. */
  readonly from: string;
  /** The last day of the period, or the point in time that it ends before; empty: it has no end. */
  readonly until: string;
  /**
   * Only records that meet this condition are compared: a cancelled one leaves its period to others. It compares
   * choices, booleans and whole numbers of the record with values, because the constraint of the table has it, too.
   */
  readonly when?: Condition;
}

/** The declared rules of an entity as a list. */
export const overlapsOf = ({
  noOverlap = [],
}: {
  readonly noOverlap?: NoOverlap | readonly NoOverlap[];
}): readonly NoOverlap[] => [noOverlap].flat();

/** The name of the exclusion constraint. */
export const overlapName = ({ table }: { readonly table: string }, { by = [] }: NoOverlap): string =>
  [by.length > 0 ? `${table}_${by.join('__')}` : table, 'overlap'].join('__');
