import { isDigits } from '../kinds/decimalDigits.ts';
import type { Comparable } from '../kinds/kind.ts';
import { dayMs } from '../lib/dayMs.ts';
import { nearestName } from '../lib/editDistance.ts';
import { callerEntity, knownProperties } from '../roles/callerEntity.ts';
import { baseFields, type Contract, type Entity, fieldOf, isQueryable, readPathOf } from '../schema/entity.ts';
import type { Field, Fields } from '../schema/field/field.ts';
import { distanceFromPresent, isRelativeTime, type RelativeTime, spanMilliseconds } from '../schema/now.ts';
import { type BoundWord, boundOf, isNumberBound, type NumberBound } from './bounds.ts';
import { comparable, comparisonType, describeAllowedValues, isAllowedValue } from './comparable.ts';
import { type CallerValue, type Condition, isOpposite, type Opposite, type ThroughCondition } from './condition.ts';
import { isFromRecord } from './fromRecord.ts';

/** The fields that a condition may use: those of an entity, or of a form, whose conditions read no other records. */
export interface ConditionScope {
  readonly name: string;
  readonly fields: Fields;
  readonly contract?: Contract;
}

/** A field of a condition, looked up once. */
export interface ConditionField {
  readonly field: Field;
  /** The column, and the keys inside the object that the column contains. */
  readonly path: readonly [string, ...string[]];
  /** The path in an answer and in the values of a form. */
  readonly source: readonly string[];
  /** The entity whose ids the field contains. */
  readonly ids: string | undefined;
  /** The fields that its formula is about, if it has one. */
  readonly worksWith?: ConditionScope;
}

/** A condition whose names are resolved. `any` of an empty list is never true. */
export type ConditionTree =
  | { readonly node: 'all'; readonly of: readonly ConditionTree[] }
  | { readonly node: 'any'; readonly of: readonly ConditionTree[] }
  /** Equals one of the values; with `orEmpty` it may also be empty. */
  | {
      readonly node: 'is';
      readonly at: ConditionField;
      readonly values: readonly Comparable[];
      readonly orEmpty: boolean;
    }
  | { readonly node: 'mine'; readonly at: ConditionField; readonly me: CallerValue['me'] }
  /**
   * Before or after the time at this distance from the present, or at most `lies` away from the present; in
   * milliseconds.
   */
  | {
      readonly node: 'timed';
      readonly at: ConditionField;
      readonly lies: 'before' | 'after' | number;
      readonly distance: number;
    }
  /** On one side of a number, which is written as its digits. */
  | { readonly node: 'bounded'; readonly at: ConditionField; readonly side: BoundWord; readonly bound: string }
  /** Equals another field of the record, or is on one side of it. */
  | {
      readonly node: 'compared';
      readonly at: ConditionField;
      readonly side: BoundWord | 'equal';
      readonly other: ConditionField;
    }
  /** The opposite of a comparison of the same field; without a caller, a comparison with one has none. */
  | { readonly node: 'not'; readonly at: ConditionField; readonly of: ComparisonNode }
  /** A record of the entity that is not deleted and meets `where` has the value in its column. */
  | {
      readonly node: 'through';
      readonly at: ConditionField;
      readonly entity: Entity;
      readonly column: ConditionField;
      readonly where: ConditionTree;
    }
  /** The record that the reference points to, deleted or not. */
  | {
      readonly node: 'referenced';
      readonly at: ConditionField;
      readonly target: Entity;
      readonly where: ConditionTree;
    };

/** A comparison of one field that reads no other record. */
export type ComparisonNode = Extract<ConditionTree, { node: 'is' | 'mine' | 'timed' | 'bounded' | 'compared' }>;

/**
 * The data a condition is evaluated on. `row`: the stored row and other records. `values`: only the record's own
 * values, as in a form or an answer.
 */
export type AvailableData = 'row' | 'values';

interface ParseState {
  readonly over: ConditionScope;
  readonly available: AvailableData;
  /** The rest of each sentence after its subject. */
  readonly mistakes: string[];
}

