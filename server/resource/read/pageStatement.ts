import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Caller, Context } from '../../core/context.ts';
import type { Projection } from '../compile/projection.ts';
import { visiblePredicate } from '../compile/scope.ts';
import type { RecordRow } from '../compile/serialize.ts';
import { type ListQuery, maxUnpaged, type Paging } from './listRequest.ts';
import type { SearchCondition } from './search.ts';
import { countStatement, type ListSelection, summaryCount } from './summaryStatements.ts';

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
  const summed = query.paginate ? summaryCount(entity, caller, counting, search.by) : undefined;
  const count = query.paginate ? (summed ?? countStatement(entity, caller, counting)) : undefined;
  return pageStatement(shape, visiblePredicate(entity, caller, counting.conditions), query, count);
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
