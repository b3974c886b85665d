import type { Condition } from '../access.ts';

/** The children of a record that a field counts or sums. */
export interface Rollup {
  /** The entity of the children. */
  readonly entity: string;
  /** Their reference to the record. */
  readonly by: string;
  /** Their field to sum; without it they are counted. */
  readonly sum?: string;
  /**
   * Only children that meet this condition are counted or summed: the open loans of a device. It compares choices,
   * booleans and whole numbers of the child with values, because a trigger has it.
   */
  readonly when?: Condition;
}
