import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type ConditionTree, compileCondition } from '../../../contract/conditions/compile.ts';
import type { Condition, RowRule } from '../../../contract/conditions/condition.ts';
import { conditionHolds } from '../../../contract/conditions/evaluate.ts';
import { storedRecord } from '../../../contract/conditions/records.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { Caller, Context } from '../../core/context.ts';
import { storedRule } from './storedScopeRule.ts';
import { treePredicate } from './treePredicate.ts';

type Predicate = RawBuilder<SqlBool>;

const never: Predicate = sql<SqlBool>`false`;
const always: Predicate = sql<SqlBool>`true`;

/**
 * The rows of an entity that the caller may see, as one predicate over the table under the given alias (C1). It guards
 * list, count, get, write, export and every reference; no row is read without it.
 */
export const scopePredicate = (entity: Entity, caller: Caller, alias = 't'): Predicate =>
  scopeBy(entity, caller, alias, (rule) => storedRule(entity, rule));

/**
 * Matches the rows in the caller's scope that meet the conditions, for sources with only the declared columns as `t`,
 * such as a summary.
 */
export const declaredScopePredicate = (entity: Entity, caller: Caller, conditions: readonly Predicate[]): Predicate =>
  joinedBy([scopeBy(entity, caller, 't', (rule) => compileCondition(entity, rule)), ...conditions]);

/** Matches rows that are not deleted, of a table as `t`. */
export const livePredicate: Predicate = sql<SqlBool>`t.deleted_at is null`;

/** The live rows in the caller's scope that also satisfy the given conditions. */
export const visiblePredicate = (entity: Entity, caller: Caller, conditions: readonly Predicate[]): Predicate =>
  joinedBy([livePredicate, scopePredicate(entity, caller), ...conditions]);

const joinedBy = (parts: readonly Predicate[]): Predicate => sql<SqlBool>`${sql.join(parts, sql` and `)}`;

function scopeBy(entity: Entity, caller: Caller, alias: string, read: (rule: Condition) => ConditionTree): Predicate {
  const rule: RowRule | undefined = entity.access.rows[caller.role];
  if (rule === undefined) return never;
  return rule === 'everything' ? always : treePredicate(read(rule), caller, alias);
}

/** A condition over an entity as a predicate. */
export const conditionPredicate = (
  entity: Entity,
  condition: Condition,
  caller: Caller | undefined,
  alias = 't',
): Predicate => treePredicate(compileCondition(entity, condition), caller, alias);

/**
 * True if a condition holds for a stored row. The database is queried only where the condition depends on other
 * records.
 */
export async function conditionHoldsForRow(
  context: Context,
  entity: Entity,
  condition: Condition,
  row: Readonly<Record<string, unknown>> & { readonly id: number },
): Promise<boolean> {
  const result = conditionHolds(entity, condition, storedRecord(row), context.caller);
  if (result !== undefined) return result;
  const found = await sql`select 1 from ${sql.table(entity.table)} as t
    where t.id = ${row.id} and ${conditionPredicate(entity, condition, context.caller)}`.execute(context.trx);
  return found.rows.length > 0;
}
