import { isDeepStrictEqual } from 'node:util';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { type ChildLimit, childLimits } from '../../../contract/conditions/childLimits.ts';
import type { EntityName, EntityRows } from '../../../contract/index.ts';
import {
  type DeclaredEntity,
  type RowOf as DeclaredRow,
  type Entity,
  storedFields,
} from '../../../contract/schema/entity.ts';
import { serialPeriod } from '../../../contract/schema/field/serialNumber.ts';
import { type PublishedChange, previousScope, publishSql, type RecordChange } from '../changes/changeLog.ts';
import { ChildLimitViolation, ConstraintViolation, OtherTenantReference, UniqueViolation } from '../engine/errors.ts';
import {
  allColumns,
  assignments,
  type ColumnValue,
  type ColumnValues,
  columnNames,
  isSqlExpression,
  writtenColumns,
} from '../schema/columns.ts';
import { uniqueIndexes } from '../schema/ddl.ts';
import { nextSerialSql, periodicSerials } from '../schema/sequences.ts';
import { valueList } from '../schema/sqlText.ts';
import { checkConstraint, tableConstraints } from '../schema/tableConstraints.ts';
import type { Tables } from '../schema/tables.ts';
import { otherTenantFields, tenantCheckColumn, tenantCheckSql } from '../schema/tenantCheck.ts';
import { withCollisionEnded } from '../schema/uniqueTexts.ts';
import { type AuditEvent, audit, auditAll, auditStatement, type WriteContext } from './audit.ts';
import { encryptionContext } from './encryptedColumns.ts';
import { setFiles } from './fileColumns.ts';
import { joinNewRecords, setJoined } from './joinRecords.ts';

type StoredRow = Record<string, unknown> & { id: number };

/** How a write is audited: its action, and the recorded values where they differ from the written ones. */
export interface AuditNote {
  readonly action: string;
  readonly after?: object;
  /** The operation that webhooks are sent, where that is not the action. */
  readonly event?: string | undefined;
}

/** A write that another audit entry covers, with the operation that webhooks are sent. */
export interface UnauditedWrite {
  readonly action?: undefined;
  readonly event: string;
}

/** Values by field name: as in a row, or an SQL expression. */
type Values<Row = Record<string, unknown>> = { readonly [name in keyof Row]?: Row[name] | RawBuilder<unknown> };
/** An entity by its name, or by its declaration where only that is known. */
type EntityTarget = EntityName | DeclaredEntity;
type RowOf<Given extends EntityTarget> = Given extends EntityName ? EntityRows[Given] : StoredRow;
type Stored = { readonly id: number };

function toEntity({ contract }: Pick<WriteContext, 'contract'>, target: EntityTarget): Entity {
  if (typeof target === 'string') return contract.entity(target);
  return 'contract' in target ? (target as Entity) : contract.entity(target.name);
}

const encryptColumns = (writer: WriteContext, entity: Entity, id: number, plain: [string, string][]): ColumnValues =>
  plain.map(([name, text]) => [name, writer.secrets.seal(text, encryptionContext(entity, name, id))]);

const versionColumns = (writer: WriteContext): ColumnValues => [
  ['updated_at', writer.now],
  ['version', sql`version + 1`],
];

/** The written values for the audit, without SQL expressions. */
const auditedValues = (values: object): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && !isSqlExpression(value)));

/** Values that the database computed for a new row, for its audit entry. */
const computedValues = (entity: Entity, row: StoredRow, values: object): object =>
  Object.fromEntries(
    storedFields(entity).flatMap(([name, { serial }]) =>
      serial !== undefined || isSqlExpression((values as StoredRow)[name]) ? [[name, row[name]]] : [],
    ),
  );

