import { setImmediate } from 'node:timers/promises';
import { type SqlBool, sql } from 'kysely';
import type { FieldErrors } from '../../../contract/kinds/validation.ts';
import {
  type ImportAnswer,
  type ImportMistake,
  importableFields,
  importColumns,
  maxImportMistakes,
} from '../../../contract/lists/import.ts';
import { translateMessage } from '../../../contract/messages/catalogue.ts';
import { message } from '../../../contract/messages/message.ts';
import type { Role } from '../../../contract/schema/access.ts';
import { type Entity, fieldOf, storedFields, writePathOf } from '../../../contract/schema/entity.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { AppError } from '../../core/appError.ts';
import { type Context, callerOf } from '../../core/context.ts';
import type { FieldValues } from '../../core/rules.ts';
import { audit } from '../../db/write/audit.ts';
import { insertAll } from '../../db/write/store.ts';
import { rulesOf } from '../../domain/index.ts';
import { visiblePredicate } from '../compile/scope.ts';
import { authorize } from '../read/read.ts';
import { findReferenceErrors, parseBody } from '../write/body.ts';
import { completeValues, createRecord } from '../write/create.ts';
import { type ImportTable, readDrafts } from './bodies.ts';
import type { ImportRequest } from './request.ts';
import { hasSerials, withTrialSerials } from './trialSerials.ts';

/** An import that is rolled back: it was a trial, or it has mistakes. Its transaction ends with this error. */
export class ImportRolledBack extends Error {
  readonly answer: ImportAnswer;

  constructor(answer: ImportAnswer) {
    super('the import is rolled back');
    this.answer = answer;
  }
}

/** The number of rows written by one statement, which has at most 65,535 values. */
const batch = 200;

type OnProgress = (done: number, all: number) => void;

