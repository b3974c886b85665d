import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { may, type Right } from '../../contract/access.ts';
import type { Entity } from '../../contract/entity.ts';
import { type Carried, carrying } from '../db/carried.ts';
import { AppError } from '../domain/appError.ts';
import { type Caller, type Context, callerOf, type Proof } from '../domain/context.ts';
import { rulesOf } from '../domain/index.ts';
import type { Reader } from '../domain/rules.ts';
import { resourceOf, viewFor } from './compile.ts';
import { readJoined } from './joined.ts';
import { prove, proving } from './proof.ts';
import { conditionsOf, type ListQuery, listQuery, maxUnpaged, type Paging, searchedIn } from './query.ts';
import { visible } from './scope.ts';
import { lookUp, search } from './search.ts';
import { type Answer, type Row, serialize } from './serialize.ts';
import type { Shape } from './shape.ts';
import { countStatement, summedCount } from './summary.ts';

export interface ListAnswer {
  items: Answer[];
  total: number;
  page: number;
  per_page: number;
}

/** Refuses an operation that the role never has (C1: 403, before any row is looked at). */
export function authorize(entity: Entity, right: Right, caller: Caller): void {
  if (!may(entity.access, right, caller.role)) throw AppError.forbidden();
}

export const readerOf = (context: Context): Reader => ({
  role: callerOf(context).role,
  language: context.origin?.language ?? 'en',
  now: context.now,
  secrets: context.secrets,
  session_id: callerOf(context).session_id,
});

/** What a search text means: by a rule of the entity's own, else the records that hold it in one of the paths. */
async function searched(context: Context, entity: Entity, paths: readonly string[], words: string) {
  const rule = rulesOf(entity.name).search;
  if (rule) return rule(context, words);
  return search(entity, paths, words, await lookUp(context, entity, paths, words));
}

/** A list request, validated once, with what its search text finds in other entities. */
export async function readQuery(
  context: Context,
  entity: Entity,
  { search: words, ...others }: Readonly<Record<string, string>>,
): Promise<ListQuery> {
  const caller = callerOf(context);
  const query = listQuery(entity, others, caller, context.now);
  if (!words) return query;
  const paths = searchedIn(viewFor(entity, caller.role), words);
  return { ...query, where: [...query.where, await searched(context, entity, paths, words)] };
}

/** A list that is not paged is read one row further than it may be long. */
const limitOf = ({ paginate, perPage }: Paging): number => (paginate ? perPage : maxUnpaged + 1);
const offsetOf = ({ paginate, page, perPage }: Paging): number => (paginate ? (page - 1) * perPage : 0);

/** How far a page may end to be planned ahead; what leads to one further on would be kept aside on disk. */
const farthest = 2 ** 16;

/**
 * The ids of a page further on. A prepared plan does not know how far that is, so it is told a power of two that the page
 * lies in, and written for those rows by themselves: as a plain subquery it would be planned for a tenth of them.
 */
function furtherOn(found: RawBuilder<unknown>, query: ListQuery): RawBuilder<unknown> {
  const [limit, offset] = [limitOf(query), offsetOf(query)];
  const reach = 2 ** Math.ceil(Math.log2(offset + limit));
  if (reach > farthest) return sql`${found} limit ${sql.lit(limit)} offset ${offset}`;
  return sql`with up_to as materialized (${found} limit ${sql.lit(reach)})
    select id from up_to offset ${offset} limit ${sql.lit(limit)}`;
}

/** How many rows a list finds, as each row of a full page tells it. No field has such a name. */
const totalColumn = '_total';

/** The total by a statement of its own, which is asked where the page is full: a shorter one tells by itself. */
const toldBy = (count: RawBuilder<unknown> | undefined, limit: number): RawBuilder<unknown> =>
  count ? sql`, case when count(*) over () = ${sql.lit(limit)} then (${count}) end as ${sql.id(totalColumn)}` : sql``;

/**
 * The statement of one page of a list, or of all of it; with its total by `count`, and a `proof` of the caller, where they are given. What is joined is
 * joined to the rows of the page alone. Its limit is written out: a prepared statement is planned for as many rows as it
 * answers.
 */