async function insertRow(
  writer: WriteContext,
  entity: Entity,
  values: object,
  event: string | undefined,
  otherwise?: RawBuilder<unknown>,
) {
  const { plain, encrypted } = writtenColumns(entity, values);
  const columns = [...plain, ...encrypted.map(([name]) => [name, ''] as ColumnValue)];
  const [row] = await storeRows(writer, entity, [columns], { written: [values], otherwise, event });
  if (row) await setJoined(writer, entity, row.id, values);
  if (row) await setFiles(writer, entity, row.id, values);
  if (!row || encrypted.length === 0) return row;
  // The id that an encrypted value is bound to is known only now.
  const ciphers = encryptColumns(writer, entity, row.id, encrypted);
  await updateRow(writer.trx, entity, row.id, ciphers);
  return { ...row, ...Object.fromEntries(ciphers) };
}

/** The operation that webhooks are sent; undefined for the plain kind of the change. */
const eventNamed = (audited: AuditNote | UnauditedWrite | undefined): string | undefined =>
  audited?.event ?? audited?.action;

/** The fields whose values a write changes, as far as the previous ones are known. */
const changedFields = (before: object, values: object): string[] =>
  Object.entries(values).flatMap(([name, value]) => {
    const isKnown = Object.hasOwn(before, name) && !isSqlExpression(value);
    return value === undefined || (isKnown && isDeepStrictEqual((before as StoredRow)[name], value)) ? [] : [name];
  });

/** The audit event of a write; undefined where another audit entry covers it. */
function auditEventOf(
  entity: Entity,
  id: number,
  values: object,
  audited?: AuditNote | UnauditedWrite,
  before?: object,
): AuditEvent | undefined {
  if (audited?.action === undefined) return undefined;
  const after = audited.after ?? auditedValues(values);
  return { action: audited.action, entity: entity.name, id, ...(before && { before }), after };
}

/** Audits a new row with its computed values, unless another audit entry covers it. */
async function auditNew(writer: WriteContext, entity: Entity, row: StoredRow, values: object, audited?: AuditNote) {
  const event = auditEventOf(entity, row.id, { ...values, ...computedValues(entity, row, values) }, audited);
  if (event) await audit(writer, event, entity);
}

/**
 * Creates a record.
 * @param values the values by field name, encrypted fields as plain text
 * @param audited how it is audited; undefined where another audit entry covers it
 * @returns the row as it is stored
 */
export async function insert<Given extends EntityTarget>(
  writer: WriteContext,
  target: Given,
  values: Values<RowOf<Given>>,
  audited?: AuditNote,
): Promise<RowOf<Given>> {
  const entity = toEntity(writer, target);
  const row = await insertRow(writer, entity, values, eventNamed(audited));
  if (!row) throw new Error('no row was stored');
  await auditNew(writer, entity, row, values, audited);
  return row as RowOf<Given>;
}

/**
 * Creates a record like `insert`, or none where a unique value is in use.
 * @returns the row, if it was created
 */
export async function insertIfUnique<Given extends EntityTarget>(
  writer: WriteContext,
  target: Given,
  values: Values<RowOf<Given>>,
  audited?: AuditNote,
): Promise<RowOf<Given> | undefined> {
  const entity = toEntity(writer, target);
  const row = await insertRow(writer, entity, values, eventNamed(audited), sql`on conflict do nothing`);
  if (row) await auditNew(writer, entity, row, values, audited);
  return row as RowOf<Given> | undefined;
}

/**
 * Creates records with the same fields, none of them encrypted. The number of statements does not depend on their
 * number.
 * @param audited how each is audited; undefined where another audit entry covers them
 * @returns their ids, in the order of the rows
 */
export async function insertAll<Given extends EntityTarget>(
  writer: WriteContext,
  target: Given,
  rows: readonly Values<RowOf<Given>>[],
  audited?: (row: StoredRow) => AuditNote & { readonly after: object },
): Promise<number[]> {
  const entity = toEntity(writer, target);
  if (rows.length === 0) return [];
  const created = await storeRows(
    writer,
    entity,
    rows.map((values) => writtenColumns(entity, values).plain),
    { written: rows, answers: audited ? undefined : sql.ref('id') },
  );
  const ids = created.map(({ id }) => id);
  await joinNewRecords(writer, entity, ids, rows);
  if (audited) {
    const events = created.map((row) => ({ ...audited(row), entity: entity.name, id: row.id }));
    await auditAll(writer, events, entity);
  }
  return ids;
}

