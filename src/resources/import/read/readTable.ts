import { readCsv } from './csvTable.ts';
import { markedEncoding, startsWith } from './encoding.ts';
import { FileReadError, type FileTable, type OnReadProgress, type ReadChoices } from './fileTable.ts';
import { readWorkbook } from './workbookTable.ts';

/** True for an old workbook (.xls), and for one that is protected by a password. */
const isOldWorkbook = (bytes: Uint8Array): boolean => startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0);

/**
 * How other documents begin: a page or XML, which some programs save with the name of a spreadsheet, a page as a mail, a
 * PDF, and text with formats.
 */
const otherBegin =
  /^\s*(<(\?xml|!doctype|!--|(html|head|meta|title|style|body|div|table)[\s>])|mime-version:|%pdf-|\{\\rtf)/i;

/**
 * How any other page or XML begins: an element with an attribute, before another element, or around a text. Names of columns
 * are also written as `<NAME>,<DATE>`.
 */
const elementBegin = /^\s*<([a-z][\w:-]*)(\s+[\w:-]+\s*=|[^<>]*>\s*<|[^<>]*>[^<]*<\/\1)/i;

function isOtherDocument(bytes: Uint8Array): boolean {
  const begin = new TextDecoder(markedEncoding(bytes)).decode(bytes.subarray(0, 200));
  return otherBegin.test(begin) || elementBegin.test(begin);
}

const isZip = (bytes: Uint8Array): boolean => startsWith(bytes, 0x50, 0x4b);

/**
 * The rows of a CSV file or a workbook (.xlsx), read in this thread.
 * @throws FileReadError
 */
export function readTable(
  bytes: Uint8Array,
  choices: ReadChoices = {},
  onProgress: OnReadProgress = () => undefined,
): FileTable {
  if (isOldWorkbook(bytes) || isOtherDocument(bytes)) throw new FileReadError('otherFormat');
  try {
    return (isZip(bytes) ? readWorkbook : readCsv)(bytes, choices, onProgress);
  } catch (error) {
    throw error instanceof FileReadError ? error : new FileReadError('unreadable');
  }
}
