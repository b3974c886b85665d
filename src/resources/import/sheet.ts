import dayjs from 'dayjs';
import { kinds } from '../../../contract/kinds/index.ts';
import { byteOrderMark, csvLine } from '../../../contract/lib/csv.ts';
import { halfWidth } from '../../../contract/lib/halfWidth.ts';
import {
  type ImportChange,
  type ImportField,
  type ImportMistake,
  matchHeadings,
  maxImportChanges,
  maxImportRows,
} from '../../../contract/lists/import.ts';
import { type CellType, type SpoiltKind, spoiltCell } from '../../../contract/lists/spoiltCells.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { text } from '../../i18n/text.ts';
import { type FileProblemKind, type FileTable, maxRowsAbove, type TableRow } from './read/fileTable.ts';

/** The rows below the headings of a file. */
export interface FileRows {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** For each row the number that a spreadsheet shows. */
  readonly numbers: readonly number[];
  /** How a workbook stores the cells of each row. */
  readonly types?: readonly (readonly CellType[] | undefined)[];
}

const isFilled = (cell: string): boolean => cell.trim() !== '';

/**
 * The number of the row that has the headings: among the first rows the one in which most cells are names of fields,
 * else the first with several cells, so that a title above it is passed over.
 */
export function findHeadingRow({ rows }: FileTable, fields: readonly ImportField[]): number {
  const first = rows.slice(0, maxRowsAbove);
  const matchesIn = ({ cells }: TableRow) => matchHeadings(fields, cells).filter(Boolean).length;
  const most = Math.max(0, ...first.map(matchesIn));
  const isHeading = (row: TableRow) => (most > 0 ? matchesIn(row) === most : row.cells.filter(isFilled).length > 1);
  return (first.find(isHeading) ?? first[0])?.number ?? 1;
}

/** How the rows of a file are chosen. */
export interface RowChoice {
  readonly headingRow: number;
  readonly withoutHidden?: boolean;
}

/** The headings in a row, up to the last one with a name. */
const headingsIn = ({ rows }: FileTable, headingRow: number): readonly string[] => {
  const all = rows.find(({ number }) => number === headingRow)?.cells ?? [];
  return all.slice(0, all.findLastIndex(isFilled) + 1);
};

/** The rows below the headings, without hidden ones if the user leaves them out. */
const rowsBelow = ({ rows }: FileTable, { headingRow, withoutHidden = false }: RowChoice): readonly TableRow[] =>
  rows.filter(({ number, isHidden }) => number > headingRow && !(withoutHidden && isHidden));

/** The numbers of the rows that have filled cells to the right of the last heading, as a separator without quotes causes. */
export function rowsBeyondHeadings(table: FileTable, choice: RowChoice): number[] {
  const width = headingsIn(table, choice.headingRow).length;
  return rowsBelow(table, choice)
    .filter(({ cells }) => cells.slice(width).some(isFilled))
    .map(({ number }) => number);
}

/** The rows below a heading row. Every row has as many cells as there are headings, up to the last one with a name. */
export function toFileRows(table: FileTable, choice: RowChoice): FileRows {
  const headings = headingsIn(table, choice.headingRow);
  const below = rowsBelow(table, choice).filter(({ cells }) => cells.slice(0, headings.length).some(isFilled));
  return {
    headings,
    rows: below.map(({ cells }) => headings.map((_, at) => cells[at] ?? '')),
    numbers: below.map(({ number }) => number),
    types: below.map(({ types }) => types),
  };
}

/** Why rows cannot be imported. */
export function problemOf({ rows }: FileRows): FileProblemKind | undefined {
  if (rows.length > maxImportRows) return 'tooManyRows';
  return rows.length === 0 ? 'empty' : undefined;
}

/** A cell that a spreadsheet has probably changed. */
export interface SpoiltCell {
  readonly row: number;
  readonly field: string;
  readonly kind: SpoiltKind;
}

/** The cells of the matched columns that a spreadsheet has probably changed. */
export function spoiltCells(
  { rows, types = [] }: FileRows,
  matches: ColumnMatches,
  fields: readonly ImportField[],
): SpoiltCell[] {
  const byName = new Map(fields);
  const columns = matches.flatMap((name, at) => {
    const field = byName.get(name ?? '');
    return name && field ? [{ name, at, field }] : [];
  });
  return rows.flatMap((cells, row) =>
    columns.flatMap(({ name, at, field }) => {
      const kind = spoiltCell(field, cells[at] ?? '', types[row] && (types[row][at] ?? 'text'));
      return kind ? [{ row, field: name, kind }] : [];
    }),
  );
}

/** What the check of an import finds out about cells: the versions of records, 0 for a new one, and what changes. */
interface CellCheck {
  readonly versions: readonly number[];
  readonly changes: readonly ImportChange[];
  readonly mistakes: readonly ImportMistake[];
}

/**
 * The cells that an import would write: those of new records, and those that change one. A cell that its record has
 * already was not changed by a spreadsheet.
 */
export function writtenCells<Cell extends { readonly row: number; readonly field: string }>(
  cells: readonly Cell[],
  { versions, changes, mistakes }: CellCheck,
): readonly Cell[] {
  // The server lists a limited number of changes.
  if (changes.length >= maxImportChanges) return cells;
  const wrong = new Set(mistakes.map(({ row }) => row));
  const changed = new Set(changes.map(({ row, field }) => `${row} ${field}`));
  return cells.filter(({ row, field }) => !versions[row] || wrong.has(row) || changed.has(`${row} ${field}`));
}

