import dayjs from 'dayjs';
import { kinds } from '../../../contract/kinds/index.ts';
import { byteOrderMark, csvLine } from '../../../contract/lib/csv.ts';
import type { ImportField, ImportMistake } from '../../../contract/lists/import.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { text } from '../../i18n/text.ts';
import type { FileRows } from './readFile.ts';

/** The field name of each column of the file; undefined for an omitted column. */
export type ColumnMatches = readonly (string | undefined)[];

/** The request body: the matched columns with their cells. */
export interface ImportSheet {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const localDateTimePattern = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;

/** Interprets a date and time of a spreadsheet in the browser's time zone; one with an offset remains unchanged. */
export function cellToUtc(cell: string): string {
  const [, year, month, day, hour = '0', minute = '0', second = '0'] = localDateTimePattern.exec(cell.trim()) ?? [];
  if (year === undefined) return cell;
  const date = new Date(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  const isValid = date.getMonth() === Number(month) - 1 && date.getDate() === Number(day);
  return isValid ? dayjs(date).toISOString() : cell;
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
 */
export function toImportSheet({ rows }: FileRows, matches: ColumnMatches, fields: readonly ImportField[]): ImportSheet {
  const byName = new Map(fields);
  const used = matches.flatMap((name, at) => (name === undefined ? [] : [{ name, at }]));
  const cell = (row: readonly string[], { name, at }: { name: string; at: number }): string =>
    cellForField(byName.get(name), row[at] ?? '');
  return { columns: used.map(({ name }) => name), rows: rows.map((row) => used.map((one) => cell(row, one))) };
}

/** A CSV file with the byte order mark by which spreadsheets recognize UTF-8. */
export const toCsv = (lines: readonly (readonly string[])[]): Blob =>
  new Blob([byteOrderMark, ...lines.map(csvLine)], { type: 'text/csv;charset=utf-8' });

/** The mistakes of a row in one line, each with the label of its field. */
export const mistakesText = (mistakes: readonly ImportMistake[], labelOf: (field: string) => string): string =>
  mistakes
    .map(({ field, message }) => (field === '_' ? message : text().errors.fieldMessage(labelOf(field), message)))
    .join(text().imports.mistakeSeparator);

/**
 * The faulty rows of a file with their mistakes in a last column, so that the user can correct and import them again.
 */
export function mistakeLines(
  file: FileRows,
  mistakes: readonly ImportMistake[],
  heading: string,
  labelOf: (field: string) => string,
): string[][] {
  const byRow = new Map<number, ImportMistake[]>();
  for (const one of mistakes) byRow.set(one.row, [...(byRow.get(one.row) ?? []), one]);
  const lines = [...byRow].map(([row, wrong]) => [...(file.rows[row] ?? []), mistakesText(wrong, labelOf)]);
  return [[...file.headings, heading], ...lines];
}
