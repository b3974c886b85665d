import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Entity } from '../../../contract/schema/entity.ts';
import { previousScope, publishSql, type RecordChange } from '../changes/changeLog.ts';
import { OtherTenantReference, UniqueViolation } from '../engine/errors.ts';
import { allColumns, assignments, type ColumnValues, columnNames } from '../schema/columns.ts';
import { uniqueIndexes } from '../schema/ddl.ts';
import { valueList } from '../schema/sqlText.ts';
import type { Tables } from '../schema/tables.ts';
import { otherTenantFields, tenantCheckColumn, tenantCheckSql } from '../schema/tenantCheck.ts';
import { type AuditEvent, auditStatement, type WriteContext } from './audit.ts';

export type StoredRow = Record<string, unknown> & { id: number };

const uniqueViolation = '23505';

/** The error as it is told: by its fields, where a unique index of the entity or another enterprise's record refused the values. */
function asWriteError(entity: Entity, error: unknown): unknown {
  const foreign = otherTenantFields(error);
  if (foreign) return new OtherTenantReference(foreign, error);
  const { code, constraint } = error as { code?: string; constraint?: string };
  const taken = code === uniqueViolation ? uniqueIndexes(entity).find(({ index }) => index === constraint) : undefined;
  return taken ? new UniqueViolation(entity, taken.fields, error) : error;
}

/** Sends a statement that writes the entity's table. Throws a TakenError where a value is taken, or a ForeignReference. */
export async function executeWrite<Result>(
  db: Kysely<Tables>,
  entity: Entity,
  statement: RawBuilder<Result>,
): Promise<Result[]> {
  try {
    return (await statement.execute(db)).rows;
  } catch (error) {
    throw asWriteError(entity, error);
  }
}

/** Writes to one row, of which nothing is told. */
export async function updateRow(db: Kysely<Tables>, entity: Entity, id: number, columns: ColumnValues): Promise<void> {
  await executeWrite(db, entity, sql`update ${sql.table(entity.table)} set ${assignments(columns)} where id = ${id}`);
}

interface ChangeOptions {
  /** What the audit tells of it, if anything. */
  readonly event?: AuditEvent | undefined;
  /** What was written, by field name: its references are looked at. */
  readonly written?: object;
}

/**
 * Writes to one row, tells it, and puts the event into the audit, all by one statement; what is told of the row is its
 * version from then on. Throws a TakenError, or a ForeignReference.
 */
export async function changeRow(
  writer: WriteContext,
  entity: Entity,
  id: number,
  columns: ColumnValues,
  action: RecordChange['action'],
  { event, written = {} }: ChangeOptions,
): Promise<void> {
  const { moved, from, joined } = previousScope(entity, columns, sql`id = ${id}`);
  const audited = event ? sql`with audited as (${auditStatement(writer, [event], entity)})` : sql``;
  const changed = sql`${audited} update ${sql.table(entity.table)} set ${assignments(columns)} ${from}
    where id = ${id} ${joined} returning ${publishSql(entity, action, moved)} as told${tenantCheckSql(entity, [written])}`;
  await executeWrite(writer.trx, entity, changed);
}

interface StoreOptions {
  /** What was written to each of them, by field name: its references are looked at. */
  readonly written: readonly object[];
  /** What becomes of a row whose unique value is taken; else it is refused. */
  readonly otherwise?: RawBuilder<unknown> | undefined;
  /** What is answered of each row; all of it unless told. */
  readonly answers?: RawBuilder<unknown> | undefined;
}

/** The columns of a new row, with its times where they are not given. */
const withTimes = ({ now }: WriteContext, columns: ColumnValues): ColumnValues => [
  ...new Map<string, unknown>([['created_at', now], ['updated_at', now], ...columns]),
];

/** Stores rows that name the same columns, and tells them, in one statement. Throws a TakenError, or a ForeignReference. */
export async function storeRows(
  writer: WriteContext,
  entity: Entity,
  rows: ColumnValues[],
  { written, otherwise = sql``, answers = allColumns(entity) }: StoreOptions,
): Promise<StoredRow[]> {
  const whole = rows.map((columns) => withTimes(writer, columns));
  const values = whole.map((columns) => valueList(columns.map(([, value]) => value)));
  const statement = sql<StoredRow>`insert into ${sql.table(entity.table)} ${columnNames(whole[0] ?? [])}
    values ${sql.join(values)} ${otherwise}
    returning ${answers}, ${publishSql(entity, 'create')} as told${tenantCheckSql(entity, written)}`;
  const made = await executeWrite(writer.trx, entity, statement);
  return made.map(({ told: _, [tenantCheckColumn]: __, ...row }) => row as StoredRow);
}

/**
 * Stores a row for each number that a query finds, and tells it. In: the column that takes the number, and what is written
 * besides, by field name.
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
    returning ${publishSql(entity, 'create')} as told${tenantCheckSql(entity, [{ ...written, [column]: 0 }])}`;
  await executeWrite(writer.trx, entity, statement);
}
