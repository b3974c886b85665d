import { hashKey } from '@tanstack/react-query';
import type { SortPayload } from 'react-admin';

/** How high the rows of a table are, in pixels. */
export const rowHeights = { compact: 40, comfortable: 52 } as const;
export type Density = keyof typeof rowHeights;

/** The columns that the reader of a list hid, and their order. */
export interface ChosenColumns {
  readonly hidden: readonly string[];
  readonly order: readonly string[];
}

/** How a list stands, as a saved view keeps it (B38); what was saved before views had columns has none. */
export interface ListView {
  readonly filter: Readonly<Record<string, unknown>>;
  readonly sort: SortPayload;
  readonly columns?: ChosenColumns;
  readonly density?: Density;
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const stringsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** What a view says, or nothing when it was not saved by a list: the API takes any text. */
export function parseListView(query: unknown): ListView | undefined {
  let said: unknown = query;
  try {
    if (typeof query === 'string') said = JSON.parse(query);
  } catch {
    return undefined;
  }
  if (!isObject(said) || !isObject(said.filter) || !isObject(said.sort)) return undefined;
  const { filter, sort, columns, density } = said;
  return {
    filter,
    sort: { field: String(sort.field), order: sort.order === 'DESC' ? 'DESC' : 'ASC' },
    ...(isObject(columns) && { columns: { hidden: stringsIn(columns.hidden), order: stringsIn(columns.order) } }),
    ...(typeof density === 'string' && { density: density as Density }),
  };
}

/** Do two lists stand alike? The order of the filters does not matter. */
export const isSameListView = (one: ListView, other: ListView): boolean => hashKey([one]) === hashKey([other]);
