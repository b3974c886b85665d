import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { scopeColumns } from '../../../contract/access/scopeColumns.ts';
import { hasEvents } from '../../../contract/events/eventTypes.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { Tables } from '../schema/tables.ts';
import { type ChangePosition, formatPosition, positionAt } from './changePosition.ts';

/** A record that was created, changed or deleted. It is published when its transaction commits, and only then. */
export interface RecordChange {
  readonly entity: string;
  readonly id: number;
  readonly version: number;
  readonly action: 'create' | 'update' | 'remove';
  /** The position of a reader who has read up to this change, as a text. */
  readonly key: string;
  /**
   * The previous values of the columns that decide who may read the record, if they were changed: those who could read
   * it before are notified that it is gone (D3).
   */
  readonly was?: Readonly<Record<string, unknown>>;
}

/** The name in a statement for the value of a column before the statement. */
const previousColumn = (column: string): string => `was_${column}`;

/**
 * Reads the scope columns of a row as they were before a statement that writes them.
 * @param columns the columns that the statement sets
 * @param where its rows
 * @returns the scope columns among them, and the `from` and join that read their previous values
 */
export function previousScope(
  entity: Entity,
  columns: readonly (readonly [string, unknown])[],
  where: RawBuilder<SqlBool>,
): { moved: readonly string[]; from: RawBuilder<unknown>; joined: RawBuilder<unknown> } {
  const moved = scopeColumns(entity).filter((name) => columns.some(([column]) => column === name));
  if (moved.length === 0) return { moved, from: sql``, joined: sql`` };
  const before = ['id', ...moved].map((name) => sql`${sql.ref(name)} as ${sql.ref(previousColumn(name))}`);
  return {
    moved,
    from: sql`from (select ${sql.join(before)} from ${sql.table(entity.table)} where ${where}) as was`,
    joined: sql`and ${sql.ref(previousColumn('id'))} = ${sql.ref(`${entity.table}.id`)}`,
  };
}

const previousScopeJson = (moved: readonly string[]): RawBuilder<unknown> => {
  const pairs = moved.flatMap((column) => [sql.lit(column), sql.ref(previousColumn(column))]);
  return pairs.length > 0 ? sql`json_build_object(${sql.join(pairs)})` : sql`null`;
};

const publishFunction = 'publish_change';

/** True if a statement publishes changes. */
export const publishesChanges = (text: string): boolean => text.includes(publishFunction);

/** Further parts of a published change; the record and its version are always published. */
export interface PublishedChange {
  /** The scope columns whose previous values the statement reads (`previousScope`). */
  readonly moved?: readonly string[];
  /** The operation that caused it, for webhooks; by default the kind of the change. */
  readonly event?: string | undefined;
  /** The fields that it changed; unknown for new and deleted records. */
  readonly changed?: readonly string[] | undefined;
}

/**
 * An expression for `returning` that publishes the change of each row, within the statement itself: to those who follow
 * changes, and to webhooks if there are any, with the row as it is then (issue 34).
 */
