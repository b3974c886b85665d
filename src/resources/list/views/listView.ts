import { hashKey } from '@tanstack/react-query';
import type { SortPayload } from 'react-admin';
import { type ListDisplay, listDisplays } from '../../../../contract/lists/displays.ts';

/** The height of table rows in pixels. */
export const rowHeights = { compact: 40, comfortable: 52 } as const;
export type Density = keyof typeof rowHeights;

/** The columns that the reader of a list hid, their order, and the widths in pixels of those that were resized. */
export interface ChosenColumns {
  readonly hidden: readonly string[];
  readonly order: readonly string[];
  readonly widths?: ColumnWidths;
}

/** Widths of columns in pixels, by the name of the field. */
export type ColumnWidths = Readonly<Record<string, number>>;

/** The least and the greatest width of a resized column in pixels. */
export const columnLimits = { least: 48, most: 1000 } as const;

/** The nearest width in whole pixels that a column may have. */
export const allowedWidth = (width: number): number =>
  Math.round(Math.min(Math.max(width, columnLimits.least), columnLimits.most));

/** The state of a list as a saved view stores it (B38); views saved in an older format have no columns. */
export interface ListView {
  readonly filter: Readonly<Record<string, unknown>>;
  readonly sort: SortPayload;
  readonly columns?: ChosenColumns;
  readonly density?: Density;
  /** Absent for the table. */
  readonly display?: ListDisplay;
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const stringsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** Reads saved widths; those outside the limits are left out. */
export const parseWidths = (saved: unknown): ColumnWidths =>
  Object.fromEntries(
    Object.entries(isObject(saved) ? saved : {}).filter(
      (entry): entry is [string, number] =>
        typeof entry[1] === 'number' && entry[1] >= columnLimits.least && entry[1] <= columnLimits.most,
    ),
  );

/** The columns as they are saved: without widths if none was resized, as in views of an older format. */
export const toChosen = ({ hidden, order, widths = {} }: ChosenColumns): ChosenColumns => ({
  hidden,
  order,
  ...(Object.keys(widths).length > 0 && { widths }),
});

/** Parses a saved view; undefined if it is not one of a list, since the API accepts any text. */
export function parseListView(query: unknown): ListView | undefined {
  let parsed: unknown = query;
  try {
    if (typeof query === 'string') parsed = JSON.parse(query);
  } catch {
    return undefined;
  }
  if (!isObject(parsed) || !isObject(parsed.filter) || !isObject(parsed.sort)) return undefined;
  const { filter, sort, columns, density, display } = parsed;
  const shownAs = listDisplays.find((one) => one === display && one !== 'table');
  return {
    filter,
    sort: { field: String(sort.field), order: sort.order === 'DESC' ? 'DESC' : 'ASC' },
    ...(isObject(columns) && {
      columns: toChosen({
        hidden: stringsIn(columns.hidden),
        order: stringsIn(columns.order),
        widths: parseWidths(columns.widths),
      }),
    }),
    ...(typeof density === 'string' && { density: density as Density }),
    ...(shownAs && { display: shownAs }),
  };
}

/** True if two list states are the same, whatever the order of the filters. */
export const isSameListView = (one: ListView, other: ListView): boolean => hashKey([one]) === hashKey([other]);
