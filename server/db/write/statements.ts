import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DeclaredEntity, Entity } from '../../../contract/schema/entity.ts';
import { type PublishedChange, previousScope, publishSql, type RecordChange } from '../changes/changeLog.ts';
import { OtherTenantReference, UniqueViolation } from '../engine/errors.ts';
import { allColumns, assignments, type ColumnValues, columnNames } from '../schema/columns.ts';
import { uniqueIndexes } from '../schema/ddl.ts';
import { valueList } from '../schema/sqlText.ts';
import type { Tables } from '../schema/tables.ts';
import { otherTenantFields, tenantCheckColumn, tenantCheckSql } from '../schema/tenantCheck.ts';
import { withCollisionEnded } from '../schema/uniqueTexts.ts';
import { type AuditEvent, auditStatement, type WriteContext } from './audit.ts';

export type StoredRow = Record<string, unknown> & { id: number };

const uniqueViolation = '23505';

/** Translates an error of a unique index or of the tenant check into one with the names of the fields. */
function asWriteError(entity: DeclaredEntity, error: unknown): unknown {
  const foreign = otherTenantFields(error);
  if (foreign) return new OtherTenantReference(foreign, error);
  const { code, constraint } = error as { code?: string; constraint?: string };
  const violated =
    code === uniqueViolation ? uniqueIndexes(entity).find(({ index }) => index === constraint) : undefined;
  return violated ? new UniqueViolation(entity, violated.fields, error) : error;
}

/**
 * Runs a statement that writes the entity's table.
 * @throws UniqueViolation, OtherTenantReference
 */
export async function executeWrite<Result>(
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
export async function updateRow(
  db: Kysely<Tables>,
  entity: DeclaredEntity,
  id: number,
  columns: ColumnValues,
): Promise<void> {
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
 * @throws UniqueViolation, OtherTenantReference
 */
export async function changeRow(
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

/** The columns of a new row, with times where they are not given. */
const withTimes = ({ now }: WriteContext, columns: ColumnValues): ColumnValues => [
  ...new Map<string, unknown>([['created_at', now], ['updated_at', now], ...columns]),
];

/**
 * Stores rows with the same columns, and publishes them, in one statement.
 * @throws UniqueViolation, OtherTenantReference
 */
export async function storeRows(
  writer: WriteContext,
  entity: Entity,
  rows: ColumnValues[],
  { written, otherwise = sql``, event, answers = allColumns(entity) }: StoreOptions,
): Promise<StoredRow[]> {
  const whole = rows.map((columns) => withTimes(writer, columns));
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
export async function storeEach(
  writer: WriteContext,
  entity: Entity,
  columns: ColumnValues,
  [column, ids]: readonly [string, RawBuilder<{ id: number }>],
  written: object,
): Promise<void> {
  const whole = withTimes(writer, [...columns, [column, sql.ref('each.id')]]);
  const statement = sql`insert into ${sql.table(entity.table)} ${columnNames(whole)}
    select ${sql.join(whole.map(([, value]) => value))} from (${ids}) as each order by each.id
    returning ${publishSql(entity, 'create')} as published${tenantCheckSql(entity, [{ ...written, [column]: 0 }])}`;
  await executeWrite(writer.trx, entity, statement);
}
