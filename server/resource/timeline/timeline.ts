import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { roleScopeColumns } from '../../../contract/access/scopeColumns.ts';
import { conditionHolds } from '../../../contract/conditions/evaluate.ts';
import { storedRecord } from '../../../contract/conditions/records.ts';
import { wallClock } from '../../../contract/lib/timeZone.ts';
import { isRole } from '../../../contract/roles/index.ts';
import { customers, hasRight, staff } from '../../../contract/schema/access.ts';
import { type Entity, fieldOf, mayRead } from '../../../contract/schema/entity.ts';
import { auditEntityNames } from '../../../contract/timeline/history.ts';
import {
  type TimelineEventKind,
  type TimelineSource,
  timelineSource,
} from '../../../contract/timeline/timelineSources.ts';
import { AppError } from '../../core/appError.ts';
import { type Caller, type Context, callerOf, zoneOf } from '../../core/context.ts';
import type { Reader } from '../../core/rules.ts';
import { tokenReads } from '../../core/security/tokenScope.ts';
import { joinTableName } from '../../db/write/joinRecords.ts';
import { rulesOf } from '../../domain/index.ts';
import { resourceOf } from '../compile/resource.ts';
import { scopePredicate } from '../compile/scope.ts';
import type { RecordRow } from '../compile/serialize.ts';
import { authorize, fromSql, readerOf, readRow } from '../read/read.ts';

type Values = Readonly<Record<string, unknown>>;
type Predicate = RawBuilder<SqlBool>;

/** The maximum numbers: records of each part, audit lines, and entries of the answer; the latest are shown. */
const maxRecords = 200;
const maxLines = 400;
const maxEntries = 100;

/** An entry of a timeline. */
interface TimelineEntry {
  readonly at: Date;
  readonly is_day: boolean;
  readonly part: string;
  readonly entity: string;
  readonly kind: string;
  readonly role_id: number | null;
  readonly actor: string | null;
  readonly detail: string | null;
  readonly quantity: number | null;
  readonly product: Values | null;
  readonly comment: string | null;
}

/** An audit line with its actor. */
interface AuditLine {
  readonly entity: string;
  readonly entity_id: number;
  readonly at: Date;
  readonly action: string;
  readonly result: string;
  readonly after: Values | null;
  readonly user_id: number | null;
  readonly role_id: number | null;
  readonly enterprise_id: number | null;
  readonly actor: string | null;
}

/** The records of a source that are shown. */
interface Found {
  readonly source: TimelineSource;
  readonly rows: readonly RecordRow[];
}

/**
 * True if the caller may see the part: by its declared roles, else by the right to list its entity. A token needs the
 * scope of reading its entity as well.
 */
const mayReadPart = ({ part, entity }: TimelineSource, caller: Caller): boolean =>
  !part ||
  ((part.roles?.includes(caller.role) ?? hasRight(entity.access, 'list', caller.role)) && tokenReads(caller, entity));

/**
 * Matches the records of a part that the caller may see: those in their scope, or all of them where they see the part
 * without listing its entity.
 */
function visibleOfPart({ part, entity, kinds }: TimelineSource, caller: Caller): Predicate {
  const isListed = hasRight(entity.access, 'list', caller.role);
  const own = isListed ? scopePredicate(entity, caller) : sql<SqlBool>`true`;
  // A part that shows deletions includes deleted records.
  const showsDeleted = kinds.some(({ actions }) => actions.includes('remove'));
  return showsDeleted || !part ? own : sql<SqlBool>`${own} and t.deleted_at is null`;
}

/** The latest records of a part that belong to the given ones, in the order of their creation. */
async function rowsIn(context: Context, source: TimelineSource, ids: readonly number[]): Promise<RecordRow[]> {
  const { whole } = resourceOf(source.entity);
  const { entity, part } = source;
  const name = part?.by ?? 'id';
  const owners = sql`select m.owner_id from ${sql.table(joinTableName(entity, name))} as m
    where m.other_id = any (${[...ids]}::int[])`;
  const belongs = entity.fields[name]?.joined
    ? sql`t.id in (${owners})`
    : sql`${sql.ref(`t.${name}`)} = any (${[...ids]}::int[])`;
  const { rows } = await sql<RecordRow>`select ${whole.select}, t.deleted_at from ${fromSql(whole)}
    where ${belongs} and ${visibleOfPart(source, callerOf(context))}
    order by t.id desc limit ${sql.lit(maxRecords)}`.execute(context.trx);
  return rows.reverse();
}

/** True if the record has the part. */
const hasPart = ({ entity }: TimelineSource, { part }: TimelineSource, row: RecordRow): boolean =>
  !part?.when || conditionHolds(entity, part.when, storedRecord(row), undefined) !== false;

