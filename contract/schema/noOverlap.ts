/** Periods of records that may not overlap, such as the prices of one product in one currency. */
export interface NoOverlap {
  /** Fields whose values together name what a period is of. Without them all records of the entity share one calendar. */
  readonly by?: readonly string[];
  /** The day or the point in time that the period begins with; empty: it has no beginning. */
  readonly from: string;
  /** The last day of the period, or the point in time that it ends before; empty: it has no end. */
  readonly until: string;
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