export function pageStatement(
  shape: Shape,
  where: RawBuilder<SqlBool>,
  query: ListQuery,
  count?: RawBuilder<unknown>,
  proof?: Proof,
): RawBuilder<Row> {
  const table = sql.table(shape.entity.table);
  const isFirst = offsetOf(query) === 0;
  const rows = sql`from ${table} as t where ${where} order by ${query.order}`;
  const first = sql`limit ${sql.lit(limitOf(query))}`;
  const select = sql`select ${shape.select}${proving(proof)}`;
  if (isFirst && !shape.joins && !count) return sql<Row>`${select} ${rows} ${first}`;
  const found = sql`select t.id ${rows}`;
  return sql<Row>`${select}${toldBy(count, limitOf(query))} from (${isFirst ? sql`${found} ${first}` : furtherOn(found, query)}) as page
    join ${table} as t on t.id = page.id ${shape.joins ?? sql``} order by ${query.order}`;
}

/** How many rows a list finds; they are counted where the page does not tell. */
export async function totalOf(context: Context, count: RawBuilder<{ total: number }>, query: Paging, found: number) {
  const offset = offsetOf(query);
  const isLast = found < limitOf(query) && (found > 0 || offset === 0);
  if (isLast) return offset + found;
  const counted = await count.execute(context.trx);
  return counted.rows[0]?.total ?? 0;
}

/**
 * A page of an entity's records, or with `is_paginate=false` all of them; two statements at most, and one where a summary
 * tells the total; a search looks up first, and has its total in the second. What a caller asks for is narrowed further by the filters of the call itself.
 */
export async function list(
  context: Context,
  entity: Entity,
  parameters: Readonly<Record<string, string>>,
  filters: Readonly<Record<string, string>> = {},
): Promise<ListAnswer> {
  const caller = callerOf(context);
  authorize(entity, 'list', caller);
  const query = await readQuery(context, entity, parameters);
  const conditions = [...query.where, ...conditionsOf(entity, filters, caller, context.now)];
  const where = visible(entity, caller, conditions);
  const shape = viewFor(entity, caller.role).list;
  const counting = { conditions, parameters: { ...parameters, ...filters } };
  const summed = query.paginate ? summedCount(entity, caller, counting) : undefined;
  const count = summed ?? countStatement(entity, caller, counting);
  // A search is planned each time: its total may be too. Its look-up proves who asks; one without is asked for them afterwards.
  const isSearch = Boolean(parameters.search);
  const within = isSearch && query.paginate ? count : summed;
  const proof = isSearch ? undefined : context.proof;
  const found = (await pageStatement(shape, where, query, within, proof).execute(context.trx)).rows;
  prove(proof, found);
  if (!query.paginate && found.length > maxUnpaged) throw AppError.unprocessable('too_many_rows');
  await readJoined(context, entity, shape.joined, found, caller);
  const told = found[0]?.[totalColumn] as number | null | undefined;
  const total = told ?? (await totalOf(context, count, query, found.length));
  const reader = readerOf(context);
  const items = found.map((row) => serialize(shape, row, reader));
  const perPage = query.paginate ? query.perPage : Math.max(total, 1);
  return { items, total, page: query.paginate ? query.page : 1, per_page: perPage };
}

/** The table as `t`, with all that the shape joins to it. */
export const sourceOf = ({ entity, joins = sql`` }: Shape) => sql`${sql.table(entity.table)} as t ${joins}`;

interface ItemOptions {
  /** May lock it. */
  readonly end?: RawBuilder<unknown> | undefined;
  readonly proof?: Proof | undefined;
}

/** The statement of one record. */
export function itemStatement(shape: Shape, caller: Caller, id: number, { end, proof }: ItemOptions = {}) {
  const where = visible(shape.entity, caller, [sql<SqlBool>`t.id = ${id}`]);
  return sql<Row>`select ${shape.select}${proving(proof)} from ${sourceOf(shape)} where ${where} ${end ?? sql``}`;
}