export function publishSql(
  entity: Entity,
  action: RecordChange['action'],
  { moved = [], event, changed }: PublishedChange = {},
): RawBuilder<string> {
  const { name, table } = entity;
  const operation = hasEvents(entity) ? sql`${event ?? action}::text, ${changed ?? null}::text[]` : sql`null, null`;
  return sql<string>`${sql.raw(`${publishFunction}('${name}', "${table}"."id", "${table}"."version", '${action}', `)}${previousScopeJson(moved)}, ${operation}, ${sql.table(table)})`;
}

/** Publishes an event of records that no write causes, such as a reminder, to webhooks alone. */
export async function publishEvent(
  trx: Kysely<Tables>,
  entity: Entity,
  ids: readonly number[],
  operation: string,
): Promise<void> {
  const { name, table } = entity;
  if (ids.length === 0 || !hasEvents(entity)) return;
  await sql`select publish_event(${name}::text, t.id, 'update', ${operation}::text, null, t)
    from ${sql.table(table)} as t where t.id = any (${[...ids]}::int[])`.execute(trx);
}

/** In seconds: how long changes can be read, and how old a position may be to read on from it. */
const [retentionSeconds, maxPositionAge] = [600, 300];

/**
 * The changes since a position; undefined if the position is not known, as after a restore, or if there are more than
 * the limit.
 */
export interface ChangesSince {
  readonly changes: readonly RecordChange[] | undefined;
  /** The position of a reader who has read them all. */
  readonly position: ChangePosition;
}

type LoggedChange = Omit<RecordChange, 'key'> & { readonly change_id: string };

/**
 * The changes committed after one position, up to another if it is given. Rows copied from another server are left out.
 */
function rowsAfter({ snapshot, read }: ChangePosition, until: ChangePosition | undefined, most: number) {
  const seen = (given: string) => sql<SqlBool>`pg_visible_in_snapshot(x, ${given}::pg_snapshot)`;
  const unread = read ? sql`and not (${seen(read.until)} and id <= ${read.id}::bigint)` : sql``;
  return sql`select * from record_change where x >= pg_snapshot_xmin(${snapshot}::pg_snapshot)
    and x < pg_snapshot_xmax(pg_current_snapshot()) and not ${seen(snapshot)} ${unread} ${until ? sql`and ${seen(until.snapshot)}` : sql``} order by id limit ${sql.lit(most + 1)}`;
}

/**
 * The keys of changes that were read after a position, in their order. A late commit may come before changes that were
 * already read: the changes up to the last such one keep the old position, so that they are published again rather than
 * lost.
 */
function changeKeys(after: ChangePosition, until: ChangePosition, ids: readonly string[]): string[] {
  const from = BigInt(after.read?.id ?? 0);
  return ids.map((id, at) => {
    const isLast = BigInt(ids[at + 1] ?? from + 1n) > from;
    const far = BigInt(id) > from ? id : `${from}`;
    return formatPosition(isLast ? { ...after, at: until.at, read: { until: until.snapshot, id: far } } : after);
  });
}

/** Matches a position that this database has reached: none that was made up, or of a database that was further on. */
function isOfThisDatabase({ snapshot, read }: ChangePosition): RawBuilder<SqlBool> {
  const reached = (given: string) =>
    sql<SqlBool>`pg_snapshot_xmax(${given}::pg_snapshot) <= pg_snapshot_xmax(pg_current_snapshot())`;
  if (!read) return reached(snapshot);
  const last = sql`coalesce(pg_sequence_last_value(pg_get_serial_sequence('record_change', 'id')::regclass), 0)`;
  return sql<SqlBool>`${reached(snapshot)} and ${reached(read.until)} and ${read.id}::bigint <= ${last}`;
}

/**
 * The changes after one position, in their order, up to another one or until now. Without a position it only returns
 * the current one.
 * @param most how many at most
 */
export async function changesSince(
  db: Kysely<Tables>,
  after: ChangePosition | undefined,
  most: number,
  until?: ChangePosition,
): Promise<ChangesSince> {
  const known = after
    ? sql`, ${isOfThisDatabase(after)} and to_timestamp(${after.at}::int + 1) > (select max(applied_at) from schema_migration) as known,
      (select json_agg(json_build_object('change_id', one.id::text, 'entity', one.entity, 'id', one.record_id, 'version', one.version,
        'action', one.action, 'was', one.was) order by one.id) from (${rowsAfter(after, until, most)}) as one) as logged`
    : sql``;
  const { rows } = await sql<{ at: number; snapshot: string; known?: boolean; logged?: LoggedChange[] | null }>`
    select extract(epoch from now())::int as at, pg_current_snapshot()::text as snapshot ${known}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database returned no current position');
  const position = until ?? positionAt(row.at, row.snapshot);
  const isKnown = after !== undefined && row.known === true && Math.abs(row.at - after.at) <= maxPositionAge;
  const logged = row.logged ?? [];
  if (!isKnown || logged.length > most) return { changes: undefined, position };
  const keys = changeKeys(
    after,
    position,
    logged.map(({ change_id }) => change_id),
  );
  const changes = logged.map(({ change_id: _, was, ...change }, at) => ({
    ...change,
    ...(was && { was }),
    key: keys[at] ?? '',
  }));
  return { changes, position };
}

/**
 * Deletes the oldest changes that nobody can ask for any more, at most 5,000.
 * @returns true if there may be more
 */
export async function purgeChanges({
  trx,
  now,
}: {
  readonly trx: Kysely<Tables>;
  readonly now: Date;
}): Promise<boolean> {
  const most = 5_000;
  const { rows } = await sql`delete from record_change where ctid = any (array(
      select ctid from record_change order by x, id limit ${sql.lit(most)}))
    and at < ${now}::timestamptz - ${sql.lit(retentionSeconds)} * interval '1 second' returning 1`.execute(trx);
  return rows.length === most;
}
