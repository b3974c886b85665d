import { useCallback, useState } from 'react';
import {
  type ImportAnswer,
  type ImportChange,
  type ImportCounts,
  type ImportMistake,
  maxImportMistakes,
} from '../../../contract/lists/import.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { idempotencyHeader, useIdempotencyKeys } from '../../dataProvider/http/idempotency.ts';
import { useConsoleDataProvider } from '../../dataProvider/useEndpoint.ts';
import type { ImportSheet } from './sheet.ts';

/**
 * The number of rows that one request checks; small, so that progress can be shown. A change takes longer than a new record,
 * and nobody else should wait for it.
 */
const batchSize = { new: 500, matched: 100 } as const;

export interface ImportCheck {
  readonly done: number;
  readonly mistakes: readonly ImportMistake[];
  /** Only where rows are matched with existing records. */
  readonly counts: ImportCounts | undefined;
  readonly changes: readonly ImportChange[];
  readonly versions: readonly number[];
}

const nothingChecked: ImportCheck = { done: 0, mistakes: [], counts: undefined, changes: [], versions: [] };

const sum = (one: ImportCounts | undefined, other: ImportCounts | undefined): ImportCounts | undefined =>
  one && other
    ? {
        new: one.new + other.new,
        changed: one.changed + other.changed,
        same: one.same + other.same,
        wrong: one.wrong + other.wrong,
      }
    : (one ?? other);

/** The result of the rows so far together with that of the next ones. */
function withAnswer(checked: ImportCheck, answer: ImportAnswer): ImportCheck {
  const shifted = <One extends { readonly row: number }>(rows: readonly One[] = []): One[] =>
    rows.map((one) => ({ ...one, row: one.row + checked.done }));
  return {
    done: checked.done + answer.rows,
    // The server names mistakes in the order in which it looks for them.
    mistakes: [...checked.mistakes, ...shifted(answer.mistakes).sort((one, other) => one.row - other.row)],
    counts: sum(checked.counts, answer.counts),
    changes: [...checked.changes, ...shifted(answer.changes)],
    versions: [...checked.versions, ...(answer.versions ?? [])],
  };
}

/** Checks and runs an import. Both reject with an HttpError. */
export function useImport(entity: Entity) {
  const data = useConsoleDataProvider();
  const keyOf = useIdempotencyKeys();
  const [checked, setChecked] = useState<ImportCheck>();
  const check = useCallback(
    async (sheet: ImportSheet, signal: AbortSignal) => {
      let found = nothingChecked;
      setChecked(found);
      const size = sheet.key === undefined ? batchSize.new : batchSize.matched;
      while (found.done < sheet.rows.length && found.mistakes.length < maxImportMistakes) {
        const rows = sheet.rows.slice(found.done, found.done + size);
        const answer = await data.tryImport(entity, { ...sheet, rows, dry_run: true }, { signal, quiet: true });
        if (signal.aborted) return;
        found = withAnswer(found, answer);
        setChecked(found);
      }
    },
    [data, entity],
  );
  const run = useCallback(
    async (sheet: ImportSheet, onProgress: (done: number) => void): Promise<ImportAnswer> => {
      const headers = idempotencyHeader(keyOf(sheet));
      const versions = sheet.key === undefined ? undefined : checked?.versions;
      const answer = await data.importRows(entity, { ...sheet, versions, dry_run: false }, { headers, onProgress });
      // Mistakes that show only across all rows, for example a value that occurs in two of them.
      if (answer.mistakes.length > 0) setChecked(withAnswer(nothingChecked, answer));
      return answer;
    },
    [data, entity, keyOf, checked],
  );
  return { checked, check, run };
}
