import { entities } from '../index.ts';
import type { Comparable } from '../kinds/kind.ts';
import { nearestName } from '../lib/editDistance.ts';
import type { CallerValue, Condition, ThroughCondition } from '../schema/access.ts';
import { baseFields, type Entity, fieldOf, readPathOf } from '../schema/entity.ts';
import type { Field, Fields } from '../schema/field/field.ts';
import { isRelativeTime, type RelativeTime, spanMilliseconds } from '../schema/now.ts';
import { comparable, comparisonType, describeAllowedValues, isAllowedValue } from './comparable.ts';

/** What a condition is over: an entity, or the fields of a form. */
export interface ConditionScope {
  readonly name: string;
  readonly fields: Fields;
}

/** A field that a condition asks for, looked up once. */
export interface ConditionField {
  readonly field: Field;
  /** Its column, and the keys inside the object that the column holds. */
  readonly path: readonly [string, ...string[]];
  /** Where it stands in an answer and in the values of a form. */
  readonly source: readonly string[];
  /** The entity whose ids it holds. */
  readonly ids: string | undefined;
}

/** A condition whose names are all known. `any` of nothing never holds. */
export type ConditionTree =
  | { readonly node: 'all'; readonly of: readonly ConditionTree[] }
  | { readonly node: 'any'; readonly of: readonly ConditionTree[] }
  /** One of the values, or with `orEmpty` none at all. */
  | {
      readonly node: 'is';
      readonly at: ConditionField;
      readonly values: readonly Comparable[];
      readonly orEmpty: boolean;
    }
  | { readonly node: 'mine'; readonly at: ConditionField; readonly me: CallerValue['me'] }
  /** Before or after the present, or at most so many milliseconds from it. */
  | { readonly node: 'timed'; readonly at: ConditionField; readonly lies: 'before' | 'after' | number }
  /** Some live record of the entity, for which `where` holds, has the value in its column. */
  | {
      readonly node: 'through';
      readonly at: ConditionField;
      readonly entity: Entity;
      readonly column: ConditionField;
      readonly where: ConditionTree;
    }
  /** The record that the reference points to, deleted or not. */
  | { readonly node: 'behind'; readonly at: ConditionField; readonly target: Entity; readonly where: ConditionTree };

/** `row`: all that is stored is at hand. `values`: the record's own values alone, as a form or an answer has them. */
export type AvailableData = 'row' | 'values';

/** The entity of that name, where there is one. */
export type FindEntity = (name: string) => Entity | undefined;

interface ParseState {
  readonly over: ConditionScope;
  readonly atHand: AvailableData;
  readonly find: FindEntity;
  /** Sentences without their beginning. */
  readonly mistakes: string[];
}

const never: ConditionTree = { node: 'any', of: [] };
const owners: Readonly<Record<CallerValue['me'], string>> = {
  id: 'user',
  parent_id: 'user',
  enterprise_id: 'enterprise',
};

/** Notes a mistake; what has one never holds. */
function reportMistake({ mistakes }: ParseState, sentence: string): ConditionTree {
  mistakes.push(sentence);
  return never;
}

const labelOf = ({ over }: ParseState, { path }: ConditionField): string => `${over.name}.${path.join('.')}`;

const namesIn = (fields: Fields, prefix = ''): string[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.kind === 'object' ? namesIn(field.fields ?? {}, `${prefix}${name}.`) : [prefix + name],
  );

/** Is the field among what is at hand there? */
function isAvailable({ over, atHand }: ParseState, name: string): boolean {
  const head = fieldOf(over, name.split('.')[0] ?? '') ?? over.fields[name];
  return atHand === 'row' ? !head?.computed && !head?.inputOnly : !head?.hidden;
}

function reportMissing(reading: ParseState, name: string, why: string): undefined {
  const { over } = reading;
  const names = namesIn({ ...over.fields, ...baseFields }).filter((one) => isAvailable(reading, one));
  reportMistake(
    reading,
    `asks for ${over.name}.${name}, ${why}; write one of its fields, such as "${nearestName(name, names)}"`,
  );
}

function sourcesOf(over: ConditionScope, name: string, field: Field): string[] {
  const [head = '', ...rest] = name.split('.');
  const holder = Object.hasOwn(over.fields, name) ? undefined : fieldOf(over, head);
  return holder && rest.length > 0
    ? [...readPathOf(head, holder).split('.'), ...rest]
    : readPathOf(name, field).split('.');
}

