import type { Comparable } from '../kinds/kind.ts';
import { valueAt } from '../lib/dottedPath.ts';
import type { Condition, ConditionCaller } from '../schema/access.ts';
import { comparable, comparisonType } from './comparable.ts';
import {
  type AvailableData,
  type ConditionField,
  type ConditionScope,
  type ConditionTree,
  compileCondition,
} from './compile.ts';

/** Does it hold? Undefined where the record at hand does not carry what is asked for. */
export type ConditionResult = boolean | undefined;

export type ThroughNode = Extract<ConditionTree, { node: 'through' }>;

/** A record at hand, of whatever form. */
export interface ConditionRecord {
  /** The present in milliseconds; undefined where no clock is at hand. */
  readonly now?: number | undefined;
  /** The value of a field; undefined where the record does not carry it. */
  value(at: ConditionField): unknown;
  /** The record that a reference with this id points to; null where there is none, undefined where it is not at hand. */
  referenced?(at: ConditionField, id: Comparable): ConditionRecord | null | undefined;
  /** Is the value held by one of the other records that are asked for? Undefined where those are not at hand. */
  viaRelation?(node: ThroughNode, value: Comparable): ConditionResult;
}

type Values = Readonly<Record<string, unknown>>;

const all = (verdicts: readonly ConditionResult[]): ConditionResult =>
  verdicts.includes(false) ? false : verdicts.includes(undefined) ? undefined : true;
const any = (verdicts: readonly ConditionResult[]): ConditionResult =>
  verdicts.includes(true) ? true : verdicts.includes(undefined) ? undefined : false;

type Leaf = Exclude<ConditionTree, { node: 'all' | 'any' }>;

/** How a day or a point in time lies to the present, by the clock that is at hand; nothing that is neither lies anywhere. */
function timeHolds(
  { lies, at }: Extract<ConditionTree, { node: 'timed' }>,
  value: Comparable,
  now?: number,
): ConditionResult {
  if (now === undefined) return undefined;
  const present = comparisonType(at.field) === 'day' ? new Date(now).toISOString().slice(0, 10) : now;
  if (lies === 'before') return value < present;
  return lies === 'after' ? value > present : Math.abs(Number(value) - now) <= lies;
}

/** Does it hold for this value of the field, which is not empty? */
function valueHolds(
  tree: Leaf,
  value: Comparable,
  record: ConditionRecord,
  caller: ConditionCaller | undefined,
): ConditionResult {
  if (tree.node === 'is') return tree.values.includes(value);
  if (tree.node === 'mine') return value === caller?.[tree.me];
  if (tree.node === 'timed') return timeHolds(tree, value, record.now);
  if (tree.node === 'through') return record.viaRelation?.(tree, value);
  const behind = record.referenced?.(tree.at, value);
  return behind ? evaluate(tree.where, behind, caller) : behind === null ? false : undefined;
}

/**
 * Does a condition hold for a record? The twin of `predicate` in server/resource/compile/scope.ts, which answers the same in
 * SQL. In: its tree, the record, and the caller, without whom nothing is theirs.
 */
export function evaluate(
  tree: ConditionTree,
  record: ConditionRecord,
  caller: ConditionCaller | undefined,
): ConditionResult {
  if (tree.node === 'all') return all(tree.of.map((one) => evaluate(one, record, caller)));
  if (tree.node === 'any') return any(tree.of.map((one) => evaluate(one, record, caller)));
  if (tree.node === 'mine' && (caller?.[tree.me] ?? null) === null) return false;
  const value = comparable(tree.at.field, record.value(tree.at));
  if (value === undefined) return undefined;
  return value === null ? tree.node === 'is' && tree.orEmpty : valueHolds(tree, value, record, caller);
}

/** A value by its column; what an object at hand has not is empty. */
function valueInRow(row: Values, [column, ...keys]: ConditionField['path']): unknown {
  const value = row[column];
  return value === undefined || keys.length === 0 ? value : (valueAt(value, keys) ?? null);
}

/** A row as it is stored, or values by field name. What other rows hold is not at hand, nor a clock unless it is given. */
export const storedRecord = (row: Values, now?: Date): ConditionRecord => ({
  now: now?.getTime(),
  value: ({ path }) => valueInRow(row, path),
});

const emptyAsNull = (value: unknown): unknown => (value === '' ? null : value);

/** The values of a form, each at the source of its input. What the form does not hold is empty. */
export const formRecord = (values: Values): ConditionRecord => ({
  now: Date.now(),
  value: ({ source, path }) => emptyAsNull(valueAt(values, source) ?? valueAt(values, path) ?? null),
});

/** What stands in an answer for the record that a reference points to, or for a choice that is named. */
const embedded = (record: Values, { field, path }: ConditionField): unknown =>
  path.length === 1 ? record[field.as ?? path[0]] : undefined;

function valueInAnswer(record: Values, place: ConditionField, isWhole: boolean): unknown {
  const { source, path, field } = place;
  const found = [valueAt(record, source), isWhole ? valueInRow(record, path) : valueAt(record, path)].find(
    (one) => one !== undefined,
  );
  if (found !== undefined || !field.as) return found;
  const inner = embedded(record, place);
  return inner === null ? null : valueAt(inner, ['id']);
}

/**
 * A record as the API answers it. What is embedded of other records is at hand, in part: only of the record itself are
 * objects whole.
 */
export const answeredRecord = (record: Values, isWhole = true): ConditionRecord => ({
  now: Date.now(),
  value: (place) => valueInAnswer(record, place, isWhole),
  referenced: (place, id) => {
    const inner = embedded(record, place);
    return answeredRecord({ ...(typeof inner === 'object' ? inner : undefined), id }, false);
  },
});

/** Does a declared condition hold? In: what it is over, and what is at hand where it is asked. */
export const conditionHolds = (
  over: ConditionScope,
  condition: Condition,
  record: ConditionRecord,
  caller: ConditionCaller | undefined,
  atHand: AvailableData = 'row',
): ConditionResult => evaluate(compileCondition(over, condition, atHand), record, caller);
