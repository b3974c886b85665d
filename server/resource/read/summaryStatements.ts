import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type ConditionTree, compileCondition } from '../../../contract/conditions/compile.ts';
import type { Role } from '../../../contract/schema/access.ts';
import { type Entity, fieldOf } from '../../../contract/schema/entity.ts';
import { type SummaryDeclaration, summaryTable } from '../../../contract/schema/summaryTable.ts';
import type { Caller } from '../../core/context.ts';
import { recordsColumn } from '../../db/summary/summaryTables.ts';
import { type RoleView, viewFor } from '../compile/resource.ts';
import { declaredScopePredicate, visiblePredicate } from '../compile/scope.ts';
import { pagingParameters } from './listRequest.ts';

type Sql = RawBuilder<unknown>;
type Parameters = Readonly<Record<string, string>>;

/** The columns of an entity that a condition looks at. */
function columnsIn(tree: ConditionTree): string[] {
  return tree.node === 'all' || tree.node === 'any' ? tree.of.flatMap(columnsIn) : [tree.at.path[0]];
}

/** The columns by which a role's rows are told. */
function scopeRuleColumns(entity: Entity, role: Role): string[] {
  const rule = entity.access.rows[role];
  return typeof rule === 'object' ? columnsIn(compileCondition(entity, rule)) : [];
}

/** The column that a parameter narrows by; nothing where it is not one column's value. */
function columnOf(entity: Entity, view: RoleView, parameter: string): string | undefined {
  const name = parameter.startsWith('filter_') ? parameter.slice('filter_'.length) : '';
  const found = view.filters.get(name);
  const column = found?.by?.column;
  return column !== undefined && !fieldOf(entity, column)?.joined ? column : undefined;
}

/** What is wanted of a summary besides what the list is narrowed by: further fields to go by, and sums. */
interface SummaryNeeds {
  readonly by?: readonly string[];
  readonly sums?: readonly string[];
}

/** The first declared summary that has all that the caller's list is narrowed by, and what is wanted of it. */
function summaryFor(
  entity: Entity,
  caller: Caller,
  parameters: Parameters,
  { by = [], sums = [] }: SummaryNeeds = {},
): SummaryDeclaration | undefined {
  const { summaries = [] } = entity.list;
  if (summaries.length === 0) return undefined;
  const view = viewFor(entity, caller.role);
  const asked = Object.keys(parameters).filter((name) => parameters[name] !== '' && !pagingParameters.has(name));
  const needed = [
    ...scopeRuleColumns(entity, caller.role),
    ...by,
    ...asked.map((name) => columnOf(entity, view, name)),
  ];
  return summaries.find(
    (summary) =>
      needed.every((name) => name !== undefined && summary.by.includes(name)) &&
      sums.every((name) => summary.sums?.includes(name)),
  );
}

/** Which records are counted: the conditions of a list, and the parameters that they come from. */
export interface ListSelection {
  readonly conditions: readonly RawBuilder<SqlBool>[];
  readonly parameters: Parameters;
}

const records = sql.ref(`t.${recordsColumn}`);

type CountStatement = RawBuilder<{ total: number }>;

/**
 * The parts of a summary that hold what a list finds, as `t`, which may be several of one; nothing where none has all that it is
 * narrowed by. In: of a search, the columns that tell what it found.
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

/** The statement that counts what a list finds in a summary (`partsFound`). */
export function summaryCount(
  entity: Entity,
  caller: Caller,
  counting: ListSelection,
  foundBy?: readonly string[],
): CountStatement | undefined {
  const parts = matchingParts(entity, caller, counting, foundBy);
  return parts && sql`select coalesce(sum(${records}), 0)::int as total from ${parts}`;
}

/** Of what a search has found by one column, each of its values that has records, as `value`, and how many there are, as `records` (`partsFound`). */
export function summedParts(entity: Entity, caller: Caller, counting: ListSelection, column: string): Sql | undefined {
  const parts = matchingParts(entity, caller, counting, [column]);
  const value = sql.ref(`t.${column}`);
  return (
    parts &&
    sql`select ${value} as value, sum(${records})::int as records from ${parts}
    group by ${value} having sum(${records}) > 0`
  );
}

/** The statement that counts what a list finds: in a summary where one can tell, else row by row. */
export const countStatement = (entity: Entity, caller: Caller, counting: ListSelection): CountStatement =>
  summaryCount(entity, caller, counting) ??
  sql`select count(*)::int as total from ${sql.table(entity.table)} as t where ${visiblePredicate(entity, caller, counting.conditions)}`;

/** What is counted and summed, as `t` with the fields of the entity: its rows, or parts of a summary. */
interface Counted {
  readonly from: Sql;
  readonly where: RawBuilder<SqlBool>;
  /** How many records one of them stands for; nothing where that is one. */
  readonly records: Sql | undefined;
}

/** The parts of a summary that have records, each once. */
function partsOf(entity: Entity, summary: SummaryDeclaration, where: RawBuilder<SqlBool>): Sql {
  const by = sql.join(summary.by.map((name) => sql.ref(`t.${name}`)));
  const sums = [recordsColumn, ...(summary.sums ?? [])].map(
    (name) => sql`sum(${sql.ref(`t.${name}`)}) as ${sql.id(name)}`,
  );
  return sql`(select ${by}, ${sql.join(sums)} from ${sql.table(summaryTable(entity, summary))} as t
    where ${where} group by ${by} having sum(${records}) <> 0) as t`;
}

/**
 * What is counted and summed of a caller's list: parts of a summary where one has what is wanted, else the rows. What is
 * `wanted` names every field that the conditions look at besides those of the parameters.
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