/**
 * Creates a record for each id that a query finds, in one statement, without audit entries.
 * @param values the other values, the same for all records, none of them encrypted
 * @param also a query for one value, which the same statement answers
 * @returns the value of that query; undefined if no record was created
 */
export async function insertEach<Name extends EntityName>(
  writer: WriteContext,
  name: Name,
  [field, ids]: readonly [keyof EntityRows[Name] & string, RawBuilder<{ id: number }>],
  values: Values<EntityRows[Name]>,
  also: RawBuilder<unknown> = sql`select null`,
): Promise<unknown> {
  const entity = writer.contract.entity(name);
  const { plain, encrypted } = writtenColumns(entity, values);
  if (encrypted.length > 0) throw new Error(`${name}: encrypted fields are written record by record`);
  return storeEach(writer, entity, plain, [field, ids], values, also);
}

/**
 * Changes a locked record: its values, its time and its version.
 * @param before the previous row, or just its id
 * @param audited how it is audited; undefined where another audit entry covers it
 */
export async function patch<Given extends EntityTarget>(
  writer: WriteContext,
  target: Given,
  before: Stored,
  values: Values<RowOf<Given>>,
  audited?: AuditNote | UnauditedWrite,
): Promise<void> {
  const entity = toEntity(writer, target);
  const { plain, encrypted } = writtenColumns(entity, values);
  const columns = [...plain, ...encryptColumns(writer, entity, before.id, encrypted), ...versionColumns(writer)];
  const event = auditEventOf(entity, before.id, values, audited, before);
  const published = { event: eventNamed(audited), changed: changedFields(before, values) };
  await changeRow(writer, entity, before.id, columns, 'update', { event, written: values, published });
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
  const entity = toEntity(writer, target);
  const columns: ColumnValues = [['deleted_at', writer.now], ...versionColumns(writer)];
  const event = { action, entity: entity.name, id: before.id, before };
  await changeRow(writer, entity, before.id, columns, 'remove', { event, published: { event: action } });
}

/**
 * Restores a locked record that was deleted softly (D12).
 * @throws UniqueViolation where another record has one of its unique values
 */
export async function restoreRow(writer: WriteContext, target: EntityTarget, before: Stored): Promise<void> {
  const entity = toEntity(writer, target);
  const event = { action: 'restore', entity: entity.name, id: before.id };
  const columns: ColumnValues = [['deleted_at', null], ...versionColumns(writer)];
  const published = { event: 'restore' };
  await changeRow(writer, entity, before.id, columns, 'create', { event, written: before, published });
}

/**
 * Changes every live record that meets the condition over the table's own columns. The caller audits the cause.
 * @param event the operation that webhooks are sent
 * @returns the ids of the records
 */
export async function patchAll<Given extends EntityTarget>(
  writer: WriteContext,
  target: Given,
  where: RawBuilder<SqlBool>,
  values: Values<RowOf<Given>>,
  event?: string,
): Promise<number[]> {
  const entity = toEntity(writer, target);
  const { plain, encrypted } = writtenColumns(entity, values);
  if (encrypted.length > 0) throw new Error(`${entity.name}: encrypted fields are written record by record`);
  const published = { event, changed: Object.keys(values) };
  return updateAll(writer, entity, where, [...plain, ...versionColumns(writer)], 'update', published);
}

/**
 * Deletes softly every live record that meets the condition.
 * @returns their ids
 */
export const removeAll = (writer: WriteContext, target: EntityTarget, where: RawBuilder<SqlBool>): Promise<number[]> =>
  updateAll(writer, toEntity(writer, target), where, [['deleted_at', writer.now], ...versionColumns(writer)], 'remove');

