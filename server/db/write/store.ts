import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { type EntityName, type EntityRows, entityNamed } from '../../../contract/index.ts';
import { type Entity, storedFields } from '../../../contract/schema/entity.ts';
import { previousScope, publishSql, type RecordChange } from '../changes/changeLog.ts';
import {
  assignments,
  type ColumnValue,
  type ColumnValues,
  isSqlExpression,
  writtenColumns,
} from '../schema/columns.ts';
import type { Tables } from '../schema/tables.ts';
import { type AuditEvent, audit, auditAll, type WriteContext } from './audit.ts';
import { encryptionContext } from './encryptedColumns.ts';
import { setFiles } from './fileColumns.ts';
import { joinNewRecords, setJoined } from './joinRecords.ts';
import { changeRow, executeWrite, type StoredRow, storeEach, storeRows, updateRow } from './statements.ts';

/** How a write stands in the audit: what was done, and what of it is kept, when not all that was written. */
export interface AuditNote {
  readonly action: string;
  readonly after?: object;
}

/** Columns by the name of their field: a value as it is in a row, or an expression of SQL. */
type Values<Row = Record<string, unknown>> = { readonly [name in keyof Row]?: Row[name] | RawBuilder<unknown> };
/** An entity by its name, or the declaration itself where only that is known. */
type EntityTarget = EntityName | Entity;
type RowOf<Given extends EntityTarget> = Given extends EntityName ? EntityRows[Given] : StoredRow;
type Stored = { readonly id: number };

const toEntity = (target: EntityTarget): Entity => (typeof target === 'string' ? entityNamed(target) : target);

const encryptColumns = (writer: WriteContext, entity: Entity, id: number, sealed: [string, string][]): ColumnValues =>
  sealed.map(([name, text]) => [name, writer.secrets.seal(text, encryptionContext(entity, name, id))]);

const versionColumns = (writer: WriteContext): ColumnValues => [
  ['updated_at', writer.now],
  ['version', sql`version + 1`],
];

/** What of the written values the audit keeps: not what the database worked out. */
const auditedValues = (values: object): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && !isSqlExpression(value)));

/** What the database worked out for a new row, as its audit tells it besides what was written. */
const computedValues = (entity: Entity, row: StoredRow, values: object): object =>
  Object.fromEntries(
    storedFields(entity).flatMap(([name, { serial }]) =>
      serial !== undefined || isSqlExpression((values as StoredRow)[name]) ? [[name, row[name]]] : [],
    ),
  );

async function insertRow(writer: WriteContext, entity: Entity, values: object, otherwise?: RawBuilder<unknown>) {
  const { plain, sealed } = writtenColumns(entity, values);
  const columns = [...plain, ...sealed.map(([name]) => [name, ''] as ColumnValue)];
  const [row] = await storeRows(writer, entity, [columns], { written: [values], otherwise });
  if (row) await setJoined(writer, entity, row.id, values);
  if (row) await setFiles(writer, entity, row.id, values);
  if (!row || sealed.length === 0) return row;
  // The number that a sealed value is bound to is known from here on.
  const kept = encryptColumns(writer, entity, row.id, sealed);
  await updateRow(writer.trx, entity, row.id, kept);
  return { ...row, ...Object.fromEntries(kept) };
}

/** What the audit tells of a write; nothing where another line of it does. */
function auditEventOf(
  entity: Entity,
  id: number,
  values: object,
  audited?: AuditNote,
  before?: object,
): AuditEvent | undefined {
  if (!audited) return undefined;
  const after = audited.after ?? auditedValues(values);
  return { action: audited.action, entity: entity.name, id, ...(before && { before }), after };
}

/** Writes a new row into the audit, with what was worked out for it, unless another line of the audit tells it. */
async function auditNew(writer: WriteContext, entity: Entity, row: StoredRow, values: object, audited?: AuditNote) {
  const event = auditEventOf(entity, row.id, { ...values, ...computedValues(entity, row, values) }, audited);
  if (event) await audit(writer, event, entity);
}

/**
 * Makes a record. In: the writer, the entity, the values by field name (sealed ones in clear) and how the audit tells
 * it; without that, another line of the audit tells what brought it about.
 * @returns the row as it is stored
 */
export async function insert<Given extends EntityTarget>(
  writer: WriteContext,
  target: Given,
  values: Values<RowOf<Given>>,
  audited?: AuditNote,
): Promise<RowOf<Given>> {
  const entity = toEntity(target);
  const row = await insertRow(writer, entity, values);
  if (!row) throw new Error('nothing was stored');
  await auditNew(writer, entity, row, values, audited);
  return row as RowOf<Given>;
}

/** Makes a record as `insert` does, or none where a unique value is taken. Out: the row, if it was made. */
export async function insertUnlessTaken<Given extends EntityTarget>(
  writer: WriteContext,
  target: Given,
  values: Values<RowOf<Given>>,
  audited?: AuditNote,
): Promise<RowOf<Given> | undefined> {
  const entity = toEntity(target);
  const row = await insertRow(writer, entity, values, sql`on conflict do nothing`);
  if (row) await auditNew(writer, entity, row, values, audited);
  return row as RowOf<Given> | undefined;
}

/**
 * Makes records that name the same fields, none of them sealed, in a number of statements that does not grow with theirs.
 * In: how the audit tells each of them; without that, another line of it tells what brought them about.
 * @returns their numbers, in the order of the rows
 */
