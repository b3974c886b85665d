import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Entity } from '../../../contract/schema/entity.ts';
import { type Change, moving, telling } from '../changes/changeLog.ts';
import { ForeignReference, TakenError } from '../engine/errors.ts';
import { allColumns, assignments, type Columns, nameList } from '../schema/columns.ts';
import { uniqueIndexes } from '../schema/ddl.ts';
import { valueList } from '../schema/sqlText.ts';
import type { Tables } from '../schema/tables.ts';
import { foreignColumn, foreignFields, foreignIn } from '../schema/tenantCheck.ts';
import { auditStatement, type Event, type Writer } from './audit.ts';

export type StoredRow = Record<string, unknown> & { id: number };

const uniqueViolation = '23505';

/** The error as it is told: by its fields, where a unique index of the entity or another enterprise's record refused the values. */
function explained(entity: Entity, error: unknown): unknown {
  const foreign = foreignFields(error);
  if (foreign) return new ForeignReference(foreign, error);
  const { code, constraint } = error as { code?: string; constraint?: string };
  const taken = code === uniqueViolation ? uniqueIndexes(entity).find(({ index }) => index === constraint) : undefined;
  return taken ? new TakenError(entity, taken.fields, error) : error;
}

/** Sends a statement that writes the entity's table. Throws a TakenError where a value is taken, or a ForeignReference. */
export async function write<Result>(
  db: Kysely<Tables>,
  entity: Entity,
  statement: RawBuilder<Result>,
): Promise<Result[]> {
  try {
    return (await statement.execute(db)).rows;
  } catch (error) {
    throw explained(entity, error);
  }
}

/** Writes to one row, of which nothing is told. */
export async function update(db: Kysely<Tables>, entity: Entity, id: number, columns: Columns): Promise<void> {
  await write(db, entity, sql`update ${sql.table(entity.table)} set ${assignments(columns)} where id = ${id}`);
}

interface Changing {
  /** What the audit tells of it, if anything. */
  readonly event?: Event | undefined;
  /** What was written, by field name: its references are looked at. */
  readonly written?: object;
}

/**
 * Writes to one row, tells it, and puts the event into the audit, all by one statement; what is told of the row is its
 * version from then on. Throws a TakenError, or a ForeignReference.
 */
export async function change(
  writer: Writer,
  entity: Entity,
  id: number,
  columns: Columns,
  action: Change['action'],
  { event, written = {} }: Changing,
): Promise<void> {
  const { moved, from, joined } = moving(entity, columns, sql`id = ${id}`);
  const audited = event ? sql`with audited as (${auditStatement(writer, [event], entity)})` : sql``;
  const changed = sql`${audited} update ${sql.table(entity.table)} set ${assignments(columns)} ${from}
    where id = ${id} ${joined} returning ${telling(entity, action, moved)} as told${foreignIn(entity, [written])}`;
  await write(writer.trx, entity, changed);
}

interface Storing {
  /** What was written to each of them, by field name: its references are looked at. */
  readonly written: readonly object[];
  /** What becomes of a row whose unique value is taken; else it is refused. */
  readonly otherwise?: RawBuilder<unknown> | undefined;
  /** What is answered of each row; all of it unless told. */
  readonly answers?: RawBuilder<unknown> | undefined;
}

/** The columns of a new row, with its times where they are not given. */
const withTimes = ({ now }: Writer, columns: Columns): Columns => [
  ...new Map<string, unknown>([['created_at', now], ['updated_at', now], ...columns]),
];

/** Stores rows that name the same columns, and tells them, in one statement. Throws a TakenError, or a ForeignReference. */
export async function store(
  writer: Writer,
  entity: Entity,
  rows: Columns[],
  { written, otherwise = sql``, answers = allColumns(entity) }: Storing,
): Promise<StoredRow[]> {
  const whole = rows.map((columns) => withTimes(writer, columns));
  const values = whole.map((columns) => valueList(columns.map(([, value]) => value)));
  const statement = sql<StoredRow>`insert into ${sql.table(entity.table)} ${nameList(whole[0] ?? [])}
    values ${sql.join(values)} ${otherwise}
    returning ${answers}, ${telling(entity, 'create')} as told${foreignIn(entity, written)}`;
  const made = await write(writer.trx, entity, statement);
  return made.map(({ told: _, [foreignColumn]: __, ...row }) => row as StoredRow);
}

/**
 * Stores a row for each number that a query finds, and tells it. In: the column that takes the number, and what is written
 * besides, by field name.
 */
export async function storeEach(
  writer: Writer,
  entity: Entity,
  columns: Columns,
  [column, ids]: readonly [string, RawBuilder<{ id: number }>],
  written: object,
): Promise<void> {
  const whole = withTimes(writer, [...columns, [column, sql.ref('each.id')]]);
  const statement = sql`insert into ${sql.table(entity.table)} ${nameList(whole)}
    select ${sql.join(whole.map(([, value]) => value))} from (${ids}) as each order by each.id
    returning ${telling(entity, 'create')} as told${foreignIn(entity, [{ ...written, [column]: 0 }])}`;
  await write(writer.trx, entity, statement);
}
