import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { type EntityName, entityNamed, type Rows } from '../../../contract/index.ts';
import { type Entity, storedFields } from '../../../contract/schema/entity.ts';
import { type Change, moving, telling } from '../changes/changeLog.ts';
import { assignments, type Column, type Columns, columnsOf, isExpression } from '../schema/columns.ts';
import type { Tables } from '../schema/tables.ts';
import { audit, auditAll, type Event, type Writer } from './audit.ts';
import { sealContext } from './encryptedColumns.ts';
import { setFiles } from './fileColumns.ts';
import { joinNew, setJoined } from './joinRecords.ts';
import { change, type StoredRow, store, storeEach, update, write } from './statements.ts';

/** How a write stands in the audit: what was done, and what of it is kept, when not all that was written. */
export interface Audited {
  readonly action: string;
  readonly after?: object;
}

/** Columns by the name of their field: a value as it is in a row, or an expression of SQL. */
type Values<Row = Record<string, unknown>> = { readonly [name in keyof Row]?: Row[name] | RawBuilder<unknown> };
/** An entity by its name, or the declaration itself where only that is known. */
type Target = EntityName | Entity;
type RowOf<Given extends Target> = Given extends EntityName ? Rows[Given] : StoredRow;
type Stored = { readonly id: number };

const declared = (target: Target): Entity => (typeof target === 'string' ? entityNamed(target) : target);

const seal = (writer: Writer, entity: Entity, id: number, sealed: [string, string][]): Columns =>
  sealed.map(([name, text]) => [name, writer.secrets.seal(text, sealContext(entity, name, id))]);

const changed = (writer: Writer): Columns => [
  ['updated_at', writer.now],
  ['version', sql`version + 1`],
];

/** What of the written values the audit keeps: not what the database worked out. */
const said = (values: object): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && !isExpression(value)));

/** What the database worked out for a new row, as its audit tells it besides what was written. */
const workedOut = (entity: Entity, row: StoredRow, values: object): object =>
  Object.fromEntries(
    storedFields(entity).flatMap(([name, { serial }]) =>
      serial !== undefined || isExpression((values as StoredRow)[name]) ? [[name, row[name]]] : [],
    ),
  );

async function add(writer: Writer, entity: Entity, values: object, otherwise?: RawBuilder<unknown>) {
  const { plain, sealed } = columnsOf(entity, values);
  const columns = [...plain, ...sealed.map(([name]) => [name, ''] as Column)];
  const [row] = await store(writer, entity, [columns], { written: [values], otherwise });
  if (row) await setJoined(writer, entity, row.id, values);
  if (row) await setFiles(writer, entity, row.id, values);
  if (!row || sealed.length === 0) return row;
  // The number that a sealed value is bound to is known from here on.
  const kept = seal(writer, entity, row.id, sealed);
  await update(writer.trx, entity, row.id, kept);
  return { ...row, ...Object.fromEntries(kept) };
}

/** What the audit tells of a write; nothing where another line of it does. */
function eventOf(entity: Entity, id: number, values: object, audited?: Audited, before?: object): Event | undefined {
  if (!audited) return undefined;
  const after = audited.after ?? said(values);
  return { action: audited.action, entity: entity.name, id, ...(before && { before }), after };
}

/** Writes a new row into the audit, with what was worked out for it, unless another line of the audit tells it. */
async function auditNew(writer: Writer, entity: Entity, row: StoredRow, values: object, audited?: Audited) {
  const event = eventOf(entity, row.id, { ...values, ...workedOut(entity, row, values) }, audited);
  if (event) await audit(writer, event, entity);
}

/**
 * Makes a record. In: the writer, the entity, the values by field name (sealed ones in clear) and how the audit tells
 * it; without that, another line of the audit tells what brought it about.
 * @returns the row as it is stored
 */
export async function insert<Given extends Target>(
  writer: Writer,
  target: Given,
  values: Values<RowOf<Given>>,
  audited?: Audited,
): Promise<RowOf<Given>> {
  const entity = declared(target);
  const row = await add(writer, entity, values);
  if (!row) throw new Error('nothing was stored');
  await auditNew(writer, entity, row, values, audited);
  return row as RowOf<Given>;
}

/** Makes a record as `insert` does, or none where a unique value is taken. Out: the row, if it was made. */
export async function insertMissing<Given extends Target>(
  writer: Writer,
  target: Given,
  values: Values<RowOf<Given>>,
  audited?: Audited,
): Promise<RowOf<Given> | undefined> {
  const entity = declared(target);
  const row = await add(writer, entity, values, sql`on conflict do nothing`);
  if (row) await auditNew(writer, entity, row, values, audited);
  return row as RowOf<Given> | undefined;
}

