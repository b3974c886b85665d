import type { Condition } from '../access.ts';

/** A board: the records of a list as cards, in a column for each value of a choice. */
export interface BoardDeclaration {
  /**
   * The choice whose values are the columns, in their order: the field of the lifecycle, or a required choice. It is one
   * of the list's filters, by which each column is read.
   */
  readonly by: string;
  /** Columns of the list that a card shows below the title. */
  readonly shows?: readonly string[];
}

/** A calendar: the records of a list on their days, month by month. */
export interface CalendarDeclaration {
  /** The day or point in time of a record; it is one of the list's filters, or its range. */
  readonly from: string;
  /** The last day of a record that lasts for several; without a value the record is on its first day alone. */
  readonly until?: string;
  /** Columns of the list whose values follow the title of a record. */
  readonly shows?: readonly string[];
  /**
   * Only records that meet this condition are in the calendar, for example those that are not cancelled. It compares
   * choices, booleans and whole numbers of the record with values.
   */
  readonly when?: Condition;
}
