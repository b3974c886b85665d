import { isDigits } from '../kinds/decimalDigits.ts';
import type { Comparable } from '../kinds/kind.ts';
import { dayMs } from '../lib/dayMs.ts';
import { callerEntity } from '../roles/callerEntity.ts';
import { type Contract, type Entity, fieldOf, isQueryable, readPathOf } from '../schema/entity.ts';
import type { Field, Fields } from '../schema/field/field.ts';
import { distanceFromPresent, isRelativeTime, type RelativeTime, spanMilliseconds } from '../schema/now.ts';
import { type BoundWord, boundOf, isNumberBound, type NumberBound } from './bounds.ts';
import { comparable, comparisonType, isAllowedValue, isAskedForEmptiness } from './comparable.ts';
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

/** Why two fields of a record cannot be compared. */
export type Incomparable = 'inside' | 'itself' | 'encrypted' | 'noValue' | 'size' | 'otherValues' | 'otherCurrency';

/** What a mistake in a condition is about, by the word for it. mistakes.ts writes the sentence. */
export interface MistakeDetails {
  readonly unknownField: { readonly over: ConditionScope; readonly name: string; readonly available: AvailableData };
  readonly hiddenField: { readonly over: ConditionScope; readonly name: string; readonly available: AvailableData };
  readonly computedField: { readonly label: string };
  readonly emptyList: { readonly label: string };
  readonly noSingleValue: { readonly label: string; readonly at: ConditionField };
  readonly encrypted: { readonly label: string; readonly instead: 'null' | undefined };
  readonly strangeValue: { readonly label: string; readonly field: Field; readonly value: unknown };
  readonly unknownProperty: { readonly property: string };
  readonly otherOwner: { readonly label: string; readonly property: string; readonly owner: string };
  readonly noTime: { readonly label: string };
  readonly badSpan: { readonly label: string; readonly type: 'day' | 'moment'; readonly within: string };
  readonly badDistance: { readonly label: string; readonly type: 'day' | 'moment' };
  readonly otherTime: { readonly label: string; readonly type: 'day' | 'moment'; readonly lies: 'before' | 'after' };
  readonly incomparable: {
    readonly label: string;
    readonly other: string;
    readonly why: Incomparable;
    readonly otherName: string;
  };
  readonly noNumber: { readonly label: string };
  readonly badBound: {
    readonly label: string;
    readonly type: string | undefined;
    readonly side: BoundWord;
    readonly bound: unknown;
  };
  readonly oppositeOfCondition: { readonly label: string };
  readonly unknownEntity: { readonly entity: string };
  readonly unknownColumn: { readonly entity: Entity; readonly field: string };
  readonly otherColumn: { readonly label: string; readonly column: string; readonly entity: string };
  readonly noReference: { readonly label: string };
  readonly otherRecord: { readonly label: string };
  readonly anyOfNoList: object;
  readonly anyOfEmpty: object;
  readonly emptyCondition: object;
}

/** A mistake in a condition. */
export type ConditionMistake = {
  [Word in keyof MistakeDetails]: { readonly mistake: Word } & MistakeDetails[Word];
}[keyof MistakeDetails];

interface ParseState {
  readonly over: ConditionScope;
  readonly available: AvailableData;
  readonly mistakes: ConditionMistake[];
}

const never: ConditionTree = { node: 'any', of: [] };

/** Records a mistake. A condition with a mistake is never true. */
function reportMistake({ mistakes }: ParseState, mistake: ConditionMistake): ConditionTree {
  mistakes.push(mistake);
  return never;
}

const labelOf = ({ over }: ParseState, { path }: ConditionField): string => `${over.name}.${path.join('.')}`;

/** True if the available data includes the field. */
export function isAvailable(over: ConditionScope, available: AvailableData, name: string): boolean {
  const head = fieldOf(over, name.split('.')[0] ?? '') ?? over.fields[name];
  return available === 'row' ? isQueryable(head) : !head?.hidden;
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
  if (!field) return void reportMistake(state, { mistake: 'unknownField', over, name, available });
  const head = over.fields[name.split('.')[0] ?? ''];
  if (available === 'row' && head?.computed && !isQueryable(head))
    return void reportMistake(state, { mistake: 'computedField', label: `${over.name}.${name}` });
  if (!isAvailable(over, available, name))
    return void reportMistake(state, { mistake: 'hiddenField', over, name, available });
  const path = name.split('.') as [string, ...string[]];
  const ids = name === 'id' ? over.name : field.kind === 'reference' ? field.to : undefined;
  return { field, path, source: sourcesOf(over, name, field), ids, ...(field.formula && { worksWith: over }) };
}