/** The field of that name: a dotted one is inside an object, or is so named by a form. */
function resolveField(reading: ParseState, name: string): ConditionField | undefined {
  const { over, atHand } = reading;
  const field = Object.hasOwn(over.fields, name) ? over.fields[name] : fieldOf(over, name);
  if (!field) return reportMissing(reading, name, 'which does not exist');
  if (!isAvailable(reading, name))
    return reportMissing(reading, name, atHand === 'row' ? 'which no column holds' : 'which no answer shows');
  const path = name.split('.') as [string, ...string[]];
  const ids = name === 'id' ? over.name : field.kind === 'reference' ? field.to : undefined;
  return { field, path, source: sourcesOf(over, name, field), ids };
}

function readValues(reading: ParseState, at: ConditionField, wanted: readonly unknown[]): ConditionTree {
  const label = labelOf(reading, at);
  if (wanted.length === 0)
    return reportMistake(reading, `compares ${label} with an empty list; write at least one value`);
  if (!comparisonType(at.field)) {
    const inside = Object.keys(at.field.fields ?? {})[0];
    const instead = inside ? `one of its fields, such as "${at.path.join('.')}.${inside}"` : 'another field';
    return reportMistake(reading, `compares ${label}, which has no single value; write ${instead}`);
  }
  const values = wanted.filter((value) => value !== null);
  if (at.field.encrypted && values.length > 0)
    return reportMistake(reading, `compares ${label}, which is encrypted; write null, or another field`);
  const strange = values.filter((value) => !isAllowedValue(at.field, value));
  for (const value of strange)
    reportMistake(reading, `compares ${label} with ${JSON.stringify(value)}; write ${describeAllowedValues(at.field)}`);
  const known = values.filter((value): value is Comparable => isAllowedValue(at.field, value));
  return {
    node: 'is',
    at,
    values: known.map((value) => comparable(at.field, value) as Comparable),
    orEmpty: wanted.includes(null),
  };
}

function readMine(reading: ParseState, at: ConditionField, { me }: CallerValue): ConditionTree {
  const owner = Object.hasOwn(owners, me) ? owners[me] : undefined;
  if (!owner)
    return reportMistake(
      reading,
      `asks for the caller's "${me}", which nobody has; write id, enterprise_id or parent_id`,
    );
  if (at.ids === owner || (at.field.kind === 'integer' && !at.ids)) return { node: 'mine', at, me };
  const label = labelOf(reading, at);
  return reportMistake(reading, `compares ${label} with the caller's "${me}"; write a field that refers to ${owner}`);
}

/** A day is held against the day, and a point in time against the moment. */
const presents = { day: 'today', moment: 'now' } as const;

function readTimed(reading: ParseState, at: ConditionField, wanted: RelativeTime): ConditionTree {
  const label = labelOf(reading, at);
  const type = comparisonType(at.field);
  if (type !== 'day' && type !== 'moment')
    return reportMistake(reading, `holds ${label} against the present; write a field that is a date or a dateTime`);
  if ('within' in wanted) {
    const span = type === 'moment' ? spanMilliseconds(wanted.within) : undefined;
    if (span !== undefined) return { node: 'timed', at, lies: span };
    return reportMistake(
      reading,
      `has ${label} within "${wanted.within}"; write a dateTime within('15m'), '2h' or '3d'`,
    );
  }
  const [lies, present] =
    'before' in wanted ? (['before', wanted.before] as const) : (['after', wanted.after] as const);
  if (presents[type] in Object(present)) return { node: 'timed', at, lies };
  return reportMistake(reading, `holds ${label} against another sort of time; write ${lies}(${presents[type]})`);
}

function readThrough(
  reading: ParseState,
  at: ConditionField,
  { through, field, where }: ThroughCondition,
): ConditionTree {
  const entity = reading.find(through);
  if (!entity) return reportMistake(reading, `goes through "${through}", which is no entity; write the name of one`);
  const inner: ParseState = { ...reading, over: entity };
  const tree = readAll(inner, where);
  const known = fieldOf(entity, field);
  const column = known && !field.includes('.') && isAvailable(inner, field) ? resolveField(inner, field) : undefined;
  if (!column) {
    const such = nearestName(field, [...Object.keys(entity.fields), 'id']);
    return reportMistake(
      reading,
      `goes through ${through}.${field}, which does not exist; write a field such as "${such}"`,
    );
  }
  const isSame =
    comparisonType(column.field) === comparisonType(at.field) && (!column.ids || !at.ids || column.ids === at.ids);
  if (isSame && comparisonType(at.field)) return { node: 'through', at, entity, column, where: tree };
  const [one, other] = [labelOf(reading, at), labelOf(inner, column)];
  return reportMistake(reading, `compares ${one} with ${other}; write a field of ${through} that has the same values`);
}

