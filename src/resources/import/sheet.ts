import dayjs from 'dayjs';
import { kinds } from '../../../contract/kinds/index.ts';
import { byteOrderMark, csvLine } from '../../../contract/lib/csv.ts';
import type { ImportField, ImportMistake } from '../../../contract/lists/import.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { text } from '../../i18n/text.ts';
import type { FileRows } from './readFile.ts';

/** Which field each column of the file is, by name; undefined for one that is left out. */
export type ColumnMatches = readonly (string | undefined)[];

/** What is sent: the columns that are some field, with their cells. */
export interface ImportSheet {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const localDateTimePattern = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;

/** A moment as a person writes it into a spreadsheet is one of the browser's time zone; what has an offset stays. */
export function cellToUtc(cell: string): string {
  const [, year, month, day, hour = '0', minute = '0', second = '0'] = localDateTimePattern.exec(cell.trim()) ?? [];
  if (year === undefined) return cell;
  const date = new Date(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  const isReal = date.getMonth() === Number(month) - 1 && date.getDate() === Number(day);
  return isReal ? dayjs(date).toISOString() : cell;
}

const isMoment = (field: Field | undefined): boolean => field !== undefined && kinds[field.kind].time === 'moment';

/** A cell with the moments in it told apart from the browser's zone; that of another field as it is. */
function cellForField(field: Field | undefined, cell: string): string {
  if (isMoment(field)) return cellToUtc(cell);
  if (!isMoment(field?.items) || cell.trimStart().startsWith('[')) return cell;
  return cell
    .split(/[,，;；]/)
    .map(cellToUtc)
    .join(', ');
}

/** The part of a file that goes to the server. In: the file, its matches, and the fields that may be imported. */
export function toImportSheet({ rows }: FileRows, matches: ColumnMatches, fields: readonly ImportField[]): ImportSheet {
  const byName = new Map(fields);
  const used = matches.flatMap((name, at) => (name === undefined ? [] : [{ name, at }]));
  const cell = (row: readonly string[], { name, at }: { name: string; at: number }): string =>
    cellForField(byName.get(name), row[at] ?? '');
  return { columns: used.map(({ name }) => name), rows: rows.map((row) => used.map((one) => cell(row, one))) };
}

/** A CSV with the mark by which spreadsheets know UTF-8. */
export const toCsv = (lines: readonly (readonly string[])[]): Blob =>
  new Blob([byteOrderMark, ...lines.map(csvLine)], { type: 'text/csv;charset=utf-8' });

/** What is wrong with a row, one after the other, each with the field that it stands in. */
export const mistakesText = (mistakes: readonly ImportMistake[], labelOf: (field: string) => string): string =>
  mistakes
    .map(({ field, message }) => (field === '_' ? message : text().errors.fieldMessage(labelOf(field), message)))
    .join(text().imports.mistakeSeparator);

/** The rows of a file that have mistakes, each with what is wrong with it in a last column, to be mended and sent again. */
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
