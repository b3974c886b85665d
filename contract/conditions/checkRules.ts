import { foldText } from '../lib/foldText.ts';
import { memoize } from '../lib/memoize.ts';
import { message } from '../messages/message.ts';
import type { Condition, ConditionCaller } from '../schema/access.ts';
import { type Entity, fieldOf, writePathOf } from '../schema/entity.ts';
import type { Field } from '../schema/field/field.ts';
import type { FieldRule } from '../schema/rule.ts';
import { columnsRead } from './columnsRead.ts';
import { comparable, isEmptyValue } from './comparable.ts';
import { type ConditionRecord, conditionHolds } from './evaluate.ts';
import { checkHolds, type FieldCheck, fieldChecks } from './fieldChecks.ts';
import { valueIn } from './records.ts';
import { brokenTimeLimit, timeLimitedFields } from './timeLimits.ts';

const always: Condition = {};

/** The condition under which the rule's field is shown: always, unless declared. */
export const shownCondition = (entity: Entity, { field }: FieldRule): Condition =>
  fieldOf(entity, field)?.shownWhen ?? always;

/** The condition under which the rule requires its field; undefined if it never does. */
export const requiredCondition = (entity: Entity, rule: FieldRule): Condition | undefined =>
  rule.requiredWhen === 'shown' ? shownCondition(entity, rule) : rule.requiredWhen;

/** The fields that a rule reads. For a field inside an object, the object. */
const fieldsReadByRule = (entity: Entity, rule: FieldRule): string[] =>
  [
    rule.field,
    ...(rule.after === undefined ? [] : [rule.after]),
    ...(rule.distinct?.with ?? []),
    ...columnsRead(entity, requiredCondition(entity, rule) ?? always),
    ...(rule.unlessShown ? columnsRead(entity, shownCondition(entity, rule)) : []),
  ].map((name) => name.split('.')[0] ?? '');

const rulesWithFields = memoize((entity: Entity) =>
  (entity.rules ?? []).map((rule) => ({ rule, names: fieldsReadByRule(entity, rule) })),
);

/**
 * The rules that have to be checked.
 * @param written The fields that were written, if not all were: rules that read none of them are skipped.
 */
const rulesReading = (entity: Entity, written: readonly string[] | undefined): readonly FieldRule[] =>
  rulesWithFields(entity).flatMap(({ rule, names }) =>
    written === undefined || names.some((name) => written.includes(name)) ? [rule] : [],
  );

/**
 * True if the first value is after the second. Also true if either value is invalid, because its own rule reports that.
 */
function isAfter(one: unknown, other: unknown): boolean {
  if (typeof one === 'string' && typeof other === 'string') return one > other;
  if (typeof one !== 'number' || typeof other !== 'number') return true;
  return Number.isNaN(one) || Number.isNaN(other) || one > other;
}

const ruleConditionHolds = (
  entity: Entity,
  condition: Condition,
  record: ConditionRecord,
  caller: ConditionCaller | undefined,
): boolean | undefined => conditionHolds(entity, condition, record, caller, 'values');

/** The number of different texts in these fields, by their folded form. Blank ones do not count. */
function countDistinct(entity: Entity, record: ConditionRecord, names: readonly string[]): number {
  const texts = names.flatMap((name) => {
    const field = fieldOf(entity, name);
    return field ? [valueIn(record, name, field)].flat() : [];
  });
  return new Set(texts.flatMap((one) => (typeof one === 'string' ? foldText(one) || [] : []))).size;
}

function ruleMessage(entity: Entity, rule: FieldRule, record: ConditionRecord, caller: ConditionCaller | undefined) {
  const field = fieldOf(entity, rule.field);
  if (!field) return undefined;
  const value = valueIn(record, rule.field, field);
  const needed = requiredCondition(entity, rule);
  if (needed && isEmptyValue(field, value) && ruleConditionHolds(entity, needed, record, caller) === true)
    return message('required');
  const { after = '', distinct } = rule;
  if (distinct && countDistinct(entity, record, [rule.field, ...distinct.with]) > distinct.most)
    return message(distinct.otherwise, { value: distinct.most });
  const other = fieldOf(entity, after);
  if (!other) return undefined;
  const [mine, theirs] = [comparable(field, value), comparable(other, valueIn(record, after, other))];
  return isAfter(mine, theirs) ? undefined : message('after', { name_en: other.label.en, name_zh: other.label.zh });
}