export async function insertAll<Given extends EntityTarget>(
  writer: WriteContext,
  target: Given,
  rows: readonly Values<RowOf<Given>>[],
  audited?: (row: StoredRow) => AuditNote & { readonly after: object },
): Promise<number[]> {
  const entity = toEntity(target);
  if (rows.length === 0) return [];
  const made = await storeRows(
    writer,
    entity,
    rows.map((values) => writtenColumns(entity, values).plain),
    { written: rows, answers: audited ? undefined : sql.ref('id') },
  );
  const ids = made.map(({ id }) => id);
  await joinNewRecords(writer, entity, ids, rows);
  if (audited) {
    const events = made.map((row) => ({ ...audited(row), entity: entity.name, id: row.id }));
    await auditAll(writer, events, entity);
  }
  return ids;
}

/**
 * Makes a record for each number that a query finds, alike but for that number, where no line of the audit tells of it, in
 * one statement. In: the field that takes the number, the query, and the other values, none of them sealed.
 */
export async function insertEach<Name extends EntityName>(
  writer: WriteContext,
  name: Name,
  [field, ids]: readonly [keyof EntityRows[Name] & string, RawBuilder<{ id: number }>],
  values: Values<EntityRows[Name]>,
): Promise<void> {
  const entity = entityNamed(name);
  const { plain, sealed } = writtenColumns(entity, values);
  if (sealed.length > 0) throw new Error(`${name}: what is sealed is written record by record`);
  await storeEach(writer, entity, plain, [field, ids], values);
}

/**
 * Changes a record that is locked: its values, its time and its version. In: the writer, the entity, the row before
 * (or no more of it than its id), the values by field name, and how the audit tells it.
 */
export async function patch<Given extends EntityTarget>(
  writer: WriteContext,
  target: Given,
  before: Stored,
  values: Values<RowOf<Given>>,
  audited?: AuditNote,
): Promise<void> {
  const entity = toEntity(target);
  const { plain, sealed } = writtenColumns(entity, values);
  const columns = [...plain, ...encryptColumns(writer, entity, before.id, sealed), ...versionColumns(writer)];
  const event = auditEventOf(entity, before.id, values, audited, before);
  await changeRow(writer, entity, before.id, columns, 'update', { event, written: values });
  await setJoined(writer, entity, before.id, values);
  await setFiles(writer, entity, before.id, values);
}

/** Deletes a locked record softly (C20). */
export async function removeRow(
  writer: WriteContext,
  target: EntityTarget,
  before: Stored,
  action = 'remove',
): Promise<void> {
  const entity = toEntity(target);
  const columns: ColumnValues = [['deleted_at', writer.now], ...versionColumns(writer)];
  const event = { action, entity: entity.name, id: before.id, before };
  await changeRow(writer, entity, before.id, columns, 'remove', { event });
}

/** Brings a locked record back that was deleted softly (D12). Throws a TakenError where another has taken its place. */
export async function restoreRow(writer: WriteContext, target: EntityTarget, before: Stored): Promise<void> {
  const entity = toEntity(target);
  const event = { action: 'restore', entity: entity.name, id: before.id };
  const columns: ColumnValues = [['deleted_at', null], ...versionColumns(writer)];
  await changeRow(writer, entity, before.id, columns, 'create', { event, written: before });
}

/**
 * Changes every live record for which the condition (over the table's own columns) holds. What brought it about is
 * told in the audit by who asks for this.
 * @returns the ids of the records
 */
export async function patchAll<Given extends EntityTarget>(
  writer: WriteContext,
  target: Given,
  where: RawBuilder<SqlBool>,
  values: Values<RowOf<Given>>,
): Promise<number[]> {
  const entity = toEntity(target);
  const { plain, sealed } = writtenColumns(entity, values);
  if (sealed.length > 0) throw new Error(`${entity.name}: what is sealed is written record by record`);
  return updateAll(writer, entity, where, [...plain, ...versionColumns(writer)], 'update');
}

/** Deletes softly every live record for which the condition holds. Out: their ids. */
export const removeAll = (writer: WriteContext, target: EntityTarget, where: RawBuilder<SqlBool>): Promise<number[]> =>
  updateAll(writer, toEntity(target), where, [['deleted_at', writer.now], ...versionColumns(writer)], 'remove');

async function updateAll(
  writer: WriteContext,
  entity: Entity,
  where: RawBuilder<SqlBool>,
  columns: ColumnValues,
  action: RecordChange['action'],
): Promise<number[]> {
  const live = sql<SqlBool>`deleted_at is null and ${where}`;
  const { moved, from, joined } = previousScope(entity, columns, live);
  const statement = sql<Stored>`update ${sql.table(entity.table)} set ${assignments(columns)} ${from}
    where ${live} ${joined} returning id, ${publishSql(entity, action, moved)}`;
  return (await executeWrite(writer.trx, entity, statement)).map(({ id }) => id);
}

/** Notes on a record what is no change of it, such as when it was last seen: its version and its time stay. */
export async function updateUnversioned<Name extends EntityName>(
  db: Kysely<Tables>,
  name: Name,
  id: number,
  values: Values<EntityRows[Name]>,
): Promise<void> {
  const entity = entityNamed(name);
  const { plain, sealed } = writtenColumns(entity, values);
  if (sealed.length > 0) throw new Error(`${name}: what is sealed cannot be noted`);
  await updateRow(db, entity, id, plain);
}