const never: ConditionTree = { node: 'any', of: [] };

/** Records a mistake. A condition with a mistake is never true. */
function reportMistake({ mistakes }: ParseState, sentence: string): ConditionTree {
  mistakes.push(sentence);
  return never;
}

const labelOf = ({ over }: ParseState, { path }: ConditionField): string => `${over.name}.${path.join('.')}`;

const namesIn = (fields: Fields, prefix = ''): string[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.fields ? namesIn(field.fields, `${prefix}${name}.`) : [prefix + name],
  );

/** True if the available data includes the field. */
function isAvailable({ over, available }: ParseState, name: string): boolean {
  const head = fieldOf(over, name.split('.')[0] ?? '') ?? over.fields[name];
  return available === 'row' ? isQueryable(head) : !head?.hidden;
}

function reportMissing(state: ParseState, name: string, why: string): undefined {
  const { over } = state;
  const names = namesIn({ ...over.fields, ...baseFields }).filter((one) => isAvailable(state, one));
  reportMistake(
    state,
    `asks for ${over.name}.${name}, ${why}; write one of its fields, such as "${nearestName(name, names)}"`,
  );
}

/** Records a mistake about a field that code computes. */
function reportComputed(state: ParseState, name: string): undefined {
  reportMistake(state, `asks for ${state.over.name}.${name}, which code computes; write a stored field`);
}

function sourcesOf(over: ConditionScope, name: string, field: Field): string[] {
  const [head = '', ...rest] = name.split('.');
  const holder = Object.hasOwn(over.fields, name) ? undefined : fieldOf(over, head);
  return holder && rest.length > 0
    ? [...readPathOf(head, holder).split('.'), ...rest]
    : readPathOf(name, field).split('.');
}

/** Finds the field of that name. A dotted name is a field inside an object, or a field name of a form. */
function resolveField(state: ParseState, name: string): ConditionField | undefined {
  const { over, available } = state;
  const field = Object.hasOwn(over.fields, name) ? over.fields[name] : fieldOf(over, name);
  if (!field) return reportMissing(state, name, 'which does not exist');
  const head = over.fields[name.split('.')[0] ?? ''];
  if (available === 'row' && head?.computed && !isQueryable(head)) return reportComputed(state, name);
  if (!isAvailable(state, name))
    return reportMissing(state, name, available === 'row' ? 'which no column stores' : 'which no answer shows');
  const path = name.split('.') as [string, ...string[]];
  const ids = name === 'id' ? over.name : field.kind === 'reference' ? field.to : undefined;
  return { field, path, source: sourcesOf(over, name, field), ids, ...(field.formula && { worksWith: over }) };
}

function readValues(state: ParseState, at: ConditionField, wanted: readonly unknown[]): ConditionTree {
  const label = labelOf(state, at);
  if (wanted.length === 0)
    return reportMistake(state, `compares ${label} with an empty list; write at least one value`);
  if (!comparisonType(at.field)) {
    const inside = Object.keys(at.field.fields ?? {})[0];
    const instead = inside ? `one of its fields, such as "${at.path.join('.')}.${inside}"` : 'another field';
    return reportMistake(state, `compares ${label}, which has no single value; write ${instead}`);
  }
  const values = wanted.filter((value) => value !== null);
  if (at.field.encrypted && values.length > 0)
    return reportMistake(state, `compares ${label}, which is encrypted; write null, or another field`);
  const strange = values.filter((value) => !isAllowedValue(at.field, value));
  for (const value of strange)
    reportMistake(state, `compares ${label} with ${JSON.stringify(value)}; write ${describeAllowedValues(at.field)}`);
  const known = values.filter((value): value is Comparable => isAllowedValue(at.field, value));
  return {
    node: 'is',
    at,
    values: known.map((value) => comparable(at.field, value) as Comparable),
    orEmpty: wanted.includes(null),
  };
}