/** True if the entity relates fields to each other or to the clock: by rules, checks, periods or limits of time. */
export const hasFieldRules = (entity: Entity): boolean =>
  [entity.rules, entity.check, entity.noOverlap].some((word) => word !== undefined) ||
  timeLimitedFields(entity).length > 0;

/** True if the check can be decided: whether children are too many only with their current number, at the server. */
const isDecidable = (entity: Entity, record: ConditionRecord, { names }: FieldCheck): boolean =>
  record.hasCurrentCounts === true || names.every((name) => !entity.fields[name]?.rollup);

/** The messages of the broken checks, each at the first field that its expression names. */
const brokenChecks = (
  entity: Entity,
  record: ConditionRecord,
  written: readonly string[] | undefined,
): [string, string][] =>
  fieldChecks(entity)
    .filter(({ names }) => written === undefined || names.some((name) => written.includes(name)))
    .filter((check) => isDecidable(entity, record, check))
    .filter((check) => !checkHolds(entity, check, (name, field) => valueIn(record, name, field)))
    .map(({ names: [first = ''], message: broken }): [string, string] => [first, broken])
    .reverse();

/** The messages of days and times outside limits that move with the clock, if they are new or changed. */
function brokenTimeLimits(
  entity: Entity,
  record: ConditionRecord,
  written: readonly string[] | undefined,
): [string, string][] {
  const { now, zone, former } = record;
  if (now === undefined || zone === undefined) return [];
  return timeLimitedFields(entity).flatMap(([name, field]): [string, string][] => {
    if (written !== undefined && !written.includes(name)) return [];
    const value = valueIn(record, name, field);
    const isFormer = former && comparable(field, value) === comparable(field, valueIn(former, name, field));
    const broken = isFormer ? undefined : brokenTimeLimit(field, value, { now, zone });
    return broken === undefined ? [] : [[name, broken]];
  });
}

/**
 * Checks the rules between fields, and the expressions of `check`.
 * @param record The record as it would be stored.
 * @param written The fields that were written, if not all were: rules that read none of them are skipped.
 * @returns The messages of the broken rules by field name.
 */
export const brokenRules = (
  entity: Entity,
  record: ConditionRecord,
  caller: ConditionCaller | undefined,
  written?: readonly string[],
): Record<string, string> =>
  Object.fromEntries([
    ...brokenTimeLimits(entity, record, written),
    ...brokenChecks(entity, record, written),
    ...rulesReading(entity, written).flatMap((rule): [string, string][] => {
      const wrong = ruleMessage(entity, rule, record, caller);
      return wrong === undefined ? [] : [[rule.field, wrong]];
    }),
  ]);

/** The names of the fields that rules require for this record. Fields that are always required are not included. */
export const fieldsRequiredByRules = (
  entity: Entity,
  record: ConditionRecord,
  caller: ConditionCaller | undefined,
): ReadonlySet<string> =>
  new Set(
    (entity.rules ?? []).flatMap((rule) => {
      const needed = requiredCondition(entity, rule);
      return needed && ruleConditionHolds(entity, needed, record, caller) === true ? [rule.field] : [];
    }),
  );

/**
 * The rules whose field is filled although it is not shown and must then be empty.
 * @param written As for `brokenRules`.
 */
export const hiddenValueRules = (
  entity: Entity,
  record: ConditionRecord,
  caller: ConditionCaller | undefined,
  written?: readonly string[],
): FieldRule[] =>
  rulesReading(entity, written).filter((rule) => {
    const field = rule.unlessShown && fieldOf(entity, rule.field);
    if (!field || isEmptyValue(field, valueIn(record, rule.field, field))) return false;
    return ruleConditionHolds(entity, shownCondition(entity, rule), record, caller) === false;
  });

/** Moves the messages of rules from field names to their paths in a request body. */
export const atBodyPaths = (entity: Entity, messages: Readonly<Record<string, string>>): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(messages).map(([name, one]) => [writePathOf(name, fieldOf(entity, name) as Field), [one]]),
  );