function readValues(state: ParseState, at: ConditionField, wanted: readonly unknown[]): ConditionTree {
  const label = labelOf(state, at);
  if (wanted.length === 0) return reportMistake(state, { mistake: 'emptyList', label });
  if (!comparisonType(at.field)) {
    if (isAskedForEmptiness(at) && wanted.every((value) => value === null))
      return { node: 'is', at, values: [], orEmpty: true };
    return reportMistake(state, { mistake: 'noSingleValue', label, at });
  }
  const values = wanted.filter((value) => value !== null);
  if (at.field.encrypted && values.length > 0)
    return reportMistake(state, { mistake: 'encrypted', label, instead: 'null' });
  const strange = values.filter((value) => !isAllowedValue(at.field, value));
  for (const value of strange) reportMistake(state, { mistake: 'strangeValue', label, field: at.field, value });
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
  if (!owner) return reportMistake(state, { mistake: 'unknownProperty', property: me });
  if (at.ids === owner || (at.field.kind === 'integer' && !at.ids)) return { node: 'mine', at, me };
  return reportMistake(state, { mistake: 'otherOwner', label: labelOf(state, at), property: me, owner });
}

/** A day is compared with today, a point in time with now. */
export const presents = { day: 'today', moment: 'now' } as const;

function readTimed(state: ParseState, at: ConditionField, wanted: RelativeTime): ConditionTree {
  const label = labelOf(state, at);
  const type = comparisonType(at.field);
  if (type !== 'day' && type !== 'moment') return reportMistake(state, { mistake: 'noTime', label });
  if ('within' in wanted) {
    const { within } = wanted;
    const span = type === 'moment' ? spanMilliseconds(within) : undefined;
    if (span !== undefined) return { node: 'timed', at, lies: span, distance: 0 };
    return reportMistake(state, { mistake: 'badSpan', label, type, within });
  }
  const [lies, time] = 'before' in wanted ? (['before', wanted.before] as const) : (['after', wanted.after] as const);
  const { present, distance } = distanceFromPresent(time);
  const isWhole = distance !== undefined && (type === 'moment' || distance % dayMs === 0);
  const isSameTime = presents[type] in Object(present);
  if (isSameTime && isWhole) return { node: 'timed', at, lies, distance };
  return reportMistake(
    state,
    isSameTime ? { mistake: 'badDistance', label, type } : { mistake: 'otherTime', label, type, lies },
  );
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

/** Why two fields of a record cannot be compared; undefined if they can. */
function whyIncomparable(
  at: ConditionField,
  side: BoundWord | 'equal',
  other: ConditionField,
): Incomparable | undefined {
  const type = comparisonType(at.field);
  const isSized = sizedTypes.includes(type) && at.field.kind !== 'choice' && !at.ids;
  if (at.path.length > 1 || other.path.length > 1) return 'inside';
  if (at.path[0] === other.path[0]) return 'itself';
  if (at.field.encrypted || other.field.encrypted) return 'encrypted';
  if (!type) return 'noValue';
  if (side !== 'equal' && !isSized) return 'size';
  if (!isSameKind(at, other)) return 'otherValues';
  return at.field.currency === other.field.currency ? undefined : 'otherCurrency';
}

/** A comparison of a field with another one of the same record. */
function readCompared(state: ParseState, at: ConditionField, side: BoundWord | 'equal', name: string): ConditionTree {
  const other = resolveField(state, name);
  if (!other) return never;
  const why = whyIncomparable(at, side, other);
  if (why === undefined) return { node: 'compared', at, side, other };
  return reportMistake(state, {
    mistake: 'incomparable',
    label: labelOf(state, at),
    other: labelOf(state, other),
    otherName: other.path[0],
    why,
  });
}

function readBound(state: ParseState, at: ConditionField, wanted: NumberBound): ConditionTree {
  const label = labelOf(state, at);
  const [side, bound] = boundOf(wanted);
  if (isFromRecord(bound)) return readCompared(state, at, side, bound.fromRecord);
  const type = comparisonType(at.field);
  if (!numberTypes.includes(type) || at.field.kind === 'choice' || at.ids)
    return reportMistake(state, { mistake: 'noNumber', label });
  if (at.field.encrypted) return reportMistake(state, { mistake: 'encrypted', label, instead: undefined });
  const isWritten = type === 'decimal' ? isDigits(String(bound)) : Number.isSafeInteger(bound);
  if (isWritten) return { node: 'bounded', at, side, bound: String(bound) };
  return reportMistake(state, { mistake: 'badBound', label, type, side, bound });
}

/** True for a comparison of the field itself; false for a condition on other records. */
const isComparison = (tree: ConditionTree): tree is ComparisonNode =>
  ['is', 'mine', 'timed', 'bounded', 'compared'].includes(tree.node);

function readOpposite(state: ParseState, at: ConditionField, name: string, { not: wanted }: Opposite): ConditionTree {
  const isPlain =
    !isObject(wanted) || isRelativeTime(wanted) || isNumberBound(wanted) || isFromRecord(wanted) || 'me' in wanted;
  if (!isPlain) return reportMistake(state, { mistake: 'oppositeOfCondition', label: labelOf(state, at) });
  const tree = readEntry(state, name, wanted);
  return isComparison(tree) ? { node: 'not', at, of: tree } : tree;
}

function readThrough(
  state: ParseState,
  at: ConditionField,
  { through, field, where }: ThroughCondition,
): ConditionTree {
  const entity = findEntity(state, through);
  if (!entity) return reportMistake(state, { mistake: 'unknownEntity', entity: through });
  const inner: ParseState = { ...state, over: entity };
  // Without a condition of its own, any record of the other entity counts.
  const tree: ConditionTree = isOfAll(where) ? holdsAlways : readAll(inner, where);
  const known = fieldOf(entity, field);
  const column =
    known && !field.includes('.') && isAvailable(entity, inner.available, field)
      ? resolveField(inner, field)
      : undefined;
  if (!column) return reportMistake(state, { mistake: 'unknownColumn', entity, field });
  const isSame =
    comparisonType(column.field) === comparisonType(at.field) && (!column.ids || !at.ids || column.ids === at.ids);
  if (isSame && comparisonType(at.field)) return { node: 'through', at, entity, column, where: tree };
  const label = labelOf(state, at);
  return reportMistake(state, { mistake: 'otherColumn', label, column: labelOf(inner, column), entity: through });
}

function readReferenced(state: ParseState, at: ConditionField, condition: Condition): ConditionTree {
  if (at.field.kind !== 'reference') return reportMistake(state, { mistake: 'noReference', label: labelOf(state, at) });
  // A reference to an unknown entity is reported by the check of the reference itself.
  const target = findEntity(state, at.field.to ?? '');
  return target ? { node: 'referenced', at, target, where: readAll({ ...state, over: target }, condition) } : never;
}

const isObject = (wanted: unknown): wanted is object =>
  typeof wanted === 'object' && wanted !== null && !Array.isArray(wanted);

/** Parses a condition on other records, if they are available. */
function readOtherRecords(state: ParseState, at: ConditionField, wanted: Condition | ThroughCondition): ConditionTree {
  if (state.available === 'values') return reportMistake(state, { mistake: 'otherRecord', label: labelOf(state, at) });
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
  if (!Array.isArray(wanted) || !wanted.every(isObject)) return reportMistake(state, { mistake: 'anyOfNoList' });
  if (wanted.length === 0) return reportMistake(state, { mistake: 'anyOfEmpty' });
  return { node: 'any', of: wanted.map((one) => readAll(state, one as Condition)) };
}

const holdsAlways: ConditionTree = { node: 'all', of: [] };

/** True for the condition of a rule that always applies; a declaration writes none (checkCondition). */
const isOfAll = (condition: unknown): boolean => isObject(condition) && Object.keys(condition).length === 0;

/** Parses a part of a condition, which asks for something: an empty one would hold for every record. */
function readAll(state: ParseState, condition: Condition): ConditionTree {
  const entries = isObject(condition) ? Object.entries(condition) : [];
  if (entries.length === 0) return reportMistake(state, { mistake: 'emptyCondition' });
  return { node: 'all', of: entries.map(([name, wanted]) => readEntry(state, name, wanted)) };
}

/** The entity of this name, in the contract of the scope. */
const findEntity = ({ over }: ParseState, name: string): Entity | undefined => over.contract?.byName.get(name);

/**
 * Parses a condition.
 * @param available The data that is available where the condition is evaluated.
 * @returns The tree, whose mistaken parts are never true, and the mistakes (conditionMistakes in mistakes.ts writes
 * them as sentences).
 */
export function parseCondition(
  over: ConditionScope,
  condition: Condition,
  available: AvailableData = 'row',
): { tree: ConditionTree; mistakes: readonly ConditionMistake[] } {
  const mistakes: ConditionMistake[] = [];
  const tree: ConditionTree = isOfAll(condition) ? holdsAlways : readAll({ over, available, mistakes }, condition);
  return { tree, mistakes };
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
 * @throws If the condition has a mistake. The checks of declarations say it in a sentence before anything starts, so
 * that the console needs no sentences.
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
  if (mistakes.length > 0)
    throw new Error(
      `contract: a condition of ${over.name} has mistakes: ${JSON.stringify(mistakes.map(({ mistake }) => mistake))}`,
    );
  trees.set(condition, tree);
  return tree;
}

/** True if a condition depends on the caller. */
export const refersToCaller = (condition: unknown): boolean =>
  typeof condition === 'object' &&
  condition !== null &&
  ('me' in condition || Object.values(condition).some((inner) => refersToCaller(inner)));