async function updateAll(
  writer: WriteContext,
  entity: Entity,
  where: RawBuilder<SqlBool>,
  columns: ColumnValues,
  action: RecordChange['action'],
  published: Omit<PublishedChange, 'moved'> = {},
): Promise<number[]> {
  const live = sql<SqlBool>`deleted_at is null and ${where}`;
  const { moved, from, joined } = previousScope(entity, columns, live);
  const statement = sql<Stored>`update ${sql.table(entity.table)} set ${assignments(withCollisionEnded(entity, columns))} ${from}
    where ${live} ${joined} returning id, ${publishSql(entity, action, { ...published, moved })}`;
  return (await executeWrite(writer.trx, entity, statement)).map(({ id }) => id);
}

/**
 * Writes values that are no change of the record, such as when it was last seen: its version and its time stay
 * unchanged.
 */
export async function updateUnversioned<Declared extends DeclaredEntity>(
  db: Kysely<Tables>,
  entity: Declared,
  id: number,
  values: Values<DeclaredRow<Declared>>,
): Promise<void> {
  const { plain, encrypted } = writtenColumns(entity, values);
  if (encrypted.length > 0) throw new Error(`${entity.name}: encrypted fields cannot be written without a version`);
  await updateRow(db, entity, id, plain);
}

const uniqueViolation = '23505';
const constraintViolations: readonly (string | undefined)[] = ['23514', '23P01'];

/** The limits of the entity's parents; none where only its declaration is known, without those of others. */
const limitsAbove = (entity: DeclaredEntity | Entity): readonly ChildLimit[] =>
  'contract' in entity ? childLimits(entity) : [];

/** The violation of a constraint by its name: of a limit of a parent, or of a constraint of the entity's own table. */
function constraintViolation(entity: DeclaredEntity, constraint: string | undefined, error: unknown) {
  const limit = limitsAbove(entity).find(({ parent, check }) => checkConstraint(parent, check).name === constraint);
  if (limit) return new ChildLimitViolation(entity, { [limit.by]: limit.check.message }, error);
  const own = tableConstraints(entity).find(({ name }) => name === constraint);
  return own && new ConstraintViolation(entity, own.broken, error);
}

/** Translates an error of a unique index, a constraint or the tenant check into one with the names of the fields. */
function asWriteError(entity: DeclaredEntity, error: unknown): unknown {
  const foreign = otherTenantFields(error);
  if (foreign) return new OtherTenantReference(foreign, error);
  const { code, constraint } = error as { code?: string; constraint?: string };
  const violated =
    code === uniqueViolation ? uniqueIndexes(entity).find(({ index }) => index === constraint) : undefined;
  if (violated) return new UniqueViolation(entity, violated.fields, error);
  const broken = constraintViolations.includes(code) ? constraintViolation(entity, constraint, error) : undefined;
  return broken ?? error;
}

/**
 * Runs a statement that writes the entity's table.
 * @throws UniqueViolation, ConstraintViolation, OtherTenantReference
 */
async function executeWrite<Result>(
  db: Kysely<Tables>,
  entity: DeclaredEntity,
  statement: RawBuilder<Result>,
): Promise<Result[]> {
  try {
    return (await statement.execute(db)).rows;
  } catch (error) {
    throw asWriteError(entity, error);
  }
}

/** Writes one row without publishing or auditing it. */
async function updateRow(db: Kysely<Tables>, entity: DeclaredEntity, id: number, columns: ColumnValues): Promise<void> {
  const set = assignments(withCollisionEnded(entity, columns));
  await executeWrite(db, entity, sql`update ${sql.table(entity.table)} set ${set} where id = ${id}`);
}

interface ChangeOptions {
  /** The audit event, if any. */
  readonly event?: AuditEvent | undefined;
  /** The written values by field name, whose references are checked. */
  readonly written?: object;
  /** The operation and the changed fields that webhooks are sent. */
  readonly published?: Omit<PublishedChange, 'moved'>;
}

/**
 * Writes one row, publishes its change, and audits it, all in one statement. The published version is the new one.
 * @throws UniqueViolation, ConstraintViolation, OtherTenantReference
 */
