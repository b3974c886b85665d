import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Entity, storedFields } from '../../contract/entity.ts';
import { type EntityName, entityNamed, type Rows } from '../../contract/index.ts';
import type { NamedTransition } from '../../contract/lifecycle.ts';
import { audit, auditAll, auditStatement, type Event, type Writer } from './audit.ts';
import { type Change, moving, telling } from './changes.ts';
import { allColumns, assignments, type Column, type Columns, columnsOf, isExpression } from './columns.ts';
import { uniqueIndexes } from './ddl.ts';
import { TakenError } from './errors.ts';
import { setFiles } from './files.ts';
import { joinNew, setJoined } from './joined.ts';
import { checkSameEnterprise } from './sameEnterprise.ts';
import { sealContext } from './sealed.ts';
import type { Tables } from './tables.ts';

/** How a write stands in the audit: what was done, and what of it is kept, when not all that was written. */
export interface Audited {
  readonly action: string;
  readonly after?: object;
}

export type StoredRow = Record<string, unknown> & { id: number };

/** Columns by the name of their field: a value as it is in a row, or an expression of SQL. */
type Values<Row = Record<string, unknown>> = { readonly [name in keyof Row]?: Row[name] | RawBuilder<unknown> };
/** An entity by its name, or the declaration itself where only that is known. */
type Target = EntityName | Entity;
type RowOf<Given extends Target> = Given extends EntityName ? Rows[Given] : StoredRow;
type Stored = { readonly id: number };

const declared = (target: Target): Entity => (typeof target === 'string' ? entityNamed(target) : target);

const seal = (writer: Writer, entity: Entity, id: number, sealed: [string, string][]): Columns =>
  sealed.map(([name, text]) => [name, writer.secrets.seal(text, sealContext(entity, name, id))]);

/** The error as it is told: by its fields, where a unique index of the entity refused the values. */
function explained(entity: Entity, error: unknown): unknown {
  const { code, constraint } = error as { code?: string; constraint?: string };
  const taken = code === uniqueViolation ? uniqueIndexes(entity).find(({ index }) => index === constraint) : undefined;
  return taken ? new TakenError(entity, taken.fields, error) : error;
}
const uniqueViolation = '23505';

/** Sends a statement that writes the entity's table. Throws a TakenError where a value is taken. */
async function write<Result>(db: Kysely<Tables>, entity: Entity, statement: RawBuilder<Result>): Promise<Result[]> {
  try {
    return (await statement.execute(db)).rows;
  } catch (error) {
    throw explained(entity, error);
  }
}

/** The statement that writes to one row; what is told of it is its version from then on. */
function updating(entity: Entity, id: number, columns: Columns, action?: Change['action']) {
  const { moved, from, joined } = moving(entity, action ? columns : [], sql`id = ${id}`);
  return sql`update ${sql.table(entity.table)} set ${assignments(columns)} ${from} where id = ${id} ${joined}
    ${action ? sql`returning ${telling(entity, action, moved)}` : sql``}`;
}

const update = (db: Kysely<Tables>, entity: Entity, id: number, columns: Columns) =>
  write(db, entity, updating(entity, id, columns));

/** Writes to one row, tells it, and puts the event into the audit, if there is one, by the same statement. */
async function change(
  writer: Writer,
  entity: Entity,
  id: number,
  columns: Columns,
  action: Change['action'],
  event?: Event,
): Promise<void> {
  const updated = updating(entity, id, columns, action);
  const both = event && sql`with changed as (${updated}) ${auditStatement(writer, [event], entity)}`;
  await write(writer.trx, entity, both ?? updated);
}

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

const list = (parts: readonly unknown[]) => sql`(${sql.join(parts)})`;

interface Storing {
  /** What becomes of a row whose unique value is taken; else it is refused. */
  readonly otherwise?: RawBuilder<unknown> | undefined;
  /** What is answered of each row; all of it unless told. */
  readonly answers?: RawBuilder<unknown> | undefined;
}

/** Stores rows that name the same columns, in one statement. */
async function store(writer: Writer, entity: Entity, rows: Columns[], storing: Storing = {}): Promise<StoredRow[]> {
  const { otherwise = sql``, answers = allColumns(entity) } = storing;
  const times: Columns = [
    ['created_at', writer.now],
    ['updated_at', writer.now],
  ];
  const whole = rows.map((columns) => [...new Map([...times, ...columns])]);
  const names = whole[0]?.map(([name]) => sql.ref(name)) ?? [];
  const values = whole.map((columns) => list(columns.map(([, value]) => value)));
  const statement = sql<StoredRow>`insert into ${sql.table(entity.table)} ${list(names)}
    values ${sql.join(values)} ${otherwise} returning ${answers}, ${telling(entity, 'create')} as told`;
  const made = await write(writer.trx, entity, statement);
  return made.map(({ told: _, ...row }) => row as StoredRow);
}

async function add(writer: Writer, entity: Entity, values: object, otherwise?: RawBuilder<unknown>) {
  const { plain, sealed } = columnsOf(entity, values);
  const [row] = await store(writer, entity, [[...plain, ...sealed.map(([name]) => [name, ''] as Column)]], {
    otherwise,
  });
  if (row) await checkSameEnterprise(writer.trx, entity, [row.id], [values as Values]);
  if (row) await setJoined(writer.trx, entity, row.id, values);
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

/** Tells a new row in the audit, with what was worked out for it. */
async function tell(writer: Writer, entity: Entity, row: StoredRow, values: object, audited?: Audited): Promise<void> {
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
  await tell(writer, entity, row, values, audited);
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
  if (row) await tell(writer, entity, row, values, audited);
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
    { answers: audited ? undefined : sql.ref('id') },
  );
  const ids = made.map(({ id }) => id);
  await checkSameEnterprise(writer.trx, entity, ids, rows);
  await joinNew(writer.trx, entity, ids, rows);
  if (audited) {
    const events = made.map((row) => ({ ...audited(row), entity: entity.name, id: row.id }));
    await auditAll(writer, events, entity);
  }
  return ids;
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
  await change(writer, entity, before.id, columns, 'update', eventOf(entity, before.id, values, audited, before));
  await checkSameEnterprise(writer.trx, entity, [before.id], [values as Values]);
  await setJoined(writer.trx, entity, before.id, values);
  await setFiles(writer, entity, before.id, values);
}

/** Takes a locked record through a step of its lifecycle, with the values that follow from it; the audit tells the step. */
export async function transition<Given extends Target>(
  writer: Writer,
  target: Given,
  before: Stored,
  step: Pick<NamedTransition, 'name' | 'to'>,
  values: Values<RowOf<Given>>,
): Promise<void> {
  const state = declared(target).lifecycle?.field ?? '';
  await patch(writer, target, before, { ...values, [state]: step.to }, { action: step.name });
}

/** Deletes a locked record softly (C20). */
export async function remove(writer: Writer, target: Target, before: Stored, action = 'remove'): Promise<void> {
  const entity = declared(target);
  const columns: Columns = [['deleted_at', writer.now], ...changed(writer)];
  await change(writer, entity, before.id, columns, 'remove', { action, entity: entity.name, id: before.id, before });
}

/** Brings a locked record back that was deleted softly (D12). Throws a TakenError where another has taken its place. */
export async function restore(writer: Writer, target: Target, before: Stored): Promise<void> {
  const entity = declared(target);
  const event = { action: 'restore', entity: entity.name, id: before.id };
  await change(writer, entity, before.id, [['deleted_at', null], ...changed(writer)], 'create', event);
  await checkSameEnterprise(writer.trx, entity, [before.id], [before as Record<string, unknown> & Stored]);
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