/** Records of a source, and those of their parts that the caller may see. */
async function collectRows(context: Context, source: TimelineSource, rows: readonly RecordRow[]): Promise<Found[]> {
  const below: Found[] = [];
  for (const part of source.parts) {
    const holders = mayReadPart(part, callerOf(context)) ? rows.filter((row) => hasPart(source, part, row)) : [];
    const ids = holders.map(({ id }) => id);
    if (ids.length > 0) below.push(...(await collectRows(context, part, await rowsIn(context, part, ids))));
  }
  return [{ source, rows }, ...below];
}

/**
 * A customer sees nothing from the time in which a record belonged to another (C13): only lines after the last change
 * of a column that decides their scope.
 */
function sinceInScope(entity: Entity, { role }: Caller): Predicate {
  const columns = customers.some((one) => one === role) ? roleScopeColumns(entity, role) : [];
  if (columns.length === 0) return sql<SqlBool>`true`;
  const names = sql`array[${sql.join(columns.map((name) => sql.lit(name)))}]::text[]`;
  return sql<SqlBool>`not exists (select 1 from audit x where x.entity_id = e.entity_id and x.deleted_at is null
    and x.entity in (${sql.join(auditEntityNames(entity))}) and x.id > e.id and x.result = 'done'
    and x.before ?| ${names} and x.after ?| ${names})`;
}

