import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { memoize } from '../../../contract/lib/memoize.ts';
import { defaultSortFields, defaultSortText, parseSort } from '../../../contract/lists/listSort.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { Caller, Context } from '../../core/context.ts';
import { allColumns } from '../../db/schema/columns.ts';
import { hasIndexPerDirection, narrowingFields } from '../../db/schema/ddl.ts';
import type { Projection } from '../compile/projection.ts';
import { livePredicate, visiblePredicate } from '../compile/scope.ts';
import type { RecordRow } from '../compile/serialize.ts';
import { type ListQuery, maxUnpaged, type Paging } from './listRequest.ts';
import type { SearchCondition } from './search.ts';
import { countStatement, type ListSelection, summaryCount, summedParts } from './summaryStatements.ts';

/** The statements of one page of a list, and of its total. */

/** A list without pages is read one row further than its maximum, to notice that it is too long. */
const limitOf = ({ paginate, perPage }: Paging): number => (paginate ? perPage : maxUnpaged + 1);
const offsetOf = ({ paginate, page, perPage }: Paging): number => (paginate ? (page - 1) * perPage : 0);

/** The column with the total, in each row of a full page. No field has such a name. */
export const totalColumn = '_total';

/** Selects the total by a subquery, which runs only where the page is full: a shorter page is the last one. */
const totalBy = (count: RawBuilder<unknown> | undefined, limit: number): RawBuilder<unknown> =>
  count ? sql`, case when count(*) over () = ${sql.lit(limit)} then (${count}) end as ${sql.id(totalColumn)}` : sql``;

/**
 * The statement of one page of a list, or of all of it. Other tables are joined to the rows of the page alone. Limit
 * and offset are literals, so that a prepared statement is planned for the number of rows that it reads.
 * @param count counts the total
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
 * The statement of the first page of a search that matches by a reference to few records. It merges the first rows of
 * each referenced record and skips all rows of others in between.
 * @param parts selects the referenced records with their numbers of rows
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
  // `offset 0` makes PostgreSQL plan this part by itself, as an index scan. Planned with the rest it would be estimated
  // at so few rows that all are read.
  const listed = sql`select ${allColumns(entity)} from ${table} as t where ${sql.ref(`t.${column}`)} = parts.value and ${livePredicate} order by ${order} offset 0`;
  // `case` hides the condition from the planner's estimate, which would depend on the values and make a plan for these
  // alone.
  const passing = sql`case when ${where} then true end`;
  const sorted = defaultSortFields(entity).map(({ name }) => sql.ref(`t.${name}`));
  const first = sql`select t.id, ${sql.join(sorted)} from (${listed}) as t where ${passing} order by ${order} ${limit}`;
  return sql<RecordRow>`with parts as materialized (${parts})
    select ${shape.select}, ${total} as ${sql.id(totalColumn)}
    from (select t.id from parts cross join lateral (${first}) as t order by ${order} ${limit}) as page
    join ${table} as t on t.id = page.id ${shape.joins ?? sql``} order by ${order}`;
}

const narrowing = memoize((entity: Entity) => new Set(narrowingFields(entity)));

/**
 * True if an index has the rows of each value of the column in the requested order: in one direction or the other, but
 * in the list's own direction alone if the sorted column may be empty, or if the list is sorted by several.
 */
function isListed(entity: Entity, column: string, { sort }: ListSelection['parameters']): boolean {
  const [own, ...others] = defaultSortFields(entity);
  const isReversible = own !== undefined && others.length === 0 && !hasIndexPerDirection(entity, own.name);
  const isOwn = !sort || (isReversible ? parseSort(sort)[0]?.name === own.name : sort === defaultSortText(entity));
  return isOwn && narrowing(entity).has(column);
}

/** A request for a page, and what its total is counted by. */
export interface PageRequest {
  readonly query: ListQuery;
  readonly counting: ListSelection;
}

/** The statement of a page of a list, or of all of it, with its total where a summary has it. */
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
 * The statement of a page of a search, or of all that it finds. Where no summary has the total, both are planned each
 * time.
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

/**
 * The number of rows that a list finds; counted only where the page does not show it.
 * @param count makes the statement that counts
 */
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
