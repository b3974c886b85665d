import type { Label } from '../messages/label.ts';
import type { Role } from './access.ts';
import type { Narrowing } from './queue.ts';

/** A number on the dashboard: a count or a sum over a list, with a link to that list (B24). */
export interface MetricDeclaration {
  readonly label: Label;
  readonly roles: readonly Role[];
  /** Position among all metrics of a role, ascending. */
  readonly order: number;
  /** Filter of the list. */
  readonly only: Narrowing;
  /** The field to sum, by unit or currency. Without it, the records are counted. */
  readonly sum?: string;
  /** A point in time; the earliest one is shown next to a count. */
  readonly since?: string;
}

/** A part of every bar of a chart: the records of the chart's list that also match this filter. */
export interface SeriesDeclaration {
  readonly label: Label;
  readonly only: Narrowing;
  readonly tone: 'good' | 'warn' | 'bad' | 'neutral' | 'info';
}

/** A chart on the dashboard: counts or sums of a list by group. */
export interface ChartDeclaration {
  readonly label: Label;
  readonly roles: readonly Role[];
  /** Position among all charts of a role, ascending. */
  readonly order: number;
  /** Filter of the list; by default none. */
  readonly only?: Narrowing;
  /** The field to sum, by unit or currency. Without it, the records are counted. */
  readonly sum?: string;
  /** The group of a part: the range of the list, or a day, a point in time or a reference that the list can be filtered by. */
  readonly by: string;
  /** If grouped by a time: each of the last twelve months (default), or each day of the next year. */
  readonly every?: 'month' | 'day';
  /** The months are the next twelve, from the current one on, instead of the last twelve. */
  readonly ahead?: true;
  /**
   * Where a clicked month or day leads instead of the list filtered by `by`, for a point in time. `by` is the parameter
   * of `list.parameters` that receives its time range. `or` is the entity whose list opens instead for roles without a
   * list of this one; it has a parameter of the same name.
   */
  readonly leads?: { readonly by: string; readonly or?: string };
  /**
   * The parts that each bar of a chart of counts by months consists of, from the bottom up. A record should belong to
   * one of them.
   */
  readonly series?: Readonly<Record<string, SeriesDeclaration>>;
}
