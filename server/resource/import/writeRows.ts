import { type SqlBool, sql } from 'kysely';
import { type Entity, storedFields } from '../../../contract/schema/entity.ts';
import { AppError } from '../../core/appError.ts';
import { type Context, callerOf } from '../../core/context.ts';
import type { FieldValues } from '../../core/rules.ts';
import { insertAll } from '../../db/write/store.ts';
import { rulesOf } from '../../domain/index.ts';
import { visiblePredicate } from '../compile/scope.ts';
import { completeValues, createRecord } from '../write/create.ts';
import { updateRecord } from '../write/write.ts';
import type { ChangedRow, NewRow } from './checkRows.ts';
import { attempt, type ImportWork, inSavepoint, isFull } from './importWork.ts';
import { hasSerials, withTrialSerials } from './trialSerials.ts';

/** The number of rows written by one statement, which has at most 65,535 values. */
const batch = 200;

/** Called with the number of rows that are written, and the number of all rows. */
export type OnProgress = (done: number, all: number) => void;

/**
 * True if rows of this entity can be stored in one statement: not with effects per record, notices or encrypted values.
 * A trial sends no notices.
 */
function mayStoreTogether(entity: Entity, rows: readonly NewRow[], isTried: boolean): boolean {
  const encrypted = storedFields(entity).filter(([, field]) => field.encrypted);
  return (
    !rulesOf(entity.name).afterCreate &&
    (isTried || !entity.notices?.['create']) &&
    !encrypted.some(([name]) => rows.some(({ values }) => values[name] != null))
  );
}

/** Fills columns that a row leaves out with the default of the column. */
function filledUp(rows: readonly FieldValues[]): FieldValues[] {
  const names = [...new Set(rows.flatMap((values) => Object.keys(values)))];
  return rows.map((values) =>
    Object.fromEntries(names.map((name) => [name, values[name] === undefined ? sql`default` : values[name]])),
  );
}

/**
 * Stores rows in one statement.
 * @throws where one of them is refused; none is stored then
 */
async function storeTogether({ context, entity }: ImportWork, rows: readonly NewRow[]): Promise<void> {
  const complete: FieldValues[] = [];
  for (const { values } of rows) complete.push((await completeValues(context, entity, values)).written);
  const ids = await insertAll(context, entity, filledUp(complete), (row) => ({ action: 'create', after: row }));
  for (const id of ids) context.importedIds?.add(id);
  const theirs = visiblePredicate(entity, callerOf(context), [sql<SqlBool>`t.id = any (${ids}::int[])`]);
  const seen = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(entity.table)} as t
    where ${theirs}`.execute(context.trx);
  if (seen.rows[0]?.count !== ids.length) throw AppError.unprocessable('not_found_reference');
}

/** Writes rows; throws where one of them is refused. */
type Store<Row> = (rows: readonly Row[]) => Promise<void>;

/**
 * Writes rows together. Where they are refused, each half is tried, down to the rows with mistakes: a few more statements
 * per mistake instead of several per row.
 */
async function write<Row extends { readonly row: number }>(work: ImportWork, rows: readonly Row[], store: Store<Row>) {
  const [only] = rows;
  if (isFull(work) || !only) return;
  if (rows.length === 1) return attempt(work, only.row, () => inSavepoint(work.context, () => store(rows)));
  try {
    return await inSavepoint(work.context, () => store(rows));
  } catch (error) {
    if (!AppError.of(error)) throw error;
  }
  const half = Math.ceil(rows.length / 2);
  await write(work, rows.slice(0, half), store);
  await write(work, rows.slice(half), store);
}

/** Stores new rows in one statement, or a single one with its effects. */
const storeNew =
  (work: ImportWork): Store<NewRow> =>
  async (rows) => {
    const [only] = rows;
    if (rows.length > 1 || !only) await storeTogether(work, rows);
    else work.context.importedIds?.add((await createRecord(work.context, work.entity, only.values)).id);
  };

/** How rows are written: whether they are rolled back, and who is informed of the progress. */
interface Writing {
  readonly isTried: boolean;
  readonly onProgress: (done: number) => void;
}

/** Writes new rows in batches and reports the progress. */
async function writeAll(work: ImportWork, rows: readonly NewRow[], { isTried, onProgress }: Writing) {
  const isTogether = mayStoreTogether(work.entity, rows, isTried);
  const step = isTogether ? batch : 1;
  for (let from = 0; from < rows.length && !isFull(work); from += step) {
    onProgress(from);
    await write(work, rows.slice(from, from + step), storeNew(work));
  }
  onProgress(rows.length);
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
async function writeWithTrialSerials(work: ImportWork, rows: readonly NewRow[], { isTried, onProgress }: Writing) {
  const share = isTried ? 1 : 2;
  const progressFrom = (before: number) => (done: number) => onProgress(Math.floor((before + done) / share));
  const withTrial = withTrialSerials(
    work.context,
    work.entity,
    rows.map(({ values }) => values),
  ).map((values, at) => ({ row: rows[at]?.row ?? 0, values }));
  await rolledBack(work.context, () => writeAll(work, withTrial, { isTried: true, onProgress: progressFrom(0) }));
  if (isTried || work.mistakes.length > 0) return;
  await writeAll(work, rows, { isTried, onProgress: progressFrom(rows.length) });
}

/** Creates the records of new rows. */
export const writeNew = (work: ImportWork, rows: readonly NewRow[], writing: Writing): Promise<void> =>
  (hasSerials(work.entity) ? writeWithTrialSerials : writeAll)(work, rows, writing);

/** How many records are changed in one savepoint. */
const changesTogether = 50;

/** Changes records, each like a separate edit of the version that its row was compared with. */
export async function writeChanges(work: ImportWork, rows: readonly ChangedRow[], onProgress: (done: number) => void) {
  const { context, entity } = work;
  const store: Store<ChangedRow> = async (some) => {
    for (const { id, version, body } of some) await updateRecord(context, entity, id, body, String(version));
  };
  for (let from = 0; from < rows.length && !isFull(work); from += changesTogether) {
    onProgress(from);
    await write(work, rows.slice(from, from + changesTogether), store);
  }
}
