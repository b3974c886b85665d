import {
  type ImportAnswer,
  type ImportField,
  type ImportUpdates,
  importableFields,
  importKeysFor,
  maxImportChanges,
  updatableFields,
} from '../../../contract/lists/import.ts';
import { message } from '../../../contract/messages/message.ts';
import type { Role } from '../../../contract/schema/access.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { AppError } from '../../core/appError.ts';
import { type Context, callerOf } from '../../core/context.ts';
import { audit } from '../../db/write/audit.ts';
import { authorize } from '../read/read.ts';
import { findReferenceErrors } from '../write/body.ts';
import { type CheckedRows, checkRows } from './checkRows.ts';
import { type ImportWork, note } from './importWork.ts';
import { changesOf, type MatchedRows, matchRows } from './matchRows.ts';
import type { ImportRequest } from './request.ts';
import { type OnProgress, writeChanges, writeNew } from './writeRows.ts';

/** An import that is rolled back: it was a trial, or it has mistakes. Its transaction ends with this error. */
export class ImportRolledBack extends Error {
  readonly answer: ImportAnswer;

  constructor(answer: ImportAnswer) {
    super('the import is rolled back');
    this.answer = answer;
  }
}

/** The fields that the columns of a request may have. */
const fieldsFor = (entity: Entity, role: Role, key: string | undefined): ImportField[] =>
  key === undefined ? importableFields(entity, role) : updatableFields(entity, role, key);

/** An import whose rows were checked before its transaction. */
export interface CheckedImport {
  readonly work: ImportWork;
  readonly rows: CheckedRows;
  readonly matched: MatchedRows | undefined;
}

/** Refuses the rows whose record has changed since the caller saw it. */
function checkVersions({ versions }: ImportRequest, work: ImportWork, { records }: MatchedRows): void {
  for (const [row, version] of (versions ?? []).entries())
    if (version !== (records.get(row)?.row['version'] ?? 0)) note(work, row, { _: [message('stale')] });
}

/** Refuses the rows with a text beyond the last column: it has no field, so its cells may be in the wrong columns. */
function checkWidths(work: ImportWork): void {
  const { columns, rows } = work.sheet;
  for (const [row, cells] of rows.entries())
    if (cells.length > columns.length && cells.slice(columns.length).some((cell) => cell.trim() !== ''))
      note(work, row, { _: [message('max_items', { value: columns.length })] });
}

/**
 * Checks the rows of a file by the rules of the form. It only reads, one statement after the other, so that other
 * requests get their turn in between.
 * @throws 403 where the role may not create records, or with a key change them
 */
export async function checkImport(context: Context, entity: Entity, request: ImportRequest): Promise<CheckedImport> {
  const caller = callerOf(context);
  authorize(entity, 'create', caller);
  if (request.key !== undefined) authorize(entity, 'edit', caller);
  const fields = new Map(fieldsFor(entity, caller.role, request.key));
  const columns = request.columns.map((name) => [name, fields.get(name) as Field] as const);
  const work: ImportWork = { context, entity, sheet: { columns, rows: request.rows }, mistakes: [] };
  checkWidths(work);
  const key = importKeysFor(entity, caller.role).find(({ name }) => name === request.key);
  const matched = key && (await matchRows(work, key));
  if (matched) checkVersions(request, work, matched);
  return { work, matched, rows: await checkRows(work, matched) };
}

/** Notes the references of new rows that do not exist or may not be selected, and locks the others. */
async function checkReferences(work: ImportWork, { created }: CheckedRows): Promise<void> {
  const { context, entity } = work;
  const all = await findReferenceErrors(
    context,
    entity.fields,
    created.map(({ values }) => values),
  );
  for (const [at, errors] of all.entries()) note(work, created[at]?.row ?? 0, errors);
}

/** What an import does to existing records. */
function updatesOf({ work, rows, matched }: CheckedImport, request: ImportRequest): Partial<ImportUpdates> {
  if (!matched) return {};
  const wrong = new Set(work.mistakes.map(({ row }) => row));
  const isFine = ({ row }: { row: number }) => !wrong.has(row);
  const changed = rows.changed.filter(isFine);
  const counts = {
    new: rows.created.filter(isFine).length,
    changed: changed.length,
    same: [...matched.records.keys()].filter((row) => !wrong.has(row)).length - changed.length,
    wrong: wrong.size,
  };
  const changes = changed.flatMap((one) => changesOf(work, one, matched.records.get(one.row)));
  const versions = request.rows.map((_, row) => Number(matched.records.get(row)?.row['version'] ?? 0));
  return { updated: 0, counts, changes: changes.slice(0, maxImportChanges), versions: request.dry_run ? versions : [] };
}

/** Throws the answer of an import that stores nothing. */
function rollBack(checked: CheckedImport, request: ImportRequest): never {
  const { mistakes } = checked.work;
  const answer = { rows: request.rows.length, created: 0, mistakes, ...updatesOf(checked, request) };
  throw new ImportRolledBack(answer);
}

/**
 * Creates and changes the records of checked rows, by the rules and within the scope of the form: all of them, or none.
 * @param onProgress is called with the number of written rows
 * @returns the number of created and changed records
 * @throws ImportRolledBack for a trial or where a row has a mistake, so that its transaction is rolled back
 */
export async function importRecords(
  context: Context,
  { work: { entity, sheet, mistakes }, rows, matched }: CheckedImport,
  request: ImportRequest,
  onProgress: OnProgress = () => undefined,
): Promise<ImportAnswer> {
  // A transaction that is run again after a deadlock starts with the mistakes of the check alone.
  const work = {
    context: { ...context, importedIds: new Set<number>() },
    entity,
    sheet,
    mistakes: [...mistakes],
  };
  const checked = { work, rows, matched };
  if (mistakes.length > 0) rollBack(checked, request);
  await checkReferences(work, rows);
  const all = rows.created.length + rows.changed.length;
  if (work.mistakes.length === 0) {
    await writeNew(work, rows.created, { isTried: request.dry_run, onProgress: (done) => onProgress(done, all) });
    await writeChanges(work, rows.changed, (done) => onProgress(rows.created.length + done, all));
    onProgress(all, all);
  }
  if (request.dry_run || work.mistakes.length > 0) rollBack(checked, request);
  const created = rows.created.length;
  const updated = rows.changed.length;
  await audit(context, {
    action: 'import',
    entity: entity.name,
    after: { rows: request.rows.length, ...(matched && { created, updated }) },
  });
  const answer = { rows: request.rows.length, created, mistakes: [] };
  return matched ? { ...answer, ...updatesOf(checked, request), updated } : answer;
}

/** Refuses columns that the role may not import, and a key that it may not match by (422). */
export function checkColumns(entity: Entity, role: Role, { columns, key }: ImportRequest): void {
  const found = importKeysFor(entity, role).find(({ name }) => name === key);
  if (key !== undefined && !found?.fields.every(([name]) => columns.includes(name)))
    throw AppError.invalid({ key: [message('choice')] });
  const known = fieldsFor(entity, role, key).map(([name]) => name);
  if (columns.some((name) => !known.includes(name))) throw AppError.invalid({ columns: [message('not_writable')] });
}
