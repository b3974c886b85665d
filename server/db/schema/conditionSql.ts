import { boundSigns, comparisonSign } from '../../../contract/conditions/bounds.ts';
import { type ConditionTree, compileCondition } from '../../../contract/conditions/compile.ts';
import type { Condition } from '../../../contract/conditions/condition.ts';
import type { Comparable } from '../../../contract/kinds/kind.ts';
import type { DeclaredEntity } from '../../../contract/schema/entity.ts';
import { columnSql } from './columns.ts';

/** A value in the text of a constraint. */
const literal = (value: Comparable): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);

function comparisonSql(
  { at, values, orEmpty }: Extract<ConditionTree, { node: 'is' }>,
  columnNamed: (name: string) => string,
): string {
  const column = columnNamed(at.path[0]);
  const among = values.length > 0 ? [`${column} in (${values.map(literal).join(', ')})`] : [];
  const parts = [...among, ...(orEmpty ? [`${column} is null`] : [])];
  return `(${parts.join(' or ')})`;
}

function treeSql(tree: ConditionTree, columnNamed: (name: string) => string): string {
  if (tree.node === 'is') return comparisonSql(tree, columnNamed);
  if (tree.node === 'bounded') return `(${columnNamed(tree.at.path[0])} ${boundSigns[tree.side]} ${tree.bound})`;
  if (tree.node === 'compared')
    return `(${columnNamed(tree.at.path[0])} ${comparisonSign(tree.side)} ${columnNamed(tree.other.path[0])})`;
  if (tree.node === 'not') return `(${treeSql(tree.of, columnNamed)} is not true)`;
  if (tree.node !== 'all' && tree.node !== 'any')
    throw new Error(`a constraint cannot have a condition "${tree.node}"`);
  const parts = tree.of.map((one) => treeSql(one, columnNamed));
  return parts.length > 0 ? `(${parts.join(tree.node === 'all' ? ' and ' : ' or ')})` : String(tree.node === 'all');
}

/**
 * A condition on the row's own columns as SQL without parameters, for a constraint. It is true for the same records as
 * `evaluate` in contract/conditions/evaluate.ts.
 * @param alias the alias of the table, if it has one
 * @throws for a condition on the caller, on time or on other records, which the check of declarations refuses
 */
export const rowConditionSql = (entity: DeclaredEntity, condition: Condition, alias?: string): string =>
  treeSql(compileCondition(entity, condition), (name) => columnSql(name, alias));
