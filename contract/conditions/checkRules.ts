import { memoize } from '../lib/memoize.ts';
import { message } from '../messages/message.ts';
import type { Condition, ConditionCaller } from '../schema/access.ts';
import { type Entity, fieldOf, readPathOf, writePathOf } from '../schema/entity.ts';
import type { Field } from '../schema/field/field.ts';
import type { FieldRule } from '../schema/rule.ts';
import { comparable } from './comparable.ts';
import { type ConditionRecord, conditionHolds } from './evaluate.ts';

/** The fields of the record that a condition asks for, what stands inside an object with a dot. */
export const conditionNames = (condition: Condition): string[] =>
  Object.entries(condition).flatMap(([name, wanted]) =>
    name === 'anyOf' ? (wanted as readonly Condition[]).flatMap(conditionNames) : [name],
  );

const always: Condition = {};

/** While what a field is shown: always, where it does not say. */
export const shownCondition = (entity: Entity, { field }: FieldRule): Condition =>
  fieldOf(entity, field)?.shownWhen ?? always;

/** While what a rule wants its field filled; undefined where it never does. */
export const requiredCondition = (entity: Entity, rule: FieldRule): Condition | undefined =>
  rule.requiredWhen === 'shown' ? shownCondition(entity, rule) : rule.requiredWhen;

/** The fields of the record that a rule looks at; of what stands inside an object, the object. */
const fieldsReadByRule = (entity: Entity, rule: FieldRule): string[] =>
  [
    rule.field,
    ...(rule.after === undefined ? [] : [rule.after]),
    ...conditionNames(requiredCondition(entity, rule) ?? always),
    ...(rule.unlessShown ? conditionNames(shownCondition(entity, rule)) : []),
  ].map((name) => name.split('.')[0] ?? '');

const rulesWithFields = memoize((entity: Entity) =>
  (entity.rules ?? []).map((rule) => ({ rule, names: fieldsReadByRule(entity, rule) })),
);

/** The rules that are asked. In: the fields that were written, where not all were: a rule over others alone is not asked. */
const rulesReading = (entity: Entity, written: readonly string[] | undefined): readonly FieldRule[] =>
  rulesWithFields(entity).flatMap(({ rule, names }) =>
    written === undefined || names.some((name) => written.includes(name)) ? [rule] : [],
  );

const valueIn = (record: ConditionRecord, name: string, field: Field): unknown =>
  record.value({
    field,
    path: name.split('.') as [string, ...string[]],
    source: readPathOf(name, field).split('.'),
    ids: undefined,
  });

/** Does the one lie after the other? Where one of them is no such value, its own rule says so. */
function isAfter(one: unknown, other: unknown): boolean {
  if (typeof one === 'string' && typeof other === 'string') return one > other;
  if (typeof one !== 'number' || typeof other !== 'number') return true;
  return Number.isNaN(one) || Number.isNaN(other) || one > other;
}

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

const ruleConditionHolds = (
  entity: Entity,
  condition: Condition,
  record: ConditionRecord,
  caller: ConditionCaller | undefined,
): boolean | undefined => conditionHolds(entity, condition, record, caller, 'values');

function ruleMessage(entity: Entity, rule: FieldRule, record: ConditionRecord, caller: ConditionCaller | undefined) {
  const field = fieldOf(entity, rule.field);
  if (!field) return undefined;
  const value = valueIn(record, rule.field, field);
  const needed = requiredCondition(entity, rule);
  if (needed && isBlank(value) && ruleConditionHolds(entity, needed, record, caller) === true)
    return message('required');
  const { after = '' } = rule;
  const other = fieldOf(entity, after);
  if (!other) return undefined;
  const [mine, theirs] = [comparable(field, value), comparable(other, valueIn(record, after, other))];
  return isAfter(mine, theirs) ? undefined : message('after', { name_en: other.label.en, name_zh: other.label.zh });
}

/**
 * The rules between fields that a record breaks. In: the record as it would be stored, for whom, and the fields that
 * were written, where not all were: a rule over others alone is not asked. Out: messages by the name of the field.
 */
export const brokenRules = (
  entity: Entity,
  record: ConditionRecord,
  caller: ConditionCaller | undefined,
  written?: readonly string[],
): Record<string, string> =>
  Object.fromEntries(
    rulesReading(entity, written).flatMap((rule): [string, string][] => {
      const wrong = ruleMessage(entity, rule, record, caller);
      return wrong === undefined ? [] : [[rule.field, wrong]];
    }),
  );

/** The fields that the rules want filled as the record is, by name; what is required anyway is not among them. */
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
 * The rules by which a record may have nothing where its fields are not shown, of those fields that have something. In: as
 * of `brokenRules`.
 */
export const hiddenValueRules = (
  entity: Entity,
  record: ConditionRecord,
  caller: ConditionCaller | undefined,
  written?: readonly string[],
): FieldRule[] =>
  rulesReading(entity, written).filter((rule) => {
    const field = rule.unlessShown && fieldOf(entity, rule.field);
    if (!field || isBlank(valueIn(record, rule.field, field))) return false;
    return ruleConditionHolds(entity, shownCondition(entity, rule), record, caller) === false;
  });

/** Where in a body the messages of rules stand. In: messages by the name of the field. */
export const atBodyPaths = (entity: Entity, messages: Readonly<Record<string, string>>): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(messages).map(([name, one]) => [writePathOf(name, fieldOf(entity, name) as Field), [one]]),
  );
