import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { namesInTree } from '../../../contract/conditions/columnsRead.ts';
import { compileCondition } from '../../../contract/conditions/compile.ts';
import type { Role } from '../../../contract/schema/access.ts';
import { type Entity, fieldOf } from '../../../contract/schema/entity.ts';
import { type SummaryDeclaration, summaryTable } from '../../../contract/schema/list/summaryTable.ts';
import type { Caller } from '../../core/context.ts';
import { recordsColumn } from '../../db/summary/summaryTables.ts';
import { type RoleView, viewFor } from '../compile/resource.ts';
import { declaredScopePredicate, visiblePredicate } from '../compile/scope.ts';
import { pagingParameters } from './listRequest.ts';

type Sql = RawBuilder<unknown>;
type Parameters = Readonly<Record<string, string>>;

/** The columns that decide which rows a role sees. */
function scopeRuleColumns(entity: Entity, role: Role): string[] {
  const rule = entity.access.rows[role];
  return typeof rule === 'object' ? namesInTree(compileCondition(entity, rule)) : [];
}

/** The column that a parameter filters by; undefined where it is not a single column. */
function columnOf(entity: Entity, view: RoleView, parameter: string): string | undefined {
  const name = parameter.startsWith('filter_') ? parameter.slice('filter_'.length) : '';
  const found = view.filters.get(name);
  const column = found?.by?.column;
  return column !== undefined && !fieldOf(entity, column)?.joined ? column : undefined;
}

/** Requirements of a summary besides the columns of the filters: further columns to group by, and sums. */
interface SummaryNeeds {
  readonly by?: readonly string[];
  readonly sums?: readonly string[];
  /** True if only the rows have what is needed, as for averages. */
  readonly isByRow?: boolean;
}

/**
 * The first declared summary with all columns of the caller's scope and filters, and with all that is needed besides.
 */
function summaryFor(
  entity: Entity,
  caller: Caller,
  parameters: Parameters,
  { by = [], sums = [], isByRow = false }: SummaryNeeds = {},
): SummaryDeclaration | undefined {
  const { summaries = [] } = entity.list;
  if (isByRow || summaries.length === 0) return undefined;
  const view = viewFor(entity, caller.role);
  const filters = Object.keys(parameters).filter((name) => parameters[name] !== '' && !pagingParameters.has(name));
  const columns = [
    ...scopeRuleColumns(entity, caller.role),
    ...by,
    ...filters.map((name) => columnOf(entity, view, name)),
  ];
  return summaries.find(
    (summary) =>
      columns.every((name) => name !== undefined && summary.by.includes(name)) &&
      sums.every((name) => summary.sums?.includes(name)),
  );
}

/** The records to count: the conditions of a list, and the parameters that they come from. */
export interface ListSelection {
  readonly conditions: readonly RawBuilder<SqlBool>[];
  readonly parameters: Parameters;
}

const records = sql.ref(`t.${recordsColumn}`);

type CountStatement = RawBuilder<{ total: number }>;

/**
 * The rows of a summary, as `t`, that match a list; a group may have several rows. Undefined where no summary has all
 * columns.
 * @param foundBy the columns that decide what a search finds
 */
function matchingParts(
  entity: Entity,
  caller: Caller,
  { conditions, parameters: { search, ...others } }: ListSelection,
  foundBy: readonly string[] | undefined,
): Sql | undefined {
  if (search && !foundBy) return undefined;
  const summary = summaryFor(entity, caller, others, { by: foundBy ?? [] });
  return (
    summary &&
    sql`${sql.table(summaryTable(entity, summary))} as t where ${declaredScopePredicate(entity, caller, conditions)}`
  );
}

/** The statement that counts the records of a list by a summary, see `matchingParts`. */
export function summaryCount(
  entity: Entity,
  caller: Caller,
  counting: ListSelection,
  foundBy?: readonly string[],
): CountStatement | undefined {
  const parts = matchingParts(entity, caller, counting, foundBy);
  return parts && sql`select coalesce(sum(${records}), 0)::int as total from ${parts}`;
}

/** Selects each `value` of the column by which a search matches, with its number of `records`, see `matchingParts`. */
export function summedParts(entity: Entity, caller: Caller, counting: ListSelection, column: string): Sql | undefined {
  const parts = matchingParts(entity, caller, counting, [column]);
  const value = sql.ref(`t.${column}`);
  return (
    parts &&
    sql`select ${value} as value, sum(${records})::int as records from ${parts}
    group by ${value} having sum(${records}) > 0`
  );
}

/** The statement that counts the records of a list: by a summary where possible, else row by row. */
export const countStatement = (entity: Entity, caller: Caller, counting: ListSelection): CountStatement =>
  summaryCount(entity, caller, counting) ??
  sql`select count(*)::int as total from ${sql.table(entity.table)} as t where ${visiblePredicate(entity, caller, counting.conditions)}`;

/** The source of counts and sums, as `t` with the fields of the entity: its rows, or rows of a summary. */
interface Counted {
  readonly from: Sql;
  readonly where: RawBuilder<SqlBool>;
  /** The number of records of a row; undefined where each row is one record. */
  readonly records: Sql | undefined;
}

/** The groups of a summary that have records, one row each. */
function partsOf(entity: Entity, summary: SummaryDeclaration, where: RawBuilder<SqlBool>): Sql {
  const by = sql.join(summary.by.map((name) => sql.ref(`t.${name}`)));
  const sums = [recordsColumn, ...(summary.sums ?? [])].map(
    (name) => sql`sum(${sql.ref(`t.${name}`)}) as ${sql.id(name)}`,
  );
  return sql`(select ${by}, ${sql.join(sums)} from ${sql.table(summaryTable(entity, summary))} as t
    where ${where} group by ${by} having sum(${records}) <> 0) as t`;
}

/**
 * The source of counts and sums of a caller's list: a summary where one has all that is needed, else the rows.
 * @param wanted names every field that the conditions read besides those of the parameters
 */
export function countedSource(
  entity: Entity,
  caller: Caller,
  { conditions, parameters }: ListSelection,
  wanted: SummaryNeeds,
): Counted {
  const summary = summaryFor(entity, caller, parameters, wanted);
  if (!summary) {
    const where = visiblePredicate(entity, caller, conditions);
    return { from: sql`${sql.table(entity.table)} as t`, where, records: undefined };
  }
  return {
    from: partsOf(entity, summary, declaredScopePredicate(entity, caller, conditions)),
    where: sql<SqlBool>`true`,
    records,
  };
}
