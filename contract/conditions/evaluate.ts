import { isBelow, isDigits } from '../kinds/decimalDigits.ts';
import type { Comparable } from '../kinds/kind.ts';
import { valueAt } from '../lib/dottedPath.ts';
import type { Field } from '../schema/field/field.ts';
import { comparable, comparisonType } from './comparable.ts';
import {
  type AvailableData,
  type ConditionField,
  type ConditionScope,
  type ConditionTree,
  compileCondition,
  conditionOf,
} from './compile.ts';
import { type Condition, type ConditionCaller, callerProperty } from './condition.ts';

/** Whether a condition is true; undefined if the record does not include the required data. */
export type ConditionResult = boolean | undefined;

export type ThroughNode = Extract<ConditionTree, { node: 'through' }>;

/** The record that a condition is evaluated on: a row, a form or an answer. */
export interface ConditionRecord {
  /** The current time in milliseconds; undefined if it is not known. */
  readonly now?: number | undefined;
  /** The time zone whose day is the current one; limits of days and times are checked where it is known. */
  readonly zone?: string;
  /** The record before a change, in which values that stay may be beyond limits of time. */
  readonly former?: ConditionRecord;
  /** True if its counts and sums of children are those of the database. A form may have old ones. */
  readonly hasCurrentCounts?: boolean;
  /** The value of a field; undefined if the record does not include it. */
  value(at: ConditionField): unknown;
  /** The result of a calculation over values of this record; missing where only the server can calculate. */
  calculated?(at: ConditionField, record: ConditionRecord): Comparable | null | undefined;
  /** The record with this id that a reference points to; null if there is none, undefined if it is not available. */
  referenced?(at: ConditionField, id: Comparable): ConditionRecord | null | undefined;
  /** True if one of the related records has the value; undefined if these records are not available. */
  viaRelation?(node: ThroughNode, value: Comparable): ConditionResult;
}

type Values = Readonly<Record<string, unknown>>;

const all = (results: readonly ConditionResult[]): ConditionResult =>
  results.includes(false) ? false : results.includes(undefined) ? undefined : true;
const any = (results: readonly ConditionResult[]): ConditionResult =>
  results.includes(true) ? true : results.includes(undefined) ? undefined : false;

/** The value of a field as it is compared. A computed one that the record does not include comes from other values. */
function valueFor(at: ConditionField, record: ConditionRecord): Comparable | null | undefined {
  const own = comparable(at.field, record.value(at));
  if (own !== undefined || !at.worksWith) return own;
  const condition = conditionOf(at);
  return condition ? evaluate(condition, record, undefined) : record.calculated?.(at, record);
}

type Leaf = Exclude<ConditionTree, { node: 'all' | 'any' | 'not' }>;

/** Compares a day or a point in time with the current time, or one at a distance. False for an invalid value. */
function timeHolds(
  { lies, at, distance }: Extract<ConditionTree, { node: 'timed' }>,
  value: Comparable,
  now?: number,
): ConditionResult {
  if (now === undefined) return undefined;
  const time = now + distance;
  const present = comparisonType(at.field) === 'day' ? new Date(time).toISOString().slice(0, 10) : time;
  if (lies === 'before') return value < present;
  return lies === 'after' ? value > present : Math.abs(Number(value) - now) <= lies;
}

/** Compares a number with a bound, without rounding. False for an invalid value. */
function boundHolds({ at, side, bound }: Extract<ConditionTree, { node: 'bounded' }>, value: Comparable): boolean {
  const isText = comparisonType(at.field) === 'decimal';
  const digits = String(value);
  if (typeof value !== (isText ? 'string' : 'number') || !isDigits(digits)) return false;
  if (side === 'below') return isBelow(digits, bound);
  if (side === 'above') return isBelow(bound, digits);
  return side === 'atLeast' ? !isBelow(digits, bound) : !isBelow(bound, digits);
}

/** The order of two values of the same type; undefined if one of them is invalid. */
function orderOf(field: Field, one: Comparable, other: Comparable): number | undefined {
  const type = comparisonType(field);
  if (type !== 'number' && type !== 'decimal') {
    if (typeof one !== typeof other || Number.isNaN(one) || Number.isNaN(other)) return undefined;
    return one === other ? 0 : one < other ? -1 : 1;
  }
  const isValid = (value: Comparable) =>
    typeof value === (type === 'decimal' ? 'string' : 'number') && isDigits(String(value));
  if (!isValid(one) || !isValid(other)) return undefined;
  const [mine, theirs] = [String(one), String(other)];
  if (isBelow(mine, theirs)) return -1;
  return isBelow(theirs, mine) ? 1 : 0;
}

