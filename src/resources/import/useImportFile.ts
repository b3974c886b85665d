import { useEffect, useRef, useState } from 'react';
import type { ImportField } from '../../../contract/lists/import.ts';
import type { ImportFileDraft } from './importDraft.ts';
import { type FileProblemKind, FileReadError, type FileTable, type ReadChoices } from './read/fileTable.ts';
import { readFile } from './readFile.ts';
import { findHeadingRow, problemOf, type RowChoice, toFileRows } from './sheet.ts';

/** A file that was read, and how. */
export interface ImportFile {
  readonly content: Blob;
  readonly choices: ReadChoices;
  readonly table: FileTable;
  readonly rowChoice: RowChoice;
}

/** Why a file cannot be imported, and the cell that is to blame. */
export interface FileProblem {
  readonly why: FileProblemKind;
  readonly cell: string | undefined;
}

const asProblem = (error: unknown): FileProblem =>
  error instanceof FileReadError ? { why: error.why, cell: error.cell } : { why: 'unreadable', cell: undefined };

/**
 * Reads a file, and reads it again as the user chooses. If it cannot be read, the reason is returned and another one can
 * be chosen.
 * @param fields the fields by whose names the headings are found
 * @param onRead is given the draft, too, if the file is that of a draft
 */
export function useImportFile(
  fields: readonly ImportField[],
  onRead: (file: ImportFile, draft?: ImportFileDraft) => void,
) {
  /** The part of the file that is read; undefined if none is being read. */
  const [part, setPart] = useState<number>();
  const [problem, setProblem] = useState<FileProblem>();
  const reading = useRef<AbortController>(undefined);
  const read = async (content: Blob, choices: ReadChoices, draft?: ImportFileDraft) => {
    reading.current?.abort();
    const current = new AbortController();
    reading.current = current;
    setProblem(undefined);
    setPart(0);
    try {
      const table = await readFile(content, { choices, onProgress: setPart, signal: current.signal });
      const rowChoice = draft?.rowChoice ?? { headingRow: findHeadingRow(table, fields) };
      const why = problemOf(toFileRows(table, rowChoice));
      if (why) throw new FileReadError(why);
      onRead({ content, choices, table, rowChoice }, draft);
    } catch (error) {
      if (reading.current === current) setProblem(asProblem(error));
    }
    if (reading.current === current) setPart(undefined);
  };
  // A dialog that closes ends the reading.
  useEffect(() => () => reading.current?.abort(), []);
  const stop = () => reading.current?.abort();
  return { part, problem, read, stop };
}
