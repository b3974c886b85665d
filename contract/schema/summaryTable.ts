/** Live records, counted and summed by some of their fields as they are written, so that totals need not read them. */
export interface SummaryDeclaration {
  /** The fields that tell the parts apart: those that a role's rows and the list's filters go by. */
  readonly by: readonly string[];
  /** Numbers that are summed in each part. */
  readonly sums?: readonly string[];
}

interface Tabled {
  readonly table: string;
}

/** What the names of an entity's summaries in the database begin with. */
export const summaryPrefix = ({ table }: Tabled): string => `${table}_summary`;

/** The table of a summary. */
export const summaryTable = (entity: Tabled, { by }: SummaryDeclaration): string =>
  [summaryPrefix(entity), ...by].join('__');