/**
 * Makes records that name the same fields, none of them sealed, in a number of statements that does not grow with theirs.
 * In: how the audit tells each of them; without that, another line of it tells what brought them about.
 * @returns their numbers, in the order of the rows
 */
export async function insertAll<Given extends Target>(
  writer: Writer,
  target: Given,
  rows: readonly Values<RowOf<Given>>[],
  audited?: (row: StoredRow) => Audited & { readonly after: object },
): Promise<number[]> {
  const entity = declared(target);
  if (rows.length === 0) return [];
  const made = await store(
    writer,
    entity,
    rows.map((values) => columnsOf(entity, values).plain),
    { written: rows, answers: audited ? undefined : sql.ref('id') },
  );
  const ids = made.map(({ id }) => id);
  await joinNew(writer, entity, ids, rows);
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
  writer: Writer,
  name: Name,
  [field, ids]: readonly [keyof Rows[Name] & string, RawBuilder<{ id: number }>],
  values: Values<Rows[Name]>,
): Promise<void> {
  const entity = entityNamed(name);
  const { plain, sealed } = columnsOf(entity, values);
  if (sealed.length > 0) throw new Error(`${name}: what is sealed is written record by record`);
  await storeEach(writer, entity, plain, [field, ids], values);
}

/**
 * Changes a record that is locked: its values, its time and its version. In: the writer, the entity, the row before
 * (or no more of it than its id), the values by field name, and how the audit tells it.
 */
export async function patch<Given extends Target>(
  writer: Writer,
  target: Given,
  before: Stored,
  values: Values<RowOf<Given>>,
  audited?: Audited,
): Promise<void> {
  const entity = declared(target);
  const { plain, sealed } = columnsOf(entity, values);
  const columns = [...plain, ...seal(writer, entity, before.id, sealed), ...changed(writer)];
  const event = eventOf(entity, before.id, values, audited, before);
  await change(writer, entity, before.id, columns, 'update', { event, written: values });
  await setJoined(writer, entity, before.id, values);
  await setFiles(writer, entity, before.id, values);
}

/** Deletes a locked record softly (C20). */
export async function remove(writer: Writer, target: Target, before: Stored, action = 'remove'): Promise<void> {
  const entity = declared(target);
  const columns: Columns = [['deleted_at', writer.now], ...changed(writer)];
  const event = { action, entity: entity.name, id: before.id, before };
  await change(writer, entity, before.id, columns, 'remove', { event });
}

/** Brings a locked record back that was deleted softly (D12). Throws a TakenError where another has taken its place. */
export async function restore(writer: Writer, target: Target, before: Stored): Promise<void> {
  const entity = declared(target);
  const event = { action: 'restore', entity: entity.name, id: before.id };
  const columns: Columns = [['deleted_at', null], ...changed(writer)];
  await change(writer, entity, before.id, columns, 'create', { event, written: before });
}

/**
 * Changes every live record for which the condition (over the table's own columns) holds. What brought it about is
 * told in the audit by who asks for this.
 * @returns the ids of the records
 */
export async function patchAll<Given extends Target>(
  writer: Writer,
  target: Given,
  where: RawBuilder<SqlBool>,
  values: Values<RowOf<Given>>,
): Promise<number[]> {
  const entity = declared(target);
  const { plain, sealed } = columnsOf(entity, values);
  if (sealed.length > 0) throw new Error(`${entity.name}: what is sealed is written record by record`);
  return updateAll(writer, entity, where, [...plain, ...changed(writer)], 'update');
}

/** Deletes softly every live record for which the condition holds. Out: their ids. */
export const removeAll = (writer: Writer, target: Target, where: RawBuilder<SqlBool>): Promise<number[]> =>
  updateAll(writer, declared(target), where, [['deleted_at', writer.now], ...changed(writer)], 'remove');

async function updateAll(
  writer: Writer,
  entity: Entity,
  where: RawBuilder<SqlBool>,
  columns: Columns,
  action: Change['action'],
): Promise<number[]> {
  const live = sql<SqlBool>`deleted_at is null and ${where}`;
  const { moved, from, joined } = moving(entity, columns, live);
  const statement = sql<Stored>`update ${sql.table(entity.table)} set ${assignments(columns)} ${from}
    where ${live} ${joined} returning id, ${telling(entity, action, moved)}`;
  return (await write(writer.trx, entity, statement)).map(({ id }) => id);
}

/** Notes on a record what is no change of it, such as when it was last seen: its version and its time stay. */
export async function note<Name extends EntityName>(
  db: Kysely<Tables>,
  name: Name,
  id: number,
  values: Values<Rows[Name]>,
): Promise<void> {
  const entity = entityNamed(name);
  const { plain, sealed } = columnsOf(entity, values);
  if (sealed.length > 0) throw new Error(`${name}: what is sealed cannot be noted`);
  await update(db, entity, id, plain);
}
