/**
 * Counts and sums of live records by some of their fields, updated on every write, so that totals need not read the
 * records.
 */
export interface SummaryDeclaration {
  /** The fields to group by: those that row rules and list filters compare. */
  readonly by: readonly string[];
  /** Numeric fields to sum in each group. */
  readonly sums?: readonly string[];
}

interface Tabled {
  readonly table: string;
}

/** Prefix of the names of an entity's summaries in the database. */
export const summaryPrefix = ({ table }: Tabled): string => `${table}_summary`;

/** Name of the summary's table. */
export const summaryTable = (entity: Tabled, { by }: SummaryDeclaration): string =>
  [summaryPrefix(entity), ...by].join('__');