/** Selects the audit lines about the records of a source, limited to the actions that it shows. */
function linesOf({ source, rows }: Found, caller: Caller): RawBuilder<unknown>[] {
  const { entity, kinds } = source;
  const actions = [...new Set(kinds.flatMap((kind) => kind.actions))];
  if (actions.length === 0 || rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  return [
    sql`select e.id, e.entity, e.entity_id, e.created_at, e.action, e.result, e.after, e.actor_id, e.behalf_id
      from audit e where e.entity_id = any (${ids}::int[]) and e.entity in (${sql.join(auditEntityNames(entity))})
      and e.deleted_at is null and e.result in ('done', 'failed') and e.action in (${sql.join(actions)})
      and ${sinceInScope(entity, caller)}`,
  ];
}

/** The lines are collected by record before they are sorted, as in `readHistory`. */
async function linesAbout(context: Context, found: readonly Found[]): Promise<AuditLine[]> {
  const all = found.flatMap((one) => linesOf(one, callerOf(context)));
  if (all.length === 0) return [];
  const { rows } = await sql<AuditLine>`with lines as materialized (${sql.join(all, sql` union `)}), latest as (
      select * from lines order by id desc limit ${sql.lit(maxLines)}
    )
    select l.entity, l.entity_id, l.created_at as at, l.action, l.result, l.after, u.id as user_id, u.role_id,
      u.enterprise_id, coalesce(u.nick_name, u.name) as actor
    from latest l left join users u on u.id = coalesce(l.behalf_id, l.actor_id) order by l.id`.execute(context.trx);
  return rows;
}

/**
 * The actor as the caller may know them: an enterprise sees its own people by name and the vendor's by role alone
 * (A28); a sub-user sees no name but their own.
 */
function actorOf(line: AuditLine | undefined, caller: Caller): Pick<TimelineEntry, 'role_id' | 'actor'> {
  const { role_id = null, actor = null } = line ?? {};
  const isOwn = line?.enterprise_id === caller.enterprise_id && isRole(caller.role, 'Enterprise');
  const isNamed = staff.some((role) => role === caller.role) || isOwn || line?.user_id === caller.id;
  return { role_id, actor: isNamed ? actor : null };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/**
 * The details of the record of a part: its name and its quantity. An audit line that has the name tells it as it was
 * then, such as the address that a mail went to.
 */
function recordDetails(
  { part, entity }: TimelineSource,
  row: RecordRow,
  line: AuditLine | undefined,
): Pick<TimelineEntry, 'detail' | 'quantity' | 'product'> {
  const quantity = part?.counts ? ((row[part.counts] as number | null | undefined) ?? null) : null;
  const { unitOf = '' } = part?.counts ? (fieldOf(entity, part.counts) ?? {}) : {};
  const product = { metering: row[`${unitOf}.metering`] ?? null, unit: row[`${unitOf}.unit`] ?? null };
  return {
    detail: part?.names ? textOf(line?.after?.[part.names] ?? row[part.names]) : null,
    quantity,
    product: quantity !== null && unitOf ? product : null,
  };
}

/** True if the caller may read the field; a name that is no field of the record is input of the step itself. */
function isRead(entity: Entity, name: string, { role }: Caller): boolean {
  const field = fieldOf(entity, name);
  return !field || mayRead(field, role);
}

const hasValues = (values: Values, wanted: Values): boolean =>
  Object.entries(wanted).every(([name, value]) => (values[name] ?? null) === value);

/**
 * The kind of event of an audit line. Where several share an audit name, the one with the resulting values of the line.
 */
function kindOf(
  kinds: readonly TimelineEventKind[],
  { action, result, after }: AuditLine,
): TimelineEventKind | undefined {
  const named = kinds.filter((kind) => kind.actions.includes(action) && kind.failed === (result === 'failed'));
  return named.find(({ resultValues: leaves }) => hasValues(after ?? {}, leaves)) ?? named[0];
}

const momentAt = (value: unknown): { at: Date; is_day: boolean } | undefined => {
  if (value instanceof Date) return { at: value, is_day: false };
  return typeof value === 'string' ? { at: new Date(value), is_day: true } : undefined;
};

/** The entries for one record of a source. */
function entriesOfRow(
  source: TimelineSource,
  row: RecordRow,
  lines: readonly AuditLine[],
  caller: Caller,
  reader: Reader,
): TimelineEntry[] {
  const { entity, path, kinds, dates: moments } = source;
  const entryOf = (
    kind: string,
    when: { at: Date; is_day: boolean },
    line?: AuditLine,
    comment: unknown = null,
  ): TimelineEntry => ({
    ...when,
    part: path,
    entity: entity.name,
    kind,
    ...actorOf(line, caller),
    ...recordDetails(source, row, line),
    comment: textOf(comment),
  });
  const known = lines.flatMap((line) => {
    const kind = kindOf(kinds, line);
    return kind ? [{ line, kind }] : [];
  });
  const { shown = {} } = rulesOf(entity.name);
  const commentOf = ({ comment }: { readonly comment?: string | undefined }, values: Values | null) => {
    const value = comment && isRead(entity, comment, caller) ? values?.[comment] : null;
    return comment && value != null && shown[comment] ? shown[comment](value, reader) : value;
  };
  const done = known.map(({ line, kind }) =>
    entryOf(kind.name, { at: line.at, is_day: false }, line, commentOf(kind, line.after)),
  );
  // Without an audit line, the timestamp in the record makes the entry.
  const stamps = new Set(known.map(({ kind }) => kind.at));
  const stamped = kinds.flatMap((kind) => {
    const when = kind.at && isRead(entity, kind.at, caller) ? momentAt(row[kind.at]) : undefined;
    if (!when || stamps.has(kind.at) || !hasValues(row, kind.resultValues)) return [];
    stamps.add(kind.at);
    return [entryOf(kind.name, when)];
  });
  // A date with the name of a kind is for records without an audit line of that kind.
  const knownKinds = new Set(known.map(({ kind }) => kind.name));
  const given = moments.flatMap(({ name, at, when: condition, comment }) => {
    if (knownKinds.has(name)) return [];
    const when = isRead(entity, at, caller) && row['deleted_at'] == null ? momentAt(row[at]) : undefined;
    if (!when || (condition && conditionHolds(entity, condition, storedRecord(row), caller) === false)) return [];
    return [entryOf(name, when, undefined, commentOf({ comment }, row))];
  });
  return [...stamped, ...done, ...given];
}

const entriesOfSource = (
  { source, rows }: Found,
  lines: readonly AuditLine[],
  caller: Caller,
  reader: Reader,
): TimelineEntry[] => {
  const names = auditEntityNames(source.entity);
  const about = new Map<number, AuditLine[]>(rows.map(({ id }) => [id, []]));
  for (const line of lines) if (names.includes(line.entity)) about.get(line.entity_id)?.push(line);
  return rows.flatMap((row) => entriesOfRow(source, row, about.get(row.id) ?? [], caller, reader));
};

/**
 * The past and planned events of a record, the oldest first (issue 14 point 1, docs/decisions/0046-timelines.md): its
 * steps with their actors, and its dates, with those of the records that its declaration names.
 * @param name the name of an entity
 * @throws 404 where the caller finds no such record; 403 where the role may not read the entity
 */
export async function readTimeline(context: Context, name: string, id: number) {
  const caller = callerOf(context);
  const entity = context.contract.byName.get(name);
  if (!entity || entity.without?.includes('get')) throw AppError.notFound();
  authorize(entity, 'get', caller);
  const row = await readRow(context, entity, id);
  const found = await collectRows(context, timelineSource(entity), [row]);
  const lines = await linesAbout(context, found);
  const reader = readerOf(context);
  const all = found.flatMap((one) => entriesOfSource(one, lines, caller, reader));
  // A day begins at the midnight of the reader, as the page shows the times of the others.
  const zone = zoneOf(context);
  const shown = all.map((entry) => ({
    entry,
    at: entry.is_day ? entry.at.getTime() : wallClock(zone, entry.at.getTime()),
  }));
  shown.sort((one, other) => one.at - other.at);
  return {
    items: shown.slice(-maxEntries).map(({ entry }) => entry),
    total: all.length,
    page: 1,
    per_page: Math.max(1, Math.min(all.length, maxEntries)),
  };
}
