import {
  FileReadError,
  type FileTable,
  maxFileBytes,
  type OnReadProgress,
  type ReadChoices,
} from './read/fileTable.ts';
import type { ReadMessage, ReadRequest } from './read/readWorker.ts';

interface ReadOptions {
  readonly choices?: ReadChoices;
  readonly onProgress?: OnReadProgress;
  /** Ends the reading with the problem `stopped`. */
  readonly signal?: AbortSignal;
}

/** Reads in a thread of its own, which is ended if the user cancels. */
function readInWorker(request: ReadRequest, { onProgress, signal }: ReadOptions): Promise<FileTable> {
  const worker = new Worker(new URL('./read/readWorker.ts', import.meta.url), { type: 'module' });
  const reading = new Promise<FileTable>((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new FileReadError('stopped')));
    worker.onerror = () => reject(new FileReadError('unreadable'));
    worker.onmessage = ({ data }: MessageEvent<ReadMessage>) => {
      if ('part' in data) onProgress?.(data.part);
      else if ('table' in data) resolve(data.table);
      else reject(new FileReadError(data.why, data.cell));
    };
    worker.postMessage(request, [request.bytes.buffer as ArrayBuffer]);
  });
  return reading.finally(() => worker.terminate());
}

/**
 * The rows of a CSV file or a workbook (.xlsx).
 * @throws FileReadError if the file is beyond a limit or not of these types, or if the reading was stopped
 */
export async function readFile(file: Blob, options: ReadOptions = {}): Promise<FileTable> {
  if (file.size > maxFileBytes) throw new FileReadError('tooLarge');
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (options.signal?.aborted) throw new FileReadError('stopped');
  const { choices = {}, onProgress } = options;
  if (typeof Worker !== 'undefined') return readInWorker({ bytes, choices }, options);
  const { readTable } = await import('./read/readTable.ts');
  return readTable(bytes, choices, onProgress);
}
