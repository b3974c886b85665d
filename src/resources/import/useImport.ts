import { useCallback, useState } from 'react';
import { type ImportAnswer, type ImportMistake, maxImportMistakes } from '../../../contract/lists/import.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { idempotencyHeader, useIdempotencyKeys } from '../../dataProvider/http/idempotency.ts';
import { useConsoleDataProvider } from '../../dataProvider/useEndpoint.ts';
import type { ImportSheet } from './sheet.ts';

/** The number of rows that one request checks; small, so that progress can be shown. */
const batchSize = 500;

export interface ImportCheck {
  readonly done: number;
  readonly mistakes: readonly ImportMistake[];
}

/** Checks and runs an import. Both reject with an HttpError. */
export function useImport(entity: Entity) {
  const data = useConsoleDataProvider();
  const keyOf = useIdempotencyKeys();
  const [checked, setChecked] = useState<ImportCheck>();
  const check = useCallback(
    async (sheet: ImportSheet, signal: AbortSignal) => {
      const mistakes: ImportMistake[] = [];
      setChecked({ done: 0, mistakes });
      for (let from = 0; from < sheet.rows.length && mistakes.length < maxImportMistakes; from += batchSize) {
        const rows = sheet.rows.slice(from, from + batchSize);
        const answer = await data.tryImport(entity, { ...sheet, rows, dry_run: true }, { signal, quiet: true });
        if (signal.aborted) return;
        mistakes.push(...answer.mistakes.map((one) => ({ ...one, row: one.row + from })));
        setChecked({ done: from + rows.length, mistakes: [...mistakes] });
      }
    },
    [data, entity],
  );
  const run = useCallback(
    async (sheet: ImportSheet, onProgress: (done: number) => void): Promise<ImportAnswer> => {
      const headers = idempotencyHeader(keyOf(sheet));
      const answer = await data.importRows(entity, { ...sheet, dry_run: false }, { headers, onProgress });
      // Mistakes that show only across all rows, for example a value that occurs in two of them.
      if (answer.created === 0) setChecked({ done: sheet.rows.length, mistakes: answer.mistakes });
      return answer;
    },
    [data, entity, keyOf],
  );
  return { checked, check, run };
}
