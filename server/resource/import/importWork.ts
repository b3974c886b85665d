import { sql } from 'kysely';
import type { FieldErrors } from '../../../contract/kinds/validation.ts';
import { type ImportMistake, importColumns, maxImportMistakes } from '../../../contract/lists/import.ts';
import { translateMessage } from '../../../contract/messages/catalogue.ts';
import { type Entity, fieldOf, writePathOf } from '../../../contract/schema/entity.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { AppError } from '../../core/appError.ts';
import { type Context, readerLanguage } from '../../core/context.ts';
import type { ImportTable } from './bodies.ts';

/** An import while it runs: its rows, and the mistakes found so far. */
export interface ImportWork {
  readonly context: Context;
  readonly entity: Entity;
  readonly sheet: ImportTable;
  readonly mistakes: ImportMistake[];
}

/** The name of the field that a path of a body belongs to; for a missing object, its first field in the file. */
function nameAt(entity: Entity, sheet: ImportTable, place: string): string {
  const columns = [...sheet.columns, ...importColumns(entity)];
  const paths = columns.map(([name]) => [name, writePathOf(name, fieldOf(entity, name) as Field)] as const);
  const within = (inner: string, outer: string) => inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[`);
  const found = paths.find(([, path]) => place === path || within(place, path));
  return (found ?? paths.find(([, path]) => within(path, place)))?.[0] ?? place;
}

/** Records the errors of a row as mistakes, up to the limit. */
export function note({ context, entity, sheet, mistakes }: ImportWork, row: number, errors: FieldErrors): void {
  const language = readerLanguage(context);
  for (const [place, [text = '']] of Object.entries(errors)) {
    if (mistakes.length >= maxImportMistakes) return;
    mistakes.push({ row, field: nameAt(entity, sheet, place), message: translateMessage(text, language) });
  }
}

/** True if no more mistakes are reported. */
export const isFull = ({ mistakes }: ImportWork): boolean => mistakes.length >= maxImportMistakes;

/**
 * The errors of a refusal that an import lists: those of values that are in use together once, at the first of their
 * columns.
 */
function noted({ entity, sheet }: ImportWork, { code, fields, message: text }: AppError): FieldErrors {
  if (!fields) return { _: [text] };
  if (code !== 'used_together') return fields;
  const all = Object.entries(fields);
  const isColumn = ([place]: [string, unknown]) =>
    sheet.columns.some(([name]) => name === nameAt(entity, sheet, place));
  const one = all.find(isColumn) ?? all[0];
  return one ? Object.fromEntries([one]) : fields;
}

/** Does the work. An error for the client is recorded as a mistake of the row, any other is thrown. */
export async function attempt(work: ImportWork, row: number, done: () => Promise<void>): Promise<void> {
  try {
    await done();
  } catch (error) {
    const refusal = AppError.of(error);
    if (!refusal) throw error;
    note(work, row, noted(work, refusal));
  }
}

/**
 * Runs work in a savepoint, which is rolled back if the work throws.
 * @throws what the work throws
 */
export async function inSavepoint(context: Context, work: () => Promise<void>): Promise<void> {
  await sql`savepoint import_rows`.execute(context.trx);
  try {
    await work();
  } catch (error) {
    await sql`rollback to savepoint import_rows`.execute(context.trx);
    throw error;
  } finally {
    await sql`release savepoint import_rows`.execute(context.trx);
  }
}
