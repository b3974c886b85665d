import type { CSSProperties } from 'react';
import { allowedWidth, type ColumnWidths } from '../views/listView.ts';

/** The CSS variable of the table with the width of a resized column. */
const widthVariable = (index: number): string => `--width-${index}`;

/** The widths of the resized columns, as variables of the table: one change resizes all cells of a column. */
export const widthVariables = (columns: readonly string[], widths: ColumnWidths): CSSProperties =>
  Object.fromEntries(
    columns.flatMap((name, index) => (name in widths ? [[widthVariable(index), `${widths[name]}px`]] : [])),
  ) as CSSProperties;

/**
 * The style of a heading or a cell of a resized column.
 * @param isWhole True if its content is never cut off, as that of headings and codes.
 */
export function sizedCellStyle(index: number, isWhole: boolean): CSSProperties {
  const width = `var(${widthVariable(index)})`;
  return { width, minWidth: width, maxWidth: isWhole ? 'none' : width };
}

/** The table and the heading of a resize handle, with the width in pixels that the heading has. */
interface ResizedHead {
  readonly head: HTMLElement;
  readonly table: HTMLElement;
  readonly width: number;
}

/** Finds the heading of a resize handle. The only layout read before a drag; moves only write. */
export function resizedHead(handle: HTMLElement): ResizedHead | undefined {
  const [head, table] = [handle.closest('th'), handle.closest('table')];
  return head && table ? { head, table, width: head.getBoundingClientRect().width } : undefined;
}

/** Shows a column with another width, before it is saved. */
export function showWidth({ table }: ResizedHead, index: number, width: number): void {
  table.style.setProperty(widthVariable(index), `${allowedWidth(width)}px`);
}

/** The change of the width by a key in pixels, if it is one that resizes; with Shift, a large one. */
export function keyStep({ key, shiftKey }: { key: string; shiftKey: boolean }): number | undefined {
  const direction = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : undefined;
  return direction && direction * (shiftKey ? 80 : 16);
}
