import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { inverseFields } from '../../../contract/relations/inverse.ts';
import type { Role } from '../../../contract/schema/access.ts';
import { type Entity, isStored, joinedFields, mayRead } from '../../../contract/schema/entity.ts';
import type { Fields } from '../../../contract/schema/field/field.ts';
import {
  actionsNotInHistory,
  auditEntityNames,
  hasHistory,
  historyPageSize,
} from '../../../contract/timeline/history.ts';
import { AppError } from '../../core/appError.ts';
import { type Caller, type Context, callerOf } from '../../core/context.ts';
import { scopePredicate } from '../compile/scope.ts';
import { authorize, readRow } from '../read/read.ts';

type Values = Readonly<Record<string, unknown>>;

/** An audit line with the names of the actor and of the user they acted for. */
interface AuditLine {
  id: number;
  at: Date;
  action: string;
  result: string;
  role_id: number | null;
  actor: string | null;
  behalf_of: string | null;
  before: Values | null;
  after: Values | null;
  total: number;
}

/** A changed field, by its declared name (`params.comment`). */
interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

const hidden = '***';
const isNothing = (value: unknown): boolean => value === null || value === undefined || value === '';
/** An empty list counts as no value. */
const isEmpty = (value: unknown): boolean => isNothing(value) || (Array.isArray(value) && value.length === 0);
const within = (value: unknown): Values => (typeof value === 'object' && value !== null ? (value as Values) : {});

/**
 * The changes of the fields that the role may read; a field inside an object is listed separately. What the audit
 * contains besides the declared fields is left out, and of a secret only the fact that it changed is shown (A28, C10).
 */
function changesOf(fields: Fields, role: Role, before: Values, after: Values, prefix = ''): FieldChange[] {
  return Object.entries(fields).flatMap(([name, field]): FieldChange[] => {
    // Audit entries from before the field was renamed have its former name.
    const key = [name, field.migrate?.renamedFrom ?? name].find((one) => Object.hasOwn(after, one));
    if (key === undefined || !(field.joined || isStored(field)) || !mayRead(field, role)) return [];
    const [old, now] = [before[key] ?? null, after[key] ?? null];
    const inner = field.fields ?? {};
    if (Object.keys(inner).length > 0) {
      const whole = { ...Object.fromEntries(Object.keys(within(old)).map((key) => [key, null])), ...within(now) };
      return changesOf(inner, role, within(old), whole, `${prefix}${name}.`);
    }
    const isSecret = field.encrypted || field.secret;
    if ((isEmpty(old) && isEmpty(now)) || (!isSecret && JSON.stringify(old) === JSON.stringify(now))) return [];
    const masked = (value: unknown) => (isSecret && !isNothing(value) ? hidden : value);
    return [{ field: prefix + name, before: masked(old), after: masked(now) }];
  });
}

/** Limits the lines about sets that the record joined or left to those whose other record the caller may see. */
function visibleInverses(entity: Entity, caller: Caller): RawBuilder<SqlBool> {
  const ends = Object.entries(inverseFields(entity)).filter(([, field]) => mayRead(field, caller.role));
  const seen = ends.map(([name, field]) => {
    const target = entity.contract.entity(field.items?.to ?? '');
    const ids = [name, field.migrate?.renamedFrom ?? name].flatMap((one) => [
      sql`e.after->${one}->>0`,
      sql`e.before->${one}->>0`,
    ]);
    return sql` or exists (select 1 from ${sql.table(target.table)} as t
      where t.id = coalesce(${sql.join(ids)})::int and ${scopePredicate(target, caller)})`;
  });
  return sql<SqlBool>`(e.action not in ('join', 'part')${sql.join(seen, sql``)})`;
}

/**
 * A page of the lines about a record, the latest first. They are collected by record before they are sorted; otherwise
 * PostgreSQL would follow the index of the order back to the beginning of the audit.
 */
