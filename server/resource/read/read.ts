import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { hasRight, type Right } from '../../../contract/schema/access.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { AppError } from '../../core/appError.ts';
import { type Caller, type Context, callerOf, readerLanguage, zoneOf } from '../../core/context.ts';
import type { Reader } from '../../core/rules.ts';
import { rulesOf } from '../../domain/index.ts';
import type { Projection } from '../compile/projection.ts';
import { resourceOf, viewFor } from '../compile/resource.ts';
import { visiblePredicate } from '../compile/scope.ts';
import { type RecordAnswer, type RecordRow, serialize } from '../compile/serialize.ts';
import { readJoined } from './joinedRecords.ts';
import { isBlank, type ListQuery, listConditions, maxUnpaged, parseListQuery, searchPaths } from './listRequest.ts';
import { listStatement, type PageRequest, readTotal, searchStatement, totalColumn } from './pageStatement.ts';
import { type SearchCondition, searchCondition } from './search.ts';
import { countStatement } from './summaryStatements.ts';

export interface ListAnswer {
  items: RecordAnswer[];
  total: number;
  page: number;
  per_page: number;
}

/** Refuses an operation that the role never has (C1: 403, before any row is read). */
export function authorize(entity: Entity, right: Right, caller: Caller): void {
  if (!hasRight(entity.access, right, caller.role)) throw AppError.forbidden();
}

export const readerOf = (context: Context): Reader => ({
  contract: context.contract,
  role: callerOf(context).role,
  language: readerLanguage(context),
  zone: zoneOf(context),
  now: context.now,
  secrets: context.secrets,
  session_id: callerOf(context).session_id,
  publicUrl: context.settings.publicUrl,
  environment: context.settings.environment,
  prepared: context.prepared,
});

/** The condition of a search text: by a custom rule of the entity, else records that contain it in one of the paths. */
async function findSearch(
  context: Context,
  entity: Entity,
  paths: readonly string[],
  words: string,
): Promise<SearchCondition> {
  const rule = rulesOf(entity.name).search;
  return rule ? { condition: await rule(context, words) } : searchCondition(context, entity, paths, words);
}

/** Validates a list request and looks up its search text. */
export async function readListQuery(
  context: Context,
  entity: Entity,
  { search: words, ...others }: Readonly<Record<string, string>>,
): Promise<ListQuery> {
  const caller = callerOf(context);
  const query = parseListQuery(entity, others, caller, context.now, context.origin?.language);
  if (!words) return query;
  const paths = searchPaths(viewFor(entity, caller.role), words);
  if (isBlank(words)) return query;
  const found = await findSearch(context, entity, paths, words);
  return { ...query, where: [...query.where, found.condition], search: found };
}

/** The rows of a page, and the total. */
async function readPage(context: Context, shape: Projection, wanted: PageRequest) {
  const caller = callerOf(context);
  const { query, counting } = wanted;
  if (query.search?.by?.length === 0) return { rows: [], total: 0 };
  const statement = query.search
    ? searchStatement(shape, caller, wanted, query.search)
    : listStatement(shape, caller, wanted);
  const { rows } = await statement.execute(context.trx);
  const total = rows[0]?.[totalColumn] as number | null | undefined;
  const count = () => countStatement(shape.entity, caller, counting);
  return { rows, total: total ?? (await readTotal(context, count, query, rows.length)) };
}

/**
 * A page of an entity's records, or all of them with `is_paginate=false`. It takes at most two statements: one where a
 * summary has the total or a search finds nothing; a search looks up ids first and has its total in the second.
 * @param filters further filters set by the endpoint
 */
export async function listRecords(
  context: Context,
  entity: Entity,
  parameters: Readonly<Record<string, string>>,
  filters: Readonly<Record<string, string>> = {},
): Promise<ListAnswer> {
  const caller = callerOf(context);
  authorize(entity, 'list', caller);
  const query = await readListQuery(context, entity, parameters);
  const conditions = [...query.where, ...listConditions(entity, filters, caller, context.now)];
  const shape = viewFor(entity, caller.role).list;
  const counting = { conditions, parameters: { ...parameters, ...filters } };
  const { rows, total } = await readPage(context, shape, { query, counting });
  if (!query.paginate && rows.length > maxUnpaged) throw AppError.unprocessable('too_many_rows');
  await readJoined(context, entity, shape.joined, rows, caller);
  const reader = readerOf(context);
  const items = rows.map((row) => serialize(shape, row, reader));
  const perPage = query.paginate ? query.perPage : Math.max(total, 1);
  return { items, total, page: query.paginate ? query.page : 1, per_page: perPage };
}