interface Work {
  readonly context: Context;
  readonly entity: Entity;
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

function note({ context, entity, mistakes }: Work, sheet: ImportTable, row: number, errors: FieldErrors): void {
  const language = context.origin?.language ?? 'en';
  for (const [place, [text = '']] of Object.entries(errors)) {
    if (mistakes.length >= maxImportMistakes) return;
    mistakes.push({ row, field: nameAt(entity, sheet, place), message: translateMessage(text, language) });
  }
}

/** Does the work. An error for the client is recorded as a mistake of the row, any other is thrown. */
async function attempt(work: Work, sheet: ImportTable, row: number, done: () => Promise<void>): Promise<void> {
  try {
    await done();
  } catch (error) {
    const refusal = AppError.of(error);
    if (!refusal) throw error;
    note(work, sheet, row, refusal.fields ?? { _: [refusal.message] });
  }
}

/** The validated values of each row, by the rules of the create form, with checked references. */
async function validated(work: Work, sheet: ImportTable): Promise<FieldValues[]> {
  const { context, entity } = work;
  const { role } = callerOf(context);
  const values = sheet.rows.map((): FieldValues => ({}));
  for (const [row, { body, refused }] of (await readDrafts(context, entity, sheet)).entries()) {
    // Let other requests run in between: thousands of rows take a while.
    if (row % batch === batch - 1) await setImmediate();
    const names = new Set(refused.map(([name]) => writePathOf(name, fieldOf(entity, name) as Field)));
    note(work, sheet, row, Object.fromEntries(refused.map(([name, text]) => [name, [text]])));
    await attempt(work, sheet, row, async () => {
      values[row] = parseExcept(entity, role, body, names);
    });
  }
  const strays = await findReferenceErrors(context, entity.fields, values);
  for (const [row, errors] of strays.entries()) note(work, sheet, row, errors);
  return values;
}

/** Parses a body without repeating errors at paths that were refused already. */
function parseExcept(
  entity: Entity,
  role: Parameters<typeof parseBody>[1],
  body: FieldValues,
  known: ReadonlySet<string>,
): FieldValues {
  try {
    return parseBody(entity, role, 'create', body);
  } catch (error) {
    if (!(error instanceof AppError) || !error.fields || known.size === 0) throw error;
    throw AppError.invalid(Object.fromEntries(Object.entries(error.fields).filter(([place]) => !known.has(place))));
  }
}

/**
 * Runs work in a savepoint, which is rolled back if the work throws.
 * @throws what the work throws
 */
async function inSavepoint(context: Context, work: () => Promise<void>): Promise<void> {
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

/**
 * True if rows of this entity can be stored in one statement: not with effects per record, notices or encrypted values.
 * A trial sends no notices.
 */
function mayStoreTogether(entity: Entity, rows: readonly FieldValues[], isTried: boolean): boolean {
  const encrypted = storedFields(entity).filter(([, field]) => field.encrypted);
  return (
    !rulesOf(entity.name).afterCreate &&
    (isTried || !entity.notices?.['create']) &&
    !encrypted.some(([name]) => rows.some((values) => values[name] != null))
  );
}

/** Fills columns that a row leaves out with the default of the column. */
function filledUp(rows: readonly FieldValues[]): FieldValues[] {
  const names = [...new Set(rows.flatMap((values) => Object.keys(values)))];
  return rows.map((values) => Object.fromEntries(names.map((name) => [name, values[name] ?? sql`default`])));
}

/**
 * Stores rows in one statement.
 * @throws where one of them is refused; none is stored then
 */
async function storeTogether({ context, entity }: Work, rows: readonly FieldValues[]): Promise<void> {
  const complete: FieldValues[] = [];
  for (const values of rows) complete.push(await completeValues(context, entity, values));
  const ids = await insertAll(context, entity, filledUp(complete), (row) => ({ action: 'create', after: row }));
  const theirs = visiblePredicate(entity, callerOf(context), [sql<SqlBool>`t.id = any (${ids}::int[])`]);
  const seen = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(entity.table)} as t
    where ${theirs}`.execute(context.trx);
  if (seen.rows[0]?.count !== ids.length) throw AppError.unprocessable('not_found_reference');
}

/**
 * Writes some rows in one statement. Where it is refused, each half is tried, down to the rows with mistakes: a few
 * more statements per mistake instead of one per row.
 */
async function write(work: Work, sheet: ImportTable, first: number, rows: readonly FieldValues[]): Promise<void> {
  if (work.mistakes.length >= maxImportMistakes || rows.length === 0) return;
  if (rows.length === 1) return writeOne(work, sheet, first, rows[0] as FieldValues);
  try {
    return await inSavepoint(work.context, () => storeTogether(work, rows));
  } catch (error) {
    if (!AppError.of(error)) throw error;
  }
  const half = Math.ceil(rows.length / 2);
  await write(work, sheet, first, rows.slice(0, half));
  await write(work, sheet, first + half, rows.slice(half));
}

function writeOne(work: Work, sheet: ImportTable, row: number, values: FieldValues): Promise<void> {
  const { context, entity } = work;
  const createRow = async () => void (await createRecord(context, entity, values));
  return attempt(work, sheet, row, () => inSavepoint(context, createRow));
}

/** How rows are written: whether they are rolled back, and who is informed of the progress. */
interface Writing {
  readonly isTried: boolean;
  readonly onProgress: OnProgress;
}

/** Writes all rows in batches and reports the progress. */
async function writeAll(
  work: Work,
  sheet: ImportTable,
  rows: readonly FieldValues[],
  { isTried, onProgress }: Writing,
) {
  const isTogether = mayStoreTogether(work.entity, rows, isTried);
  const step = isTogether ? batch : 1;
  for (let from = 0; from < rows.length && work.mistakes.length < maxImportMistakes; from += step) {
    onProgress(from, rows.length);
    await write(work, sheet, from, rows.slice(from, from + step));
  }
  onProgress(rows.length, rows.length);
}

/** Does work and rolls it back; the transaction goes on. */
async function rolledBack(context: Context, work: () => Promise<void>): Promise<void> {
  await sql`savepoint import_trial`.execute(context.trx);
  await work();
  await sql`rollback to savepoint import_trial`.execute(context.trx);
}

/**
 * Writes all rows with placeholder serial numbers first, so that neither a trial nor a failed import draws any from the
 * sequence. Rows that stay are then written with real ones (decision 0044).
 */
async function writeWithTrialSerials(
  work: Work,
  sheet: ImportTable,
  rows: readonly FieldValues[],
  { isTried, onProgress }: Writing,
) {
  const share = isTried ? 1 : 2;
  const progressFrom = (before: number) => (done: number, all: number) =>
    onProgress(Math.floor((before + done) / share), all);
  const withTrial = withTrialSerials(work.entity, rows);
  await rolledBack(work.context, () =>
    writeAll(work, sheet, withTrial, { isTried: true, onProgress: progressFrom(0) }),
  );
  if (isTried || work.mistakes.length > 0) return;
  await writeAll(work, sheet, rows, { isTried, onProgress: progressFrom(rows.length) });
}

/**
 * Creates a record of each row, by the rules and within the scope of the form: all of them, or none.
 * @param request the validated request
 * @param onProgress is called with the number of written rows
 * @returns the number of created records
 * @throws ImportRolledBack for a trial or where a row has a mistake, so that its transaction is rolled back; 403 where
 *   the role may not create records
 */
export async function importRecords(
  context: Context,
  entity: Entity,
  request: ImportRequest,
  onProgress: OnProgress = () => undefined,
): Promise<ImportAnswer> {
  const caller = callerOf(context);
  authorize(entity, 'create', caller);
  const fields = new Map(importableFields(entity, caller.role));
  const sheet: ImportTable = {
    columns: request.columns.map((name) => [name, fields.get(name) as Field]),
    rows: request.rows,
  };
  const work: Work = { context, entity, mistakes: [] };
  const values = await validated(work, sheet);
  const writing = { isTried: request.dry_run, onProgress };
  if (work.mistakes.length === 0)
    await (hasSerials(entity) ? writeWithTrialSerials : writeAll)(work, sheet, values, writing);
  const rows = request.rows.length;
  if (request.dry_run || work.mistakes.length > 0)
    throw new ImportRolledBack({ rows, created: 0, mistakes: work.mistakes });
  await audit(context, { action: 'import', entity: entity.name, after: { rows } });
  return { rows, created: rows, mistakes: [] };
}

/** Refuses columns that the role may not import (422). */
export function checkColumns(entity: Entity, role: Role, { columns }: ImportRequest): void {
  const known = importableFields(entity, role).map(([name]) => name);
  const unknown = columns.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw AppError.invalid({ columns: [message('not_writable')] });
}
