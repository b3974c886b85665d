import type { Label } from '../messages/label.ts';
import type { Role } from './access.ts';
import type { Narrowing } from './queue.ts';

/** A number of the dashboard: a count of a list, or a sum over it, which leads to that list (B24). */
export interface MetricDeclaration {
  readonly label: Label;
  readonly roles: readonly Role[];
  /** Small numbers stand first among all figures of a role. */
  readonly order: number;
  /** What the list is narrowed to. */
  readonly only: Narrowing;
  /** The field that is summed, by unit or currency; without it the records are counted. */
  readonly sum?: string;
  /** A point in time of which the earliest is told beside a count. */
  readonly since?: string;
}

/** A chart of the dashboard: counts or sums of a list, part by part. */
export interface ChartDeclaration {
  readonly label: Label;
  readonly roles: readonly Role[];
  /** Small numbers stand first among all charts of a role. */
  readonly order: number;
  /** What the list is narrowed to; all of it unless given. */
  readonly only?: Narrowing;
  /** The field that is summed, by unit or currency; without it the records are counted. */
  readonly sum?: string;
  /** What tells the parts apart: the point in time that the list is ranged by, or a reference that it is filtered by. */
  readonly by: string;
  /** Of a point in time: each of the last twelve months, or each day of the next year. A month unless given. */
  readonly every?: 'month' | 'day';
  /**
   * Of a chart by days: the parameter of `list.parameters` that takes the time that the list behind a part lies in, and the entity
   * whose list, narrowed by a parameter of the same name, is behind it for roles that have no list of this one.
   */
  readonly leads?: { readonly by: string; readonly or?: string };
}