/** The table as `t`, with the joins of the projection. */
export const fromSql = ({ entity, joins = sql`` }: Projection) => sql`${sql.table(entity.table)} as t ${joins}`;

/** The statement of one record; `end` may lock it. */
export function itemStatement(shape: Projection, caller: Caller, id: number, end: RawBuilder<unknown> = sql``) {
  const where = visiblePredicate(shape.entity, caller, [sql<SqlBool>`t.id = ${id}`]);
  return sql<RecordRow>`select ${shape.select} from ${fromSql(shape)} where ${where} ${end}`;
}

/** The row of that id in the caller's scope, which `end` may lock; else 404. */
async function readVisible(
  context: Context,
  shape: Projection,
  id: number,
  end?: RawBuilder<unknown>,
): Promise<RecordRow> {
  const { rows } = await itemStatement(shape, callerOf(context), id, end).execute(context.trx);
  const [row] = rows;
  if (!row) throw AppError.notFound();
  return row;
}

/** A record being changed can still be referenced; one being deleted cannot. */
const locks = { change: sql`for no key update of t`, remove: sql`for update of t` } as const;

/** The whole row of that id in the caller's scope, locked for the transaction if it will be written; else 404. */
export async function readRow(
  context: Context,
  entity: Entity,
  id: number,
  lock?: keyof typeof locks,
): Promise<RecordRow> {
  const { whole } = resourceOf(entity);
  const row = await readVisible(context, whole, id, lock && locks[lock]);
  await readJoined(context, entity, whole.joined, [row], undefined);
  return row;
}

/** The whole row of that id regardless of scope, for effects of a write. */
export async function readAnyRow(context: Context, entity: Entity, id: number): Promise<RecordRow> {
  const { whole } = resourceOf(entity);
  const { rows } = await sql<RecordRow>`select ${whole.select} from ${fromSql(whole)} where t.id = ${id}`.execute(
    context.trx,
  );
  await readJoined(context, entity, whole.joined, rows, undefined);
  if (!rows[0]) throw new Error(`there is no ${entity.name} ${id}`);
  return rows[0];
}

/** True if reading one record is recorded (`afterGet`), so that it needs a transaction. */
export const isTraced = (entity: Entity): boolean => rulesOf(entity.name).afterGet !== undefined;

async function answerSeen(context: Context, shape: Projection, row: RecordRow): Promise<RecordAnswer> {
  const rules = rulesOf(shape.entity.name);
  const withheld = rules.withholds?.(context) ?? [];
  const seen = withheld.length === 0 ? row : { ...row, ...Object.fromEntries(withheld.map((name) => [name, null])) };
  await rules.afterGet?.(context, seen);
  return serialize(shape, seen, readerOf(context));
}

/** One record as the caller may see it. */
export async function getRecord(context: Context, entity: Entity, id: number): Promise<RecordAnswer> {
  const caller = callerOf(context);
  authorize(entity, 'get', caller);
  const { item } = viewFor(entity, caller.role);
  const row = await readVisible(context, item, id);
  await readJoined(context, entity, item.joined, [row], caller);
  return answerSeen(context, item, row);
}

/**
 * One record as `get` shows it, from its whole row, which was read in the caller's scope and is unchanged. The row has
 * all columns of the view except the joined records, which depend on the caller.
 */
export async function answerFromRow(context: Context, entity: Entity, row: RecordRow): Promise<RecordAnswer> {
  const caller = callerOf(context);
  const { item } = viewFor(entity, caller.role).plain;
  if (item.joined.length > 0) return getRecord(context, entity, row.id);
  authorize(entity, 'get', caller);
  return answerSeen(context, item, row);
}

/** The rows of these ids that the caller sees, in the order of the ids. */
export async function readRows(context: Context, shape: Projection, ids: readonly number[]): Promise<RecordRow[]> {
  const caller = callerOf(context);
  const where = visiblePredicate(shape.entity, caller, [sql<SqlBool>`t.id = any (${ids}::int[])`]);
  const { rows } = await sql<RecordRow>`select ${shape.select} from ${fromSql(shape)} where ${where}`.execute(
    context.trx,
  );
  await readJoined(context, shape.entity, shape.joined, rows, caller);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/**
 * Records as `get` shows each of them, by one statement.
 * @returns the visible ones, in the order of the ids
 */
export async function getRecords(context: Context, entity: Entity, ids: readonly number[]): Promise<RecordAnswer[]> {
  const caller = callerOf(context);
  authorize(entity, 'get', caller);
  const { item } = viewFor(entity, caller.role).plain;
  const answers: RecordAnswer[] = [];
  for (const row of await readRows(context, item, ids)) answers.push(await answerSeen(context, item, row));
  return answers;
}