function readReferenced(reading: ParseState, at: ConditionField, condition: Condition): ConditionTree {
  const label = labelOf(reading, at);
  if (at.field.kind !== 'reference')
    return reportMistake(
      reading,
      `looks behind ${label}, which is no reference; write a value, a list of values or null`,
    );
  // That the reference leads to no entity is said of the reference itself.
  const target = reading.find(at.field.to ?? '');
  return target ? { node: 'behind', at, target, where: readAll({ ...reading, over: target }, condition) } : never;
}

const isObject = (wanted: unknown): wanted is object =>
  typeof wanted === 'object' && wanted !== null && !Array.isArray(wanted);

/** What other records hold, where they are at hand. */
function readOtherRecords(
  reading: ParseState,
  at: ConditionField,
  wanted: Condition | ThroughCondition,
): ConditionTree {
  if (reading.atHand === 'values')
    return reportMistake(
      reading,
      `looks behind ${labelOf(reading, at)}, and only the record's own values are at hand there; write a value, a list of values or null`,
    );
  return 'through' in wanted
    ? readThrough(reading, at, wanted as ThroughCondition)
    : readReferenced(reading, at, wanted as Condition);
}

function readEntry(reading: ParseState, name: string, wanted: unknown): ConditionTree {
  if (name === 'anyOf') return readAny(reading, wanted);
  const at = resolveField(reading, name);
  if (!at) return never;
  if (!isObject(wanted)) return readValues(reading, at, Array.isArray(wanted) ? wanted : [wanted]);
  if (isRelativeTime(wanted)) return readTimed(reading, at, wanted);
  return 'me' in wanted
    ? readMine(reading, at, wanted as CallerValue)
    : readOtherRecords(reading, at, wanted as Condition);
}

function readAny(reading: ParseState, wanted: unknown): ConditionTree {
  if (!Array.isArray(wanted) || !wanted.every(isObject))
    return reportMistake(reading, 'has an anyOf that is no list of conditions; write anyOf: [{ … }, { … }]');
  if (wanted.length === 0) return reportMistake(reading, 'has an empty anyOf; write at least one condition');
  return { node: 'any', of: wanted.map((one) => readAll(reading, one as Condition)) };
}

const readAll = (reading: ParseState, condition: Condition): ConditionTree => ({
  node: 'all',
  of: Object.entries(condition).map(([name, wanted]) => readEntry(reading, name, wanted)),
});

const findRegistered: FindEntity = (name) => entities.find((entity) => entity.name === name);

/**
 * Reads a condition. In: what it is over, and what is at hand where it is asked. Out: its tree, in which what has a
 * mistake never holds, and the mistakes as sentences that want the place in front.
 */
export function parseCondition(
  over: ConditionScope,
  condition: Condition,
  atHand: AvailableData = 'row',
  find: FindEntity = findRegistered,
): { tree: ConditionTree; mistakes: readonly string[] } {
  const mistakes: string[] = [];
  return { tree: readAll({ over, atHand, find, mistakes }, condition), mistakes };
}

/** Does what the condition says change by time alone? */
export function conditionDependsOnTime(tree: ConditionTree): boolean {
  if (tree.node === 'all' || tree.node === 'any') return tree.of.some(conditionDependsOnTime);
  return (
    tree.node === 'timed' || ((tree.node === 'behind' || tree.node === 'through') && conditionDependsOnTime(tree.where))
  );
}

const compiledConditions = new WeakMap<Fields, WeakMap<Condition, ConditionTree>>();

/** The tree of a declared condition; it is read once and kept. Throws where the condition has a mistake. */
export function compileCondition(
  over: ConditionScope,
  condition: Condition,
  atHand: AvailableData = 'row',
): ConditionTree {
  const trees = compiledConditions.get(over.fields) ?? new WeakMap<Condition, ConditionTree>();
  compiledConditions.set(over.fields, trees);
  const kept = trees.get(condition);
  if (kept) return kept;
  const { tree, mistakes } = parseCondition(over, condition, atHand);
  if (mistakes.length > 0) throw new Error(`contract: a condition ${mistakes.join(', and ')}`);
  trees.set(condition, tree);
  return tree;
}

/** Does a condition ask who the caller is? */
export const refersToCaller = (condition: unknown): boolean =>
  typeof condition === 'object' &&
  condition !== null &&
  ('me' in condition || Object.values(condition).some((inner) => refersToCaller(inner)));
