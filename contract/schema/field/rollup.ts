/** The children of a record that a field counts or sums. */
export interface Rollup {
  /** The entity of the children. */
  readonly entity: string;
  /** Their reference to the record. */
  readonly by: string;
  /** Their field to sum; without it they are counted. */
  readonly sum?: string;
}
