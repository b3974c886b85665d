import { hashKey } from '@tanstack/react-query';
import type { SortPayload } from 'react-admin';

/** The height of table rows in pixels. */
export const rowHeights = { compact: 40, comfortable: 52 } as const;
export type Density = keyof typeof rowHeights;

/** The columns that the reader of a list hid, and their order. */
export interface ChosenColumns {
  readonly hidden: readonly string[];
  readonly order: readonly string[];
}

/** The state of a list as a saved view stores it (B38); views saved in an older format have no columns. */
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

/** Parses a saved view; undefined if it is not one of a list, since the API accepts any text. */
export function parseListView(query: unknown): ListView | undefined {
  let parsed: unknown = query;
  try {
    if (typeof query === 'string') parsed = JSON.parse(query);
  } catch {
    return undefined;
  }
  if (!isObject(parsed) || !isObject(parsed.filter) || !isObject(parsed.sort)) return undefined;
  const { filter, sort, columns, density } = parsed;
  return {
    filter,
    sort: { field: String(sort.field), order: sort.order === 'DESC' ? 'DESC' : 'ASC' },
    ...(isObject(columns) && { columns: { hidden: stringsIn(columns.hidden), order: stringsIn(columns.order) } }),
    ...(typeof density === 'string' && { density: density as Density }),
  };
}

/** True if two list states are the same, whatever the order of the filters. */
export const isSameListView = (one: ListView, other: ListView): boolean => hashKey([one]) === hashKey([other]);
