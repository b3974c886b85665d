import { type FileProblemKind, FileReadError, type FileTable, type ReadChoices } from './fileTable.ts';
import { readTable } from './readTable.ts';

/** The request to the worker. */
export interface ReadRequest {
  readonly bytes: Uint8Array;
  readonly choices: ReadChoices;
}

/** What the worker sends: its progress, and at last the table or the problem. */
export type ReadMessage =
  | { readonly part: number }
  | { readonly table: FileTable }
  | { readonly why: FileProblemKind; readonly cell: string | undefined };

const send = (message: ReadMessage): void => postMessage(message);

addEventListener('message', ({ data: { bytes, choices } }: MessageEvent<ReadRequest>) => {
  try {
    send({ table: readTable(bytes, choices, (part) => send({ part })) });
  } catch (error) {
    const { why, cell } = error instanceof FileReadError ? error : { why: 'unreadable' as const, cell: undefined };
    send({ why, cell });
  }
});