function readMine(state: ParseState, at: ConditionField, { me }: CallerValue): ConditionTree {
  const owner = callerEntity(me);
  if (!owner)
    return reportMistake(state, `asks for the caller's "${me}", which nobody has; write ${knownProperties()}`);
  if (at.ids === owner || (at.field.kind === 'integer' && !at.ids)) return { node: 'mine', at, me };
  const label = labelOf(state, at);
  return reportMistake(state, `compares ${label} with the caller's "${me}"; write a field that refers to ${owner}`);
}

/** A day is compared with today, a point in time with now. */
const presents = { day: 'today', moment: 'now' } as const;

function readTimed(state: ParseState, at: ConditionField, wanted: RelativeTime): ConditionTree {
  const label = labelOf(state, at);
  const type = comparisonType(at.field);
  if (type !== 'day' && type !== 'moment')
    return reportMistake(state, `compares ${label} with the present; write a field that is a date or a dateTime`);
  if ('within' in wanted) {
    const span = type === 'moment' ? spanMilliseconds(wanted.within) : undefined;
    if (span !== undefined) return { node: 'timed', at, lies: span, distance: 0 };
    const cure = type === 'day' ? 'write before(plus(today, { days: 30 }))' : "write within('15m'), '2h' or '3d'";
    return reportMistake(state, `has ${label} within "${wanted.within}"; ${cure}`);
  }
  const [lies, time] = 'before' in wanted ? (['before', wanted.before] as const) : (['after', wanted.after] as const);
  const { present, distance } = distanceFromPresent(time);
  const isWhole = distance !== undefined && (type === 'moment' || distance % dayMs === 0);
  if (presents[type] in Object(present) && isWhole) return { node: 'timed', at, lies, distance };
  if (presents[type] in Object(present))
    return reportMistake(
      state,
      `compares ${label} at a distance that ${type === 'day' ? 'is no number of days' : 'has no fixed length'}; write plus(${presents[type]}, { days: 30 })`,
    );
  return reportMistake(state, `compares ${label} with another type of time; write ${lies}(${presents[type]})`);
}

/** Types that are compared with a number. */
const numberTypes: readonly (string | undefined)[] = ['number', 'decimal'];

/** Types that are compared by size with another field. */
const sizedTypes: readonly (string | undefined)[] = [...numberTypes, 'day', 'moment'];

/** True if the values of two fields mean the same: of one kind, and ids of the same entity. */
const isSameKind = (one: ConditionField, other: ConditionField): boolean =>
  one.field.kind === other.field.kind &&
  one.ids === other.ids &&
  comparisonType(one.field) === comparisonType(other.field);

/** Why two fields of a record cannot be compared, as the end of a sentence; undefined if they can. */
function whyIncomparable(
  at: ConditionField,
  side: BoundWord | 'equal',
  other: ConditionField,
  label: string,
): string | undefined {
  const type = comparisonType(at.field);
  const isSized = sizedTypes.includes(type) && at.field.kind !== 'choice' && !at.ids;
  if (at.path.length > 1 || other.path.length > 1)
    return 'one of which is inside an object; write two fields beside it';
  if (at.path[0] === other.path[0]) return 'which is the field itself; write another one';
  if (at.field.encrypted || other.field.encrypted) return 'one of which is encrypted; write another field';
  if (!type) return 'which has no single value; write other fields';
  if (side !== 'equal' && !isSized)
    return `by size; write two integers, decimals, amounts, days or points in time, or fromRecord('${other.path[0]}') alone`;
  if (!isSameKind(at, other)) return `which has other values; write a field that has the same as ${label}`;
  return at.field.currency === other.field.currency
    ? undefined
    : 'an amount in another currency; write amounts with the same "currency"';
}

/** A comparison of a field with another one of the same record. */
function readCompared(state: ParseState, at: ConditionField, side: BoundWord | 'equal', name: string): ConditionTree {
  const other = resolveField(state, name);
  if (!other) return never;
  const label = labelOf(state, at);
  const why = whyIncomparable(at, side, other, label);
  if (why === undefined) return { node: 'compared', at, side, other };
  return reportMistake(state, `compares ${label} with ${labelOf(state, other)}, ${why}`);
}

