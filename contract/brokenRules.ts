import type { Condition, ConditionCaller } from './access.ts';
import { comparable } from './conditionValue.ts';
import { bodyPathOf, type Entity, fieldOf, sourceOf } from './entity.ts';
import type { Field } from './field.ts';
import type { FieldRule } from './fieldRule.ts';
import { message } from './message.ts';
import { type ConditionRecord, holdsFor } from './verdict.ts';

/** The fields of the record that a condition asks for. */
export const conditionNames = (condition: Condition): string[] =>
  Object.entries(condition).flatMap(([name, wanted]) =>
    name === 'anyOf' ? (wanted as readonly Condition[]).flatMap(conditionNames) : [name.split('.')[0] ?? ''],
  );

/** The fields of the record that a rule looks at. */
const lookedAt = ({ field, after, requiredWhen }: FieldRule): string[] => [
  field,
  ...(after === undefined ? [] : [after]),
  ...conditionNames(requiredWhen ?? {}),
];

const valueIn = (record: ConditionRecord, name: string, field: Field): unknown =>
  record.value({ field, path: [name], source: sourceOf(name, field).split('.'), ids: undefined });

/** Does the one lie after the other? Where one of them is no such value, its own rule says so. */
function isAfter(one: unknown, other: unknown): boolean {
  if (typeof one === 'string' && typeof other === 'string') return one > other;
  if (typeof one !== 'number' || typeof other !== 'number') return true;
  return Number.isNaN(one) || Number.isNaN(other) || one > other;
}

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

function said(entity: Entity, rule: FieldRule, record: ConditionRecord, caller: ConditionCaller | undefined) {
  const field = fieldOf(entity, rule.field);
  if (!field) return undefined;
  const value = valueIn(record, rule.field, field);
  const { requiredWhen, after = '' } = rule;
  if (requiredWhen && isBlank(value) && holdsFor(entity, requiredWhen, record, caller, 'values') === true)
    return message('required');
  const other = fieldOf(entity, after);
  if (!other) return undefined;
  const [mine, theirs] = [comparable(field, value), comparable(other, valueIn(record, after, other))];
  return isAfter(mine, theirs) ? undefined : message('after', { name_en: other.label.en, name_zh: other.label.zh });
}

/**
 * The rules between fields that a record breaks. In: the record as it would be stored, for whom, and the fields that
 * were written, where not all were: a rule over others alone is not asked. Out: messages by the name of the field.
 */
export function brokenRules(
  entity: Entity,
  record: ConditionRecord,
  caller: ConditionCaller | undefined,
  written?: readonly string[],
): Record<string, string> {
  const asked = (entity.rules ?? []).filter(
    (rule) => written === undefined || lookedAt(rule).some((name) => written.includes(name)),
  );
  return Object.fromEntries(
    asked.flatMap((rule): [string, string][] => {
      const wrong = said(entity, rule, record, caller);
      return wrong === undefined ? [] : [[rule.field, wrong]];
    }),
  );
}

/** Where in a body the messages of rules stand. In: messages by the name of the field. */
export const inBodyOf = (entity: Entity, messages: Readonly<Record<string, string>>): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(messages).map(([name, one]) => [bodyPathOf(name, fieldOf(entity, name) as Field), [one]]),
  );
