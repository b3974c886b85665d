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

/** An import of which nothing is kept: it was a trial, or it has mistakes. Its transaction ends with this. */
export class ImportRolledBack extends Error {
  readonly answer: ImportAnswer;

  constructor(answer: ImportAnswer) {
    super('nothing of the import is kept');
    this.answer = answer;
  }
}

/** How many rows are written at once; a statement has at most 65,535 values. */
const batch = 200;

type OnProgress = (done: number, all: number) => void;

interface Work {
  readonly context: Context;
  readonly entity: Entity;
  readonly mistakes: ImportMistake[];
}

/** The field that a place of a body belongs to, by name; of an object that is left out the first that a file has of it. */
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

/** Does the work; what a client is told of its failure is a mistake of the row, and all else is thrown. */
async function attempt(work: Work, sheet: ImportTable, row: number, done: () => Promise<void>): Promise<void> {
  try {
    await done();
  } catch (error) {
    const told = AppError.of(error);
    if (!told) throw error;
    note(work, sheet, row, told.fields ?? { _: [told.message] });
  }
}

/** The values of each row, by the rule of the form that makes a record, with references that lead somewhere. */
async function validated(work: Work, sheet: ImportTable): Promise<FieldValues[]> {
  const { context, entity } = work;
  const { role } = callerOf(context);
  const values = sheet.rows.map((): FieldValues => ({}));
  for (const [row, { body, refused }] of (await readDrafts(context, entity, sheet)).entries()) {
    // Thousands of rows take a while: the other requests get their turn.
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

/** Parses a body; places that were refused already are not refused once more for being empty. */
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

/** Runs what may fail halfway; the transaction goes on as if nothing of it had happened. Throws what it threw. */
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

/** Can rows of this entity be stored many at once? Not where each has effects of its own, or a seal; of what is tried nobody is told. */
function mayStoreTogether(entity: Entity, rows: readonly FieldValues[], isTried: boolean): boolean {
  const sealed = storedFields(entity).filter(([, field]) => field.encrypted);
  return (
    !rulesOf(entity.name).afterCreate &&
    (isTried || !entity.notices?.['create']) &&
    !sealed.some(([name]) => rows.some((values) => values[name] != null))
  );
}

/** What a row leaves out starts as the column says. */
function filledUp(rows: readonly FieldValues[]): FieldValues[] {
  const names = [...new Set(rows.flatMap((values) => Object.keys(values)))];
  return rows.map((values) => Object.fromEntries(names.map((name) => [name, values[name] ?? sql`default`])));
}

/** Stores rows in one statement. Throws where one of them is refused: none is stored then. */
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
 * Writes some rows, all in one statement where they allow it. Where that is refused either half of them is tried, down to
 * those that are to blame: a few more statements for each mistake, and not one for each row.
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
  const make = async () => void (await createRecord(context, entity, values));
  return attempt(work, sheet, row, () => inSavepoint(context, make));
}

/** How rows are written: to be kept or to be undone, and who is told how far that has come. */
interface Writing {
  readonly isTried: boolean;
  readonly onProgress: OnProgress;
}

/** Writes all rows, a batch at a time, and tells how far that has come. */
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

/** Does work of which nothing stays; the transaction goes on. */
async function rolledBack(context: Context, work: () => Promise<void>): Promise<void> {
  await sql`savepoint import_trial`.execute(context.trx);
  await work();
  await sql`rollback to savepoint import_trial`.execute(context.trx);
}

/**
 * Writes all rows with serial numbers that stand in for those of the sequence, so that neither a trial nor an import that
 * fails draws any; what is to stay is then written with its own (decision 0044).
 */
async function writeWithTrialSerials(
  work: Work,
  sheet: ImportTable,
  rows: readonly FieldValues[],
  { isTried, onProgress }: Writing,
) {
  const share = isTried ? 1 : 2;
  const tell = (before: number) => (done: number, all: number) => onProgress(Math.floor((before + done) / share), all);
  const standing = withTrialSerials(work.entity, rows);
  await rolledBack(work.context, () => writeAll(work, sheet, standing, { isTried: true, onProgress: tell(0) }));
  if (isTried || work.mistakes.length > 0) return;
  await writeAll(work, sheet, rows, { isTried, onProgress: tell(rows.length) });
}

/**
 * Makes a record of each row, by the rules and within the scope of the form: all of them, or none. In: the request,
 * validated, and who is told how many rows are written. Out: how many were made. Throws `NothingKept` where it was a
 * trial or a row has a mistake, so that its transaction ends with nothing done; 403 where the role may not make records.
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
  const strange = columns.filter((name) => !known.includes(name));
  if (strange.length > 0) throw AppError.invalid({ columns: [message('not_writable')] });
}
