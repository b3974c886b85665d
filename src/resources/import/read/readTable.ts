import { readCsv } from './csvTable.ts';
import { FileReadError, type FileTable, type OnReadProgress, type ReadChoices } from './fileTable.ts';
import { readWorkbook } from './workbookTable.ts';

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

/**
 * The rows of a CSV file or a workbook (.xlsx), read in this thread.
 * @throws FileReadError
 */
export function readTable(
  bytes: Uint8Array,
  choices: ReadChoices = {},
  onProgress: OnReadProgress = () => undefined,
): FileTable {
  try {
    return (isZip(bytes) ? readWorkbook : readCsv)(bytes, choices, onProgress);
  } catch (error) {
    throw error instanceof FileReadError ? error : new FileReadError('unreadable');
  }
}
