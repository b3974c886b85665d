import { unescapeFormula } from '../../../contract/lib/csv.ts';
import { maxCellLength, maxImportColumns, maxImportRows } from '../../../contract/lists/import.ts';

/** The largest file that is read, in bytes, and the most that a workbook may come to when it is unpacked. */
export const maxFileBytes = 8 * 1024 * 1024;
const maxUnpackedBytes = 80 * 1024 * 1024;

/** Why a file cannot be read. */
export type FileProblemKind = 'tooLarge' | 'tooManyRows' | 'unreadable' | 'empty';

export class FileReadError extends Error {
  readonly why: FileProblemKind;

  constructor(why: FileProblemKind) {
    super(why);
    this.why = why;
  }
}

/** The cells of a file: its first row, and the others that hold something. */
export interface FileRows {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const startsWith = (bytes: Uint8Array, ...begin: number[]): boolean => begin.every((one, at) => bytes[at] === one);
const isZip = (bytes: Uint8Array): boolean => startsWith(bytes, 0x50, 0x4b);

/** Text as spreadsheets save it: UTF-8, UTF-16 by its mark, and else GB 18030, which Chinese ones write. */
export function decodeText(bytes: Uint8Array): string {
  if (startsWith(bytes, 0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes);
  if (startsWith(bytes, 0xfe, 0xff)) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

/** No text has it: what does is a picture, an older workbook or another file with the name of a CSV. */
const nullCharacter = '\0';

/** The cells of a CSV; what parts them is found out: comma, semicolon or tab. A formula is its text. */
async function readCsv(bytes: Uint8Array): Promise<string[][]> {
  const { parse } = await import('papaparse');
  const written = decodeText(bytes);
  if (written.includes(nullCharacter)) throw new FileReadError('unreadable');
  const { data } = parse<string[]>(written, {
    delimitersToGuess: [',', ';', '\t'],
    // One more than may be, and the headings: enough to see that there are too many.
    preview: maxImportRows + 2,
    skipEmptyLines: 'greedy',
  });
  return data.map((row) => row.map(unescapeFormula));
}

const twoDigits = (part: number): string => String(part).padStart(2, '0');

/** A point in time of a workbook, which knows no zone, as it reads there: a part of a day that is no whole one is rounded. */
function dateTimeText(kept: Date): string {
  const date = new Date(Math.round(kept.getTime() / 1000) * 1000);
  const day = `${date.getUTCFullYear()}-${twoDigits(date.getUTCMonth() + 1)}-${twoDigits(date.getUTCDate())}`;
  const time = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(twoDigits).join(':');
  return time === '00:00:00' ? day : `${day} ${time}`;
}

/** As many digits as a spreadsheet shows of a number; it writes 1.1 as `1.1000000000000001`. */
const shownDigits = 15;

/**
 * A number of a workbook as it reads there. A whole one stays as it is written: digits are lost where it becomes one of
 * JavaScript's.
 */
function numberCellText(written: string): string {
  const number = Number(Number(written).toPrecision(shownDigits));
  if (!/[.e]/i.test(written) || !Number.isFinite(number)) return written;
  const text = String(number);
  return text.includes('e-') ? number.toFixed(20).replace(/0+$/, '') : text;
}

const cellText = (cell: unknown): string => {
  if (cell === null || cell === undefined) return '';
  return cell instanceof Date ? dateTimeText(cell) : unescapeFormula(String(cell));
};

/**
 * A workbook packed anew without compression. Unpacking stops where it would come to more than may be; and what is not
 * compressed is read without a worker of a `blob:` address, which the page's policy forbids.
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

/** The cells of the first sheet of a workbook; of a formula what it came to when the file was saved. */
async function readWorkbook(bytes: Uint8Array): Promise<string[][]> {
  const { readSheet } = await import('read-excel-file/universal');
  const rows = await readSheet(await repackUncompressed(bytes), { parseNumber: numberCellText });
  return rows.map((row) => row.map(cellText)).filter((row) => row.some((cell) => cell.trim() !== ''));
}

/** Every row as long as the headings; what stands to the right of them belongs to no column. */
function toFileRows([headings = [], ...rows]: readonly (readonly string[])[]): FileRows {
  return { headings, rows: rows.map((row) => headings.map((_, at) => row[at] ?? '')) };
}

/** The rows of a CSV or a workbook (.xlsx). Throws a FileProblem for what is too large, or no such file. */
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