/** The field name of each column of the file; undefined for an omitted column. */
export type ColumnMatches = readonly (string | undefined)[];

/** What the user has chosen for each column: a field, `null` to omit it, undefined as long as the heading decides. */
export type ColumnPicks = readonly (string | null | undefined)[];

/** The fields of the columns: as the user has chosen, if there is such a field, and the others by their headings. */
export function matchColumns(
  fields: readonly ImportField[],
  headings: readonly string[],
  picks: ColumnPicks,
): ColumnMatches {
  const known = new Set(fields.map(([name]) => name));
  const picked = headings.map((_, at) => {
    const pick = picks[at];
    return pick === null || (pick !== undefined && known.has(pick)) ? pick : undefined;
  });
  const free = fields.filter(([name]) => !picked.includes(name));
  const open = headings.map((heading, at) => (picked[at] === undefined ? heading : ''));
  const found = matchHeadings(free, open);
  return picked.map((pick, at) => (pick === undefined ? found[at] : (pick ?? undefined)));
}

/** How many columns before one have the same heading. */
const sameBefore = (headings: readonly string[], at: number): number =>
  headings.slice(0, at).filter((heading) => heading === headings[at]).length;

/** What the user has chosen about columns of one sheet, for the columns of another one that have the same headings. */
export const carryPicks = (picks: ColumnPicks, from: readonly string[], to: readonly string[]): ColumnPicks =>
  to.map((heading, at) => {
    const nth = sameBefore(to, at);
    return picks[from.findIndex((one, index) => one === heading && sameBefore(from, index) === nth)];
  });

/** The request body: the matched columns with their cells. */
export interface ImportSheet {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The column by which rows are matched with existing records; without it all rows are new. */
  readonly key?: string | undefined;
}

const localDateTimePattern =
  /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T](\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?$/;

/**
 * Interprets a date and time of a spreadsheet in the browser's time zone. One with an offset remains unchanged, and so does
 * one that does not exist, which the server refuses. Digits may have the full width.
 */
export function cellToUtc(cell: string): string {
  const parts = localDateTimePattern.exec(halfWidth(cell).trim());
  if (!parts) return cell;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((one) => Number(one ?? 0));
  const milliseconds = Number((parts[7] ?? '').padEnd(3, '0').slice(0, 3));
  const date = new Date(year, month - 1, day, hour, minute, second, milliseconds);
  // Date reads the years 0 to 99 as those of the 20th century. An hour that summer time leaves out becomes the next one.
  const isDay = date.getFullYear() === year && date.getMonth() === month - 1 && date.getDate() === day;
  return isDay && hour < 24 && minute < 60 && second < 60 ? dayjs(date).toISOString() : cell;
}

const isMoment = (field: Field | undefined): boolean => field !== undefined && kinds[field.kind].time === 'moment';

/** A cell with its dates and times converted from the browser's time zone; other fields remain unchanged. */
function cellForField(field: Field | undefined, cell: string): string {
  if (isMoment(field)) return cellToUtc(cell);
  if (!isMoment(field?.items) || cell.trimStart().startsWith('[')) return cell;
  return cell
    .split(/[,，;；]/)
    .map(cellToUtc)
    .join(', ');
}

/**
 * The part of a file that is sent to the server.
 * @param fields The fields that may be imported.
 * @param key the field by which rows are matched with existing records
 */
export function toImportSheet(
  { rows }: Pick<FileRows, 'rows'>,
  matches: ColumnMatches,
  fields: readonly ImportField[],
  key?: string,
): ImportSheet {
  const byName = new Map(fields);
  const used = matches.flatMap((name, at) => (name === undefined ? [] : [{ name, at }]));
  const cell = (row: readonly string[], { name, at }: { name: string; at: number }): string =>
    cellForField(byName.get(name), row[at] ?? '');
  return { columns: used.map(({ name }) => name), rows: rows.map((row) => used.map((one) => cell(row, one))), key };
}

/** A CSV file with the byte order mark by which spreadsheets recognize UTF-8. */
export const toCsv = (lines: readonly (readonly string[])[]): Blob =>
  new Blob([byteOrderMark, ...lines.map(csvLine)], { type: 'text/csv;charset=utf-8' });

/** The mistakes of a row in one line, each with the label of its field. */
export const mistakesText = (mistakes: readonly ImportMistake[], labelOf: (field: string) => string): string =>
  mistakes
    .map(({ field, message }) => (field === '_' ? message : text().errors.fieldMessage(labelOf(field), message)))
    .join(text().imports.mistakeSeparator);

/** The headings of the two columns that a file of mistakes has besides those of the imported file. */
export interface MistakeHeadings {
  readonly row: string;
  readonly mistake: string;
}

/**
 * The faulty rows of a file, each with its number in a first and its mistakes in a last column, so that the user can
 * correct and import them again.
 */
export function mistakeLines(
  file: FileRows,
  mistakes: readonly ImportMistake[],
  heading: MistakeHeadings,
  labelOf: (field: string) => string,
): string[][] {
  const byRow = new Map<number, ImportMistake[]>();
  for (const one of mistakes) byRow.set(one.row, [...(byRow.get(one.row) ?? []), one]);
  const lines = [...byRow].map(([row, wrong]) => [
    String(file.numbers[row]),
    ...(file.rows[row] ?? []),
    mistakesText(wrong, labelOf),
  ]);
  return [[heading.row, ...file.headings, heading.mistake], ...lines];
}
