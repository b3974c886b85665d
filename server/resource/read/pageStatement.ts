import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { memoize } from '../../../contract/lib/memoize.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { Caller, Context } from '../../core/context.ts';
import { allColumns } from '../../db/schema/columns.ts';
import { defaultSortColumn, narrowingFields } from '../../db/schema/ddl.ts';
import type { Projection } from '../compile/projection.ts';
import { livePredicate, visiblePredicate } from '../compile/scope.ts';
import type { RecordRow } from '../compile/serialize.ts';
import { type ListQuery, maxUnpaged, type Paging } from './listRequest.ts';
import type { SearchCondition } from './search.ts';
import { countStatement, type ListSelection, summaryCount, summedParts } from './summaryStatements.ts';

/** The statements of one page of a list, and of how many rows there are of it all. */

/** A list that is not paged is read one row further than it may be long. */
const limitOf = ({ paginate, perPage }: Paging): number => (paginate ? perPage : maxUnpaged + 1);
const offsetOf = ({ paginate, page, perPage }: Paging): number => (paginate ? (page - 1) * perPage : 0);

/** How many rows a list finds, as each row of a full page tells it. No field has such a name. */
export const totalColumn = '_total';

/** The total by a statement of its own, which is asked where the page is full: a shorter one tells by itself. */
const totalBy = (count: RawBuilder<unknown> | undefined, limit: number): RawBuilder<unknown> =>
  count ? sql`, case when count(*) over () = ${sql.lit(limit)} then (${count}) end as ${sql.id(totalColumn)}` : sql``;

/**
 * The statement of one page of a list, or of all of it; with its total by `count`, where it is given. What is joined is
 * joined to the rows of the page alone. Its limit and its offset are written out: a prepared statement is planned for as many
 * rows as it reads.
 */
function pageStatement(
  shape: Projection,
  where: RawBuilder<SqlBool>,
  query: ListQuery,
  count?: RawBuilder<unknown>,
): RawBuilder<RecordRow> {
  const table = sql.table(shape.entity.table);
  const offset = offsetOf(query);
  const rows = sql`from ${table} as t where ${where} order by ${query.order}`;
  const part = sql`limit ${sql.lit(limitOf(query))}${offset > 0 ? sql` offset ${sql.lit(offset)}` : sql``}`;
  const select = sql`select ${shape.select}`;
  if (offset === 0 && !shape.joins && !count) return sql<RecordRow>`${select} ${rows} ${part}`;
  return sql<RecordRow>`${select}${totalBy(count, limitOf(query))} from (select t.id ${rows} ${part}) as page
    join ${table} as t on t.id = page.id ${shape.joins ?? sql``} order by ${query.order}`;
}

/**
 * The statement of the first page of what a search has found by a reference to few records, whose own numbers of rows are
 * `parts`. The first rows of each are put in order: those of others, of which there may be any number between them, are not looked at.
 */
function partedStatement(
  shape: Projection,
  where: RawBuilder<SqlBool>,
  { order, ...paging }: ListQuery,
  { parts, column }: { readonly parts: RawBuilder<unknown>; readonly column: string },
): RawBuilder<RecordRow> {
  const { entity } = shape;
  const table = sql.table(entity.table);
  const total = sql`(select coalesce(sum(records), 0)::int from parts)`;
  const limit = sql`limit ${sql.lit(limitOf(paging))}`;
  // With an offset it is planned by itself, as it is listed: together with the rest it would be taken for so few rows that all are read.
  const listed = sql`select ${allColumns(entity)} from ${table} as t where ${sql.ref(`t.${column}`)} = parts.value and ${livePredicate} order by ${order} offset 0`;
  // How many pass is not guessed: it would be by the values, and planned for these alone.
  const passing = sql`case when ${where} then true end`;
  const first = sql`select t.id, ${sql.ref(`t.${defaultSortColumn(entity)}`)} from (${listed}) as t where ${passing} order by ${order} ${limit}`;
  return sql<RecordRow>`with parts as materialized (${parts})
    select ${shape.select}, ${total} as ${sql.id(totalColumn)}
    from (select t.id from parts cross join lateral (${first}) as t order by ${order} ${limit}) as page
    join ${table} as t on t.id = page.id ${shape.joins ?? sql``} order by ${order}`;
}

const narrowing = memoize((entity: Entity) => new Set(narrowingFields(entity)));

/** Are the rows of each value of the column in an index in the order that is asked for, in one direction or the other? */
const isListed = (entity: Entity, column: string, { sort }: ListSelection['parameters']): boolean =>
  (sort || entity.list.sort).replace(/^-/, '') === defaultSortColumn(entity) && narrowing(entity).has(column);

/** A page of a list: the request, and what its rows are counted by. */
export interface PageRequest {
  readonly query: ListQuery;
  readonly counting: ListSelection;
}

/** The statement of a page of a list, or of all of it, with its total where a summary tells it. */
export function listStatement(
  shape: Projection,
  caller: Caller,
  { query, counting }: PageRequest,
): RawBuilder<RecordRow> {
  const { entity } = shape;
  const summed = query.paginate ? summaryCount(entity, caller, counting) : undefined;
  return pageStatement(shape, visiblePredicate(entity, caller, counting.conditions), query, summed);
}

/**
 * The statement of a page of a search, or of all that it finds. Where a summary does not tell the
 * total, it is planned each time, and its total with it.
 */
export function searchStatement(
  shape: Projection,
  caller: Caller,
  { query, counting }: PageRequest,
  search: SearchCondition,
): RawBuilder<RecordRow> {
  const { entity } = shape;
  const where = (conditions: ListSelection['conditions']) => visiblePredicate(entity, caller, conditions);
  const { condition, unseen, parts: column } = search;
  const isFirst = query.paginate && offsetOf(query) === 0;
  if (isFirst && unseen && column && isListed(entity, column, counting.parameters)) {
    const others = counting.conditions.filter((one) => one !== condition);
    const parts = summedParts(entity, caller, { ...counting, conditions: [...others, unseen] }, column);
    if (parts) return partedStatement(shape, where(others), query, { parts, column });
  }
  const summed = query.paginate ? summaryCount(entity, caller, counting, search.by) : undefined;
  const count = query.paginate ? (summed ?? countStatement(entity, caller, counting)) : undefined;
  return pageStatement(shape, where(counting.conditions), query, count);
}

/** How many rows a list finds; they are counted, by the statement that `count` makes, where the page does not tell. */
export async function readTotal(
  context: Context,
  count: () => RawBuilder<{ total: number }>,
  query: Paging,
  found: number,
) {
  const offset = offsetOf(query);
  const isLast = found < limitOf(query) && (found > 0 || offset === 0);
  if (isLast) return offset + found;
  const counted = await count().execute(context.trx);
  return counted.rows[0]?.total ?? 0;
}
