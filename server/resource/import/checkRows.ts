import type { FieldErrors } from '../../../contract/kinds/validation.ts';
import { valueAt } from '../../../contract/lib/dottedPath.ts';
import { fieldOf, writePathOf } from '../../../contract/schema/entity.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { textOfValue } from '../../../contract/values/textCodec.ts';
import { AppError } from '../../core/appError.ts';
import { readerLanguage } from '../../core/context.ts';
import type { FieldValues } from '../../core/rules.ts';
import { emptyRecord } from '../write/defaults.ts';
import { parseWithRules } from '../write/validateBody.ts';
import { type ChangedRecord, type ImportDraft, readDrafts } from './bodies.ts';
import { attempt, type ImportWork, note } from './importWork.ts';
import { type ChangedCells, editOf, type MatchedRows, rowsToChange } from './matchRows.ts';
import { takingTurns } from './takingTurns.ts';

/** A row that becomes a new record, with its validated values. */
export interface NewRow {
  readonly row: number;
  readonly values: FieldValues;
}

/** A row that changes a record: the body of the edit, and the version that it is based on. */
export interface ChangedRow extends ChangedCells {
  readonly id: number;
  readonly version: number;
  readonly body: FieldValues;
}

/** The defaults that take the place of empty cells, as texts. */
function filledTexts(work: ImportWork, row: number, columns: readonly string[], values: FieldValues) {
  const { entity, context, sheet } = work;
  const around = { language: readerLanguage(context) };
  const filled = columns.flatMap((name): [string, string][] => {
    const cell = sheet.rows[row]?.[sheet.columns.findIndex(([own]) => own === name)] ?? '';
    const [field, value] = [fieldOf(entity, name), valueAt(values, name)];
    return field && cell.trim() === '' && value != null ? [[name, textOfValue(field, value, around)]] : [];
  });
  return Object.fromEntries(filled);
}

export interface CheckedRows {
  readonly created: readonly NewRow[];
  readonly changed: readonly ChangedRow[];
}

/** The errors without those at paths that were refused already. */
function without(errors: FieldErrors, { refused }: ImportDraft, { entity }: ImportWork): FieldErrors {
  const known = new Set(refused.map(([name]) => writePathOf(name, fieldOf(entity, name) as Field)));
  return Object.fromEntries(Object.entries(errors).filter(([place]) => !known.has(place)));
}

/** Parses a draft by the rules of the form; what could not be read is noted, and each path has one mistake. */
async function parseDraft(
  work: ImportWork,
  row: number,
  draft: ImportDraft,
  parse: () => Promise<void>,
): Promise<void> {
  note(work, row, Object.fromEntries(draft.refused.map(([name, text]) => [name, [text]])));
  await attempt(work, row, async () => {
    try {
      await parse();
    } catch (error) {
      if (!(error instanceof AppError) || !error.fields || draft.refused.length === 0) throw error;
      throw AppError.invalid(without(error.fields, draft, work));
    }
  });
}

/**
 * Checks rows by the rules of the form, with statements that only read and locks nothing.
 * @param matched the existing records of the rows; without it, all rows are new records
 */
export async function checkRows(work: ImportWork, matched?: MatchedRows): Promise<CheckedRows> {
  const { context, entity, sheet } = work;
  const changed: ReadonlyMap<number, ChangedRecord> = matched ? await rowsToChange(work, matched) : new Map();
  const checked = { created: [] as NewRow[], changed: [] as ChangedRow[] };
  const takeTurns = takingTurns();
  for (const [row, draft] of (await readDrafts(context, entity, sheet, changed)).entries()) {
    await takeTurns();
    if (matched?.wrong.has(row)) continue;
    const differing = changed.get(row);
    if (differing) {
      const columns = new Set([...differing.columns].filter((name) => !draft.unchanged.has(name)));
      const record = { row: differing.row, columns };
      await parseDraft(work, row, draft, async () => {
        const values = await parseWithRules(context, entity, 'edit', draft.body, record.row, draft.refused.length > 0);
        const edit = editOf(entity, record, draft.body, values);
        if (edit.columns.length > 0)
          checked.changed.push({
            row,
            id: record.row.id,
            version: record.row['version'] as number,
            ...edit,
            filled: filledTexts(work, row, edit.columns, values),
          });
      });
    } else if (!matched?.records.has(row)) {
      await parseDraft(work, row, draft, async () => {
        const isRefused = draft.refused.length > 0;
        const values = await parseWithRules(
          context,
          entity,
          'create',
          draft.body,
          emptyRecord(context, entity),
          isRefused,
        );
        checked.created.push({ row, values });
      });
    }
  }
  return checked;
}
