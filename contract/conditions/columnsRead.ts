import { operandsOf, storedNames } from '../schema/field/formula.ts';
import {
  type ConditionField,
  type ConditionScope,
  type ConditionTree,
  conditionOf,
  parseCondition,
} from './compile.ts';
import type { Condition } from './condition.ts';

/** The columns that the value of a field comes from. */
function columnsOf(at: ConditionField): string[] {
  const { field, path, worksWith } = at;
  const condition = conditionOf(at);
  if (condition) return namesInTree(condition);
  return field.formula && worksWith ? storedNames(worksWith.fields, operandsOf(field.formula)) : [path[0]];
}

/** The columns of the record that a condition reads, without those of other records. */
export function namesInTree(tree: ConditionTree): string[] {
  if (tree.node === 'all' || tree.node === 'any') return tree.of.flatMap(namesInTree);
  if (tree.node === 'not') return namesInTree(tree.of);
  return tree.node === 'compared' ? [tree.at, tree.other].flatMap(columnsOf) : columnsOf(tree.at);
}

/** The columns of the record that a condition reads, also one on the values of a form; none of a mistaken part. */
export const columnsRead = (over: ConditionScope, condition: Condition): string[] =>
  namesInTree(parseCondition(over, condition, 'values').tree);
