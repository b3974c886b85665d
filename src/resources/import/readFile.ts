import { unescapeFormula } from '../../../contract/lib/csv.ts';
import { maxCellLength, maxImportColumns, maxImportRows } from '../../../contract/lists/import.ts';

/** The maximum size of a file in bytes, and that of an unpacked workbook. */
export const maxFileBytes = 8 * 1024 * 1024;
const maxUnpackedBytes = 80 * 1024 * 1024;

/** The reason why a file cannot be read. */
export type FileProblemKind = 'tooLarge' | 'tooManyRows' | 'unreadable' | 'empty';

export class FileReadError extends Error {
  readonly why: FileProblemKind;

  constructor(why: FileProblemKind) {
    super(why);
    this.why = why;
  }
}

/** The cells of a file: its first row, and the other rows that are not empty. */
export interface FileRows {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const startsWith = (bytes: Uint8Array, ...begin: number[]): boolean => begin.every((one, at) => bytes[at] === one);
const isZip = (bytes: Uint8Array): boolean => startsWith(bytes, 0x50, 0x4b);

/**
 * Decodes text as spreadsheets save it: UTF-8, UTF-16 with a byte order mark, else GB 18030, which Chinese ones write.
 */
export function decodeText(bytes: Uint8Array): string {
  if (startsWith(bytes, 0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes);
  if (startsWith(bytes, 0xfe, 0xff)) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

/** Text files do not contain it; a picture, an older workbook or another file renamed to CSV does. */
const nullCharacter = '\0';

/** The cells of a CSV file. The delimiter is detected: comma, semicolon or tab. A formula is read as its text. */
async function readCsv(bytes: Uint8Array): Promise<string[][]> {
  const { parse } = await import('papaparse');
  const decoded = decodeText(bytes);
  if (decoded.includes(nullCharacter)) throw new FileReadError('unreadable');
  const { data } = parse<string[]>(decoded, {
    delimitersToGuess: [',', ';', '\t'],
    // One row more than allowed, and the headings: enough to detect too many rows.
    preview: maxImportRows + 2,
    skipEmptyLines: 'greedy',
  });
  return data.map((row) => row.map(unescapeFormula));
}

const twoDigits = (part: number): string => String(part).padStart(2, '0');

/**
 * A date and time of a workbook, which has no time zone, as the spreadsheet shows it. It is stored as a fraction of a
 * day, so it is rounded to seconds.
 */
function dateTimeText(stored: Date): string {
  const date = new Date(Math.round(stored.getTime() / 1000) * 1000);
  const day = `${date.getUTCFullYear()}-${twoDigits(date.getUTCMonth() + 1)}-${twoDigits(date.getUTCDate())}`;
  const time = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(twoDigits).join(':');
  return time === '00:00:00' ? day : `${day} ${time}`;
}

/** The number of digits that spreadsheets show; they store 1.1 as `1.1000000000000001`. */
const shownDigits = 15;

/**
 * A number of a workbook as the spreadsheet shows it. An integer remains as written, since large ones lose digits as
 * JavaScript numbers.
 */
function numberCellText(literal: string): string {
  const number = Number(Number(literal).toPrecision(shownDigits));
  if (!/[.e]/i.test(literal) || !Number.isFinite(number)) return literal;
  const text = String(number);
  return text.includes('e-') ? number.toFixed(20).replace(/0+$/, '') : text;
}

const cellText = (cell: unknown): string => {
  if (cell === null || cell === undefined) return '';
  return cell instanceof Date ? dateTimeText(cell) : unescapeFormula(String(cell));
};

/**
 * Repacks a workbook without compression. Unpacking stops at the size limit. The reader needs no worker for
 * uncompressed parts; it would load the worker from a `blob:` address, which the page's policy forbids.
 */
async function repackUncompressed(bytes: Uint8Array): Promise<Blob> {
  const { unzipSync, zipSync } = await import('fflate');
  let size = 0;
  const parts = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!/\.(xml|rels)$/.test(name)) return false;
      size += originalSize;
      if (size > maxUnpackedBytes) throw new FileReadError('tooLarge');
      return true;
    },
  });
  return new Blob([zipSync(parts, { level: 0 }) as BlobPart]);
}

/** The cells of the first sheet of a workbook; a formula has its value at the time of saving. */
async function readWorkbook(bytes: Uint8Array): Promise<string[][]> {
  const { readSheet } = await import('read-excel-file/universal');
  const rows = await readSheet(await repackUncompressed(bytes), { parseNumber: numberCellText });
  return rows.map((row) => row.map(cellText)).filter((row) => row.some((cell) => cell.trim() !== ''));
}

/** Cuts every row to the length of the headings; cells further to the right belong to no column. */
function toFileRows([headings = [], ...rows]: readonly (readonly string[])[]): FileRows {
  return { headings, rows: rows.map((row) => headings.map((_, at) => row[at] ?? '')) };
}

/**
 * The rows of a CSV file or a workbook (.xlsx).
 * @throws FileReadError if the file is too large or not of these types.
 */
export async function readFile(file: Blob): Promise<FileRows> {
  if (file.size > maxFileBytes) throw new FileReadError('tooLarge');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const cells = await (isZip(bytes) ? readWorkbook(bytes) : readCsv(bytes)).catch((error: unknown) => {
    throw error instanceof FileReadError ? error : new FileReadError('unreadable');
  });
  const { headings, rows } = toFileRows(cells);
  if (headings.length > maxImportColumns || rows.some((row) => row.some((cell) => cell.length > maxCellLength)))
    throw new FileReadError('unreadable');
  if (rows.length === 0) throw new FileReadError('empty');
  if (rows.length > maxImportRows) throw new FileReadError('tooManyRows');
  return { headings, rows };
}