async function one(
  context: Context,
  shape: Shape,
  id: number,
  end?: RawBuilder<unknown>,
  carried?: Carried,
): Promise<Row> {
  const { proof, trx } = context;
  const statement = itemStatement(shape, callerOf(context), id, { end, proof });
  const { rows } = await carrying(carried, statement).execute(trx);
  prove(proof, rows);
  const row = rows[0];
  if (!row) throw AppError.notFound();
  return row;
}

/** What is to be changed is still there to be pointed to; what is to be deleted is not. */
const locks = { change: sql`for no key update of t`, remove: sql`for update of t` } as const;

/**
 * The whole row of that id in the caller's scope, locked for the transaction when it is to be written; else 404. What its
 * statement carries is done in either case.
 */
export async function rowOf(
  context: Context,
  entity: Entity,
  id: number,
  lock?: keyof typeof locks,
  carried?: Carried,
): Promise<Row> {
  const { whole } = resourceOf(entity);
  const row = await one(context, whole, id, lock && locks[lock], carried);
  await readJoined(context, entity, whole.joined, [row], undefined);
  return row;
}

/** The whole row of that id, whoever's it is: for what follows from a write by itself. In: what its statement carries. */
export async function wholeRow(context: Context, entity: Entity, id: number, carried?: Carried): Promise<Row> {
  const { whole } = resourceOf(entity);
  const statement = sql<Row>`select ${whole.select} from ${sourceOf(whole)} where t.id = ${id}`;
  const { rows } = await carrying(carried, statement).execute(context.trx);
  await readJoined(context, entity, whole.joined, rows, undefined);
  if (!rows[0]) throw new Error(`there is no ${entity.name} ${id}`);
  return rows[0];
}

/** Does a look at one record leave a trace, so that it needs a transaction? */
export const isTraced = (entity: Entity): boolean => rulesOf(entity.name).afterGet !== undefined;

async function seen(context: Context, shape: Shape, row: Row): Promise<Answer> {
  await rulesOf(shape.entity.name).afterGet?.(context, row);
  return serialize(shape, row, readerOf(context));
}

/** One record as the caller may see it. In: what its statement carries. */
export async function get(context: Context, entity: Entity, id: number, carried?: Carried): Promise<Answer> {
  const caller = callerOf(context);
  authorize(entity, 'get', caller);
  const { item } = viewFor(entity, caller.role);
  const row = await one(context, item, id, undefined, carried);
  await readJoined(context, entity, item.joined, [row], caller);
  return seen(context, item, row);
}

/**
 * One record as `get` shows it, from its whole row, which was read in the caller's scope and has not changed since: all that
 * a view shows is among its columns, but for the titles of joined records, which depend on who looks.
 */
export async function getRead(context: Context, entity: Entity, row: Row): Promise<Answer> {
  const caller = callerOf(context);
  const { item } = viewFor(entity, caller.role).plain;
  if (item.joined.length > 0) return get(context, entity, row.id);
  authorize(entity, 'get', caller);
  return seen(context, item, row);
}

/** The rows of these ids that the caller sees, in the order of the ids. */
export async function rowsOf(context: Context, shape: Shape, ids: readonly number[]): Promise<Row[]> {
  const caller = callerOf(context);
  const where = visible(shape.entity, caller, [sql<SqlBool>`t.id = any (${ids}::int[])`]);
  const { rows } = await sql<Row>`select ${shape.select} from ${sourceOf(shape)} where ${where}`.execute(context.trx);
  await readJoined(context, shape.entity, shape.joined, rows, caller);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Records as `get` shows each of them, read by one statement. In: their ids. Out: in the order of the ids, those that the caller sees. */
export async function getAll(context: Context, entity: Entity, ids: readonly number[]): Promise<Answer[]> {
  const caller = callerOf(context);
  authorize(entity, 'get', caller);
  const { item } = viewFor(entity, caller.role).plain;
  const answers: Answer[] = [];
  for (const row of await rowsOf(context, item, ids)) answers.push(await seen(context, item, row));
  return answers;
}