const pageStatement = (entity: Entity, id: number, page: number, caller: Caller) => sql<AuditLine>`
  with lines as materialized (
    select e.id, e.created_at, e.action, e.result, e.actor_id, e.behalf_id, e.before, e.after from audit e
    where e.entity_id = ${id} and e.entity in (${sql.join(auditEntityNames(entity))}) and e.deleted_at is null and e.result <> 'denied'
      and e.action not in (${sql.join(actionsNotInHistory)}) and ${visibleInverses(entity, caller)}
  ), page as (
    select t.*, count(*) over ()::int as total from lines t order by t.id desc
    limit ${sql.lit(historyPageSize)} offset ${(page - 1) * historyPageSize}
  )
  select p.id, p.created_at as at, p.action, p.result, p.before, p.after, p.total, w.role_id,
    coalesce(w.nick_name, w.name) as actor,
    case when p.behalf_id is not null then coalesce(f.nick_name, f.name) end as behalf_of
  from page p left join users w on w.id = coalesce(p.behalf_id, p.actor_id) left join users f on f.id = p.actor_id
  order by p.id desc`;

/** The ids of the other records in the value of a joined field. */
const idsIn = (value: unknown): number[] => (Array.isArray(value) ? value.filter(Number.isSafeInteger) : []);

/** The lines without the joined records that the caller may not see. One statement for each joined field. */
async function withoutUnseen(context: Context, entity: Entity, rows: readonly AuditLine[]): Promise<AuditLine[]> {
  let seen = [...rows];
  // Audit entries from before a field was renamed have its former name.
  const joined = [...joinedFields(entity), ...Object.entries(inverseFields(entity))].flatMap(([name, field]) =>
    [...new Set([name, field.migrate?.renamedFrom ?? name])].map((key) => [key, field] as const),
  );
  for (const [name, field] of joined) {
    const target = entity.contract.entity(field.items?.to ?? '');
    const ids = rows.flatMap(({ before, after }) => [...idsIn(before?.[name]), ...idsIn(after?.[name])]);
    const found = await sql<{ id: number }>`select t.id from ${sql.table(target.table)} as t
      where t.id = any (${[...new Set(ids)]}::int[]) and ${scopePredicate(target, callerOf(context))}`.execute(
      context.trx,
    );
    const known = new Set(found.rows.map(({ id }) => id));
    const shown = (values: Values | null): Values | null =>
      values && Object.hasOwn(values, name)
        ? { ...values, [name]: idsIn(values[name]).filter((id) => known.has(id)) }
        : values;
    seen = seen.map((row) => ({ ...row, before: shown(row.before), after: shown(row.after) }));
  }
  return seen;
}

/** An audit line as the role may read it: with the real actor, and whom they acted for (C12). */
function historyEntry(entity: Entity, role: Role, { result, before, after, total: _, ...line }: AuditLine) {
  const fields = { ...entity.fields, ...inverseFields(entity) };
  const changes = changesOf(fields, role, within(before), within(after));
  return {
    ...line,
    failed: result === 'failed',
    before: Object.fromEntries(changes.map(({ field, before: old }) => [field, old])),
    after: Object.fromEntries(changes.map(({ field, after: now }) => [field, now])),
  };
}

/**
 * A page of the changes of a record in the caller's scope, the latest first (issue 14 point 6,
 * docs/decisions/0025-history.md).
 * @param name the name of an entity
 * @param page the number of the page, from 1
 * @throws 404 where the caller finds no such record; 403 where the role may not read the entity
 */
export async function readHistory(context: Context, name: string, id: number, page: number) {
  const entity = context.contract.byName.get(name);
  if (!entity || !hasHistory(entity)) throw AppError.notFound();
  if (page < 1) throw AppError.unprocessable('integer_parameter', { name: 'page', min: 1, max: 100_000 }, 'page');
  const caller = callerOf(context);
  authorize(entity, 'get', caller);
  await readRow(context, entity, id);
  const { rows } = await pageStatement(entity, id, page, caller).execute(context.trx);
  const items = (await withoutUnseen(context, entity, rows)).map((row) => historyEntry(entity, caller.role, row));
  return { items, total: rows[0]?.total ?? 0, page, per_page: historyPageSize };
}
