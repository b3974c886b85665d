import { columnLetters } from '../../../../contract/lists/columnLetters.ts';
import { maxCellLength, maxImportColumns, maxImportRows } from '../../../../contract/lists/import.ts';
import type { CellType } from '../../../../contract/lists/spoiltCells.ts';

/** The maximum size of a file in bytes, and that of an unpacked workbook. */
export const maxFileBytes = 8 * 1024 * 1024;
export const maxUnpackedBytes = 80 * 1024 * 1024;
/** The number of rows that may precede the headings: a title, notes. */
export const maxRowsAbove = 50;

/** The encodings that a user can choose, as the browser names them, with the names that users know. */
export const encodings: Readonly<Record<string, string>> = {
  'utf-8': 'UTF-8',
  gb18030: 'GB 18030 (GBK)',
  big5: 'Big5',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  shift_jis: 'Shift JIS',
  'euc-jp': 'EUC-JP',
  'euc-kr': 'EUC-KR',
  'windows-1250': 'Windows-1250',
  'windows-1251': 'Windows-1251',
  'windows-1252': 'Windows-1252 (Latin)',
  'iso-8859-2': 'ISO 8859-2 (Latin 2)',
  macintosh: 'Mac Roman',
  'koi8-r': 'KOI8-R',
};

/** The separators that are detected and can be chosen. */
export const separators = [',', ';', '\t', '|'] as const;
/** The quotation marks that can be chosen; the null character means none, since no file contains it. */
export const quotes = ['"', "'", '\0'] as const;

/** The reason why a file cannot be read. */
export type FileProblemKind =
  | 'tooLarge'
  | 'tooManyRows'
  | 'tooManyColumns'
  | 'tooLongCell'
  | 'openQuote'
  | 'unreadable'
  | 'otherFormat'
  | 'empty'
  | 'stopped';

export class FileReadError extends Error {
  readonly why: FileProblemKind;
  /** The cell that is too long, too far to the right, or begins with an open quotation mark: `XFD1048576`. */
  readonly cell: string | undefined;

  constructor(why: FileProblemKind, cell?: string) {
    super(why);
    this.why = why;
    this.cell = cell;
  }
}

/** A row with at least one filled cell, with the number that a spreadsheet shows for it. */
export interface TableRow {
  readonly number: number;
  readonly cells: readonly string[];
  /** How the workbook stores each cell; a CSV file has only texts. */
  readonly types?: readonly CellType[];
  readonly isHidden?: boolean;
}

/**
 * How certain the encoding of a CSV file is: `sure` by its byte order mark or because all its bytes are valid UTF-8,
 * `likely` and `doubtful` by its letters, `broken` if some bytes are not valid in it.
 */
export type EncodingTrust = 'sure' | 'likely' | 'doubtful' | 'broken';

export interface CsvSource {
  readonly type: 'csv';
  readonly encoding: string;
  readonly trust: EncodingTrust;
  readonly separator: string;
  readonly quote: string;
  /** The number of the row with a quotation mark that is not closed or not at the edge of its cell. */
  readonly oddQuote?: number | undefined;
}

export interface WorkbookSource {
  readonly type: 'workbook';
  readonly sheets: readonly string[];
  readonly sheet: number;
  /** The ranges of merged cells: `B3:B5`. */
  readonly merged: readonly string[];
}

/** The content of a file: its filled rows, and how they were read. */
export interface FileTable {
  readonly rows: readonly TableRow[];
  readonly source: CsvSource | WorkbookSource;
}

/** What the user chooses instead of what was detected. */
export interface ReadChoices {
  readonly encoding?: string;
  readonly separator?: string;
  readonly quote?: string;
  readonly sheet?: number;
}

/** Called with the part of the file that is read, from 0 to 1. */
export type OnReadProgress = (part: number) => void;

const isBlank = (cell: string): boolean => cell.trim() === '';

/** Collects the filled rows of a file, and refuses more than an import may have before they fill the memory. */
export class RowCollector {
  readonly rows: TableRow[] = [];

  /**
   * Refuses a filled cell beyond the limits, before it is stored.
   * @param isOpen true if a quotation mark of its row is not closed, so that the rows that follow are in the cell
   */
  check(number: number, column: number, cell: string, isOpen = false): void {
    const name = () => `${columnLetters(column)}${number}`;
    if (column >= maxImportColumns) throw new FileReadError('tooManyColumns', name());
    if (cell.length > maxCellLength) throw new FileReadError(isOpen ? 'openQuote' : 'tooLongCell', name());
  }

  add(row: TableRow): void {
    if (row.cells.every(isBlank)) return;
    if (this.rows.length > maxImportRows + maxRowsAbove) throw new FileReadError('tooManyRows');
    this.rows.push(row);
  }
}