async function changeRow(
  writer: WriteContext,
  entity: Entity,
  id: number,
  columns: ColumnValues,
  action: RecordChange['action'],
  { event, written = {}, published = {} }: ChangeOptions,
): Promise<void> {
  const { moved, from, joined } = previousScope(entity, columns, sql`id = ${id}`);
  const audited = event ? sql`with audited as (${auditStatement(writer, [event], entity)})` : sql``;
  const changed = sql`${audited} update ${sql.table(entity.table)} set ${assignments(withCollisionEnded(entity, columns))} ${from}
    where id = ${id} ${joined} returning ${publishSql(entity, action, { ...published, moved })} as published${tenantCheckSql(entity, [written])}`;
  await executeWrite(writer.trx, entity, changed);
}

interface StoreOptions {
  /** The written values of each row by field name, whose references are checked. */
  readonly written: readonly object[];
  /** The conflict clause for a unique value in use; by default it is an error. */
  readonly otherwise?: RawBuilder<unknown> | undefined;
  /** The operation that webhooks are sent. */
  readonly event?: string | undefined;
  /** The returned columns; all by default. */
  readonly answers?: RawBuilder<unknown> | undefined;
}

/** Serial numbers that begin at 1 in each year or month, by the time of creation in the time zone of the product. */
function periodicNumbers({ settings }: WriteContext, entity: Entity, created: unknown): ColumnValues {
  const serials = periodicSerials(entity);
  if (serials.length === 0 || !(created instanceof Date)) return [];
  const { year, month } = serialPeriod(settings?.timeZone ?? 'UTC', created);
  const period = { year: `'${year}'`, month: `'${month}'` };
  return serials.map((column) => [column.name, sql.raw(nextSerialSql(column, period))]);
}

/** The columns of a new row, with times and the serial numbers of periods where they are not given. */
function withDrawnValues(writer: WriteContext, entity: Entity, columns: ColumnValues): ColumnValues {
  const { now } = writer;
  const values = new Map<string, unknown>([['created_at', now], ['updated_at', now], ...columns]);
  return [...new Map([...periodicNumbers(writer, entity, values.get('created_at')), ...values])];
}

/**
 * Stores rows with the same columns, and publishes them, in one statement.
 * @throws UniqueViolation, ConstraintViolation, OtherTenantReference
 */
async function storeRows(
  writer: WriteContext,
  entity: Entity,
  rows: ColumnValues[],
  { written, otherwise = sql``, event, answers = allColumns(entity) }: StoreOptions,
): Promise<StoredRow[]> {
  const whole = rows.map((columns) => withDrawnValues(writer, entity, columns));
  const values = whole.map((columns) => valueList(columns.map(([, value]) => value)));
  const statement = sql<StoredRow>`insert into ${sql.table(entity.table)} ${columnNames(whole[0] ?? [])}
    values ${sql.join(values)} ${otherwise}
    returning ${answers}, ${publishSql(entity, 'create', { event })} as published${tenantCheckSql(entity, written)}`;
  const made = await executeWrite(writer.trx, entity, statement);
  return made.map(({ published: _, [tenantCheckColumn]: __, ...row }) => row as StoredRow);
}

/**
 * Stores a row for each id that a query finds, and publishes it.
 * @param column the column for the id, with the query
 * @param written the other values, by field name
 */
async function storeEach(
  writer: WriteContext,
  entity: Entity,
  columns: ColumnValues,
  [column, ids]: readonly [string, RawBuilder<{ id: number }>],
  written: object,
  also: RawBuilder<unknown>,
): Promise<unknown> {
  const whole = withDrawnValues(writer, entity, [...columns, [column, sql.ref('each.id')]]);
  const statement = sql`insert into ${sql.table(entity.table)} ${columnNames(whole)}
    select ${sql.join(whole.map(([, value]) => value))} from (${ids}) as each order by each.id
    returning (${also}) as also, ${publishSql(entity, 'create')} as published${tenantCheckSql(entity, [{ ...written, [column]: 0 }])}`;
  const [first] = (await executeWrite(writer.trx, entity, statement)) as { also: unknown }[];
  return first?.also;
}