function readBound(state: ParseState, at: ConditionField, wanted: NumberBound): ConditionTree {
  const label = labelOf(state, at);
  const [side, bound] = boundOf(wanted);
  if (isFromRecord(bound)) return readCompared(state, at, side, bound.fromRecord);
  const type = comparisonType(at.field);
  if (!numberTypes.includes(type) || at.field.kind === 'choice' || at.ids)
    return reportMistake(state, `compares ${label} by size; write a field that is an integer, a decimal or an amount`);
  if (at.field.encrypted) return reportMistake(state, `compares ${label}, which is encrypted; write another field`);
  const isWritten = type === 'decimal' ? isDigits(String(bound)) : Number.isSafeInteger(bound);
  if (isWritten) return { node: 'bounded', at, side, bound: String(bound) };
  const instead = type === 'decimal' ? `${side}(1) or ${side}('1.5')` : `a whole number, such as ${side}(1)`;
  return reportMistake(state, `compares ${label} with ${JSON.stringify(bound)}; write ${instead}`);
}

/** True for a comparison of the field itself; false for a condition on other records. */
const isComparison = (tree: ConditionTree): tree is ComparisonNode =>
  ['is', 'mine', 'timed', 'bounded', 'compared'].includes(tree.node);

function readOpposite(state: ParseState, at: ConditionField, name: string, { not: wanted }: Opposite): ConditionTree {
  const isPlain =
    !isObject(wanted) || isRelativeTime(wanted) || isNumberBound(wanted) || isFromRecord(wanted) || 'me' in wanted;
  if (!isPlain)
    return reportMistake(
      state,
      `has ${labelOf(state, at)} not(…) of another condition; write a value, a list of values, me(…) or a comparison`,
    );
  const tree = readEntry(state, name, wanted);
  return isComparison(tree) ? { node: 'not', at, of: tree } : tree;
}

function readThrough(
  state: ParseState,
  at: ConditionField,
  { through, field, where }: ThroughCondition,
): ConditionTree {
  const entity = findEntity(state, through);
  if (!entity) return reportMistake(state, `goes through "${through}", which is not an entity; write the name of one`);
  const inner: ParseState = { ...state, over: entity };
  const tree = readAll(inner, where);
  const known = fieldOf(entity, field);
  const column = known && !field.includes('.') && isAvailable(inner, field) ? resolveField(inner, field) : undefined;
  if (!column) {
    const such = nearestName(field, [...Object.keys(entity.fields), 'id']);
    return reportMistake(
      state,
      `goes through ${through}.${field}, which does not exist; write a field such as "${such}"`,
    );
  }
  const isSame =
    comparisonType(column.field) === comparisonType(at.field) && (!column.ids || !at.ids || column.ids === at.ids);
  if (isSame && comparisonType(at.field)) return { node: 'through', at, entity, column, where: tree };
  const [one, other] = [labelOf(state, at), labelOf(inner, column)];
  return reportMistake(state, `compares ${one} with ${other}; write a field of ${through} that has the same values`);
}

function readReferenced(state: ParseState, at: ConditionField, condition: Condition): ConditionTree {
  const label = labelOf(state, at);
  if (at.field.kind !== 'reference')
    return reportMistake(
      state,
      `reads a record through ${label}, which is not a reference; write a value, a list of values or null`,
    );
  // A reference to an unknown entity is reported by the check of the reference itself.
  const target = findEntity(state, at.field.to ?? '');
  return target ? { node: 'referenced', at, target, where: readAll({ ...state, over: target }, condition) } : never;
}

const isObject = (wanted: unknown): wanted is object =>
  typeof wanted === 'object' && wanted !== null && !Array.isArray(wanted);

/** Parses a condition on other records, if they are available. */
function readOtherRecords(state: ParseState, at: ConditionField, wanted: Condition | ThroughCondition): ConditionTree {
  if (state.available === 'values')
    return reportMistake(
      state,
      `reads a record through ${labelOf(state, at)}, but only the record's own values are available there; write a value, a list of values or null`,
    );
  return 'through' in wanted
    ? readThrough(state, at, wanted as ThroughCondition)
    : readReferenced(state, at, wanted as Condition);
}