/** Compares a value with that of another field, which may be empty. */
function comparedHolds(
  { at, side, other }: Extract<ConditionTree, { node: 'compared' }>,
  value: Comparable,
  record: ConditionRecord,
): ConditionResult {
  const theirs = valueFor(other, record);
  if (theirs === undefined) return undefined;
  const order = theirs === null ? undefined : orderOf(at.field, value, theirs);
  if (order === undefined) return false;
  if (side === 'equal') return order === 0;
  if (side === 'below' || side === 'above') return order === (side === 'below' ? -1 : 1);
  return order !== (side === 'atLeast' ? -1 : 1);
}

/** The opposite of a comparison. Nobody is another than a caller who is not there. */
function oppositeHolds(
  { of }: Extract<ConditionTree, { node: 'not' }>,
  record: ConditionRecord,
  caller: ConditionCaller | undefined,
): ConditionResult {
  if (of.node === 'mine' && callerProperty(caller, of.me) === null) return false;
  const result = evaluate(of, record, caller);
  return result === undefined ? undefined : !result;
}

/** Evaluates a condition for a value that is not empty. */
function valueHolds(
  tree: Leaf,
  value: Comparable,
  record: ConditionRecord,
  caller: ConditionCaller | undefined,
): ConditionResult {
  if (tree.node === 'is') return tree.values.includes(value);
  if (tree.node === 'mine') return value === callerProperty(caller, tree.me);
  if (tree.node === 'timed') return timeHolds(tree, value, record.now);
  if (tree.node === 'bounded') return boundHolds(tree, value);
  if (tree.node === 'compared') return comparedHolds(tree, value, record);
  if (tree.node === 'through') return record.viaRelation?.(tree, value);
  const referenced = record.referenced?.(tree.at, value);
  return referenced ? evaluate(tree.where, referenced, caller) : referenced === null ? false : undefined;
}

/**
 * Evaluates a condition for a record. `treePredicate` in server/resource/compile/scope.ts is the equivalent in SQL.
 * @param caller Without a caller, conditions on the caller are false.
 */
export function evaluate(
  tree: ConditionTree,
  record: ConditionRecord,
  caller: ConditionCaller | undefined,
): ConditionResult {
  if (tree.node === 'all') return all(tree.of.map((one) => evaluate(one, record, caller)));
  if (tree.node === 'any') return any(tree.of.map((one) => evaluate(one, record, caller)));
  if (tree.node === 'not') return oppositeHolds(tree, record, caller);
  if (tree.node === 'mine' && callerProperty(caller, tree.me) === null) return false;
  const value = valueFor(tree.at, record);
  if (value === undefined) return undefined;
  return value === null ? tree.node === 'is' && tree.orEmpty : valueHolds(tree, value, record, caller);
}

/** A value by its column. A property that is missing in an available object counts as empty. */
export function valueInRow(row: Values, [column, ...keys]: ConditionField['path']): unknown {
  const value = row[column];
  return value === undefined || keys.length === 0 ? value : (valueAt(value, keys) ?? null);
}

/** The part of an answer that describes the referenced record, or the named choice. */
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
 * A record as the API answers it. Embedded parts of other records are available, but incomplete; only the objects of
 * the record itself are complete.
 */
export const answeredRecord = (record: Values, isWhole = true): ConditionRecord => ({
  now: Date.now(),
  value: (place) => valueInAnswer(record, place, isWhole),
  referenced: (place, id) => {
    const inner = embedded(record, place);
    return answeredRecord({ ...(typeof inner === 'object' ? inner : undefined), id }, false);
  },
});

/**
 * Evaluates a declared condition.
 * @param available The data that is available where the condition is evaluated.
 */
export const conditionHolds = (
  over: ConditionScope,
  condition: Condition,
  record: ConditionRecord,
  caller: ConditionCaller | undefined,
  available: AvailableData = 'row',
): ConditionResult => evaluate(compileCondition(over, condition, available), record, caller);