function readEntry(state: ParseState, name: string, wanted: unknown): ConditionTree {
  if (name === 'anyOf') return readAny(state, wanted);
  const at = resolveField(state, name);
  if (!at) return never;
  if (!isObject(wanted)) return readValues(state, at, Array.isArray(wanted) ? wanted : [wanted]);
  if (isFromRecord(wanted)) return readCompared(state, at, 'equal', wanted.fromRecord);
  if (isRelativeTime(wanted)) return readTimed(state, at, wanted);
  if (isNumberBound(wanted)) return readBound(state, at, wanted);
  if (isOpposite(wanted)) return readOpposite(state, at, name, wanted);
  return 'me' in wanted ? readMine(state, at, wanted as CallerValue) : readOtherRecords(state, at, wanted as Condition);
}

function readAny(state: ParseState, wanted: unknown): ConditionTree {
  if (!Array.isArray(wanted) || !wanted.every(isObject))
    return reportMistake(state, 'has an anyOf that is not a list of conditions; write anyOf: [{ … }, { … }]');
  if (wanted.length === 0) return reportMistake(state, 'has an empty anyOf; write at least one condition');
  return { node: 'any', of: wanted.map((one) => readAll(state, one as Condition)) };
}

const readAll = (state: ParseState, condition: Condition): ConditionTree => ({
  node: 'all',
  of: Object.entries(condition).map(([name, wanted]) => readEntry(state, name, wanted)),
});

/** The entity of this name, in the contract of the scope. */
const findEntity = ({ over }: ParseState, name: string): Entity | undefined => over.contract?.byName.get(name);

/**
 * Parses a condition.
 * @param available The data that is available where the condition is evaluated.
 * @returns The tree, whose mistaken parts are never true, and the mistakes as sentences that need the location in
 * front.
 */
export function parseCondition(
  over: ConditionScope,
  condition: Condition,
  available: AvailableData = 'row',
): { tree: ConditionTree; mistakes: readonly string[] } {
  const mistakes: string[] = [];
  return { tree: readAll({ over, available, mistakes }, condition), mistakes };
}

/** The condition that a computed field is computed by. */
export const conditionOf = ({ field: { formula }, worksWith }: ConditionField): ConditionTree | undefined =>
  formula && 'when' in formula && worksWith ? compileCondition(worksWith, formula.when) : undefined;

/** True if the result of the condition can change merely because time passes. */
export function conditionDependsOnTime(tree: ConditionTree): boolean {
  if (tree.node === 'all' || tree.node === 'any') return tree.of.some(conditionDependsOnTime);
  if (tree.node === 'not') return conditionDependsOnTime(tree.of);
  const worked = conditionOf(tree.at);
  return (
    tree.node === 'timed' ||
    (worked !== undefined && conditionDependsOnTime(worked)) ||
    ((tree.node === 'referenced' || tree.node === 'through') && conditionDependsOnTime(tree.where))
  );
}

/** By the entity or, for a form, by its fields. */
const compiledConditions = new WeakMap<object, WeakMap<Condition, ConditionTree>>();

/**
 * The cached tree of a declared condition.
 * @throws If the condition has a mistake.
 */
export function compileCondition(
  over: ConditionScope,
  condition: Condition,
  available: AvailableData = 'row',
): ConditionTree {
  const key = over.contract ? over : over.fields;
  const trees = compiledConditions.get(key) ?? new WeakMap<Condition, ConditionTree>();
  compiledConditions.set(key, trees);
  const compiled = trees.get(condition);
  if (compiled) return compiled;
  const { tree, mistakes } = parseCondition(over, condition, available);
  if (mistakes.length > 0) throw new Error(`contract: a condition ${mistakes.join(', and ')}`);
  trees.set(condition, tree);
  return tree;
}

/** True if a condition depends on the caller. */
export const refersToCaller = (condition: unknown): boolean =>
  typeof condition === 'object' &&
  condition !== null &&
  ('me' in condition || Object.values(condition).some((inner) => refersToCaller(inner)));
