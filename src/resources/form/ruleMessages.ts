import { brokenRules, fieldsRequiredByRules } from '../../../contract/conditions/checkRules.ts';
import { answeredRecord, type ConditionRecord, formRecord } from '../../../contract/conditions/evaluate.ts';
import { entityNamed } from '../../../contract/index.ts';
import { valueAt } from '../../../contract/lib/dottedPath.ts';
import { type AssignedValues, isFixedValue } from '../../../contract/schema/assignedValues.ts';
import { type Entity, fieldOf, readPathOf } from '../../../contract/schema/entity.ts';
import type { Field, Fields } from '../../../contract/schema/field/field.ts';
import { currentCaller } from '../../authProvider/authProvider.ts';
import { changedChildRows, changedFields } from '../../dataProvider/forms/childRows.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import type { FormValues, InputMessages } from '../formState/contractResolver.ts';
import { isBlank } from './enteredValues.ts';

/** The field as an input of these asks for it, by itself or within an object; undefined where none does. */
const inputFieldNamed = (fields: Fields, name: string): Field | undefined =>
  fields[name] ?? (Object.hasOwn(fields, name.split('.')[0] ?? '') ? fieldOf({ fields }, name) : undefined);

/** Messages by the names of fields, below the inputs that there are for them. */
const messagesAtInputs = (fields: Fields, broken: Readonly<Record<string, string>>): InputMessages =>
  Object.fromEntries(
    Object.entries(broken).flatMap(([name, said]) => {
      const field = inputFieldNamed(fields, name);
      return field ? [[readPathOf(name, field), said] as const] : [];
    }),
  );

/** What the rules between fields say, below the inputs that this form has. In: the entity, and the fields of the form. */
export const ruleMessages =
  (entity: Entity, fields: Fields) =>
  (values: FormValues): InputMessages =>
    messagesAtInputs(fields, brokenRules(entity, formRecord(values), currentCaller()));

/** What the rules between the fields of children say, below the inputs of their rows. In: the fields of the parent's form. */
export const childRuleMessages =
  (fields: Fields) =>
  (values: FormValues): InputMessages =>
    Object.assign(
      {},
      ...Object.entries(fields).map(([name, field]) => childSectionMessages(name, field, values[name])),
    );

function childSectionMessages(name: string, field: Field, value: unknown): InputMessages {
  const { forms, to = '' } = field;
  if (!forms) return {};
  const said = changedChildRows(field, value)
    .filter(([, row]) => !row.remove)
    .flatMap(([place, row]) => {
      const written = row.id === undefined ? undefined : changedFields(forms, row);
      const broken = brokenRules(entityNamed(to), formRecord({ ...row._was, ...row }), currentCaller(), written);
      return Object.entries(broken).map(([inner, message]) => [`${name}.${place}.${inner}`, message]);
    });
  return Object.fromEntries(said);
}

/** The fields that the rules want filled, as a form is; by name. */
export const requiredByRules = (entity: Entity, values: FormValues): ReadonlySet<string> =>
  fieldsRequiredByRules(entity, formRecord(values), currentCaller());

/** What is taken with a record: a step or an action. */
interface AppliedChange {
  readonly input?: Fields;
  readonly sets?: AssignedValues;
  /** The state that it leads to. */
  readonly to?: number | string;
}

/** What a step or an action sets of a field; undefined where it does not. */
function assignedValue({ sets = {}, to }: AppliedChange, state: string | undefined, name: string): unknown {
  if (to !== undefined && name === state) return to;
  const value = Object.hasOwn(sets, name) ? sets[name] : undefined;
  if (value === undefined || isFixedValue(value)) return value;
  return 'now' in value ? new Date().toISOString() : (currentCaller()?.[value.me] ?? null);
}

/**
 * The record as a step or an action would leave it. In: what was entered, and the names of what began with the record's own
 * value, which is emptied by being blank; all else that is blank the record keeps.
 */
function recordAfter(
  entity: Entity,
  record: RecordData,
  taken: AppliedChange,
  values: FormValues,
  begun: readonly string[],
) {
  const before = answeredRecord(record);
  return {
    ...before,
    value: (at) => {
      const [head, ...keys] = at.path;
      const set = assignedValue(taken, entity.lifecycle?.field, head);
      if (set !== undefined) return set;
      const input = taken.input?.[head];
      const entered = input && valueAt(values, [...readPathOf(head, input).split('.'), ...keys]);
      return isBlank(entered) && !begun.includes(head) ? before.value(at) : (entered ?? null);
    },
  } satisfies ConditionRecord;
}

/** What the rules between fields say of a record as a step or an action would leave it, below the inputs of its dialog. */
export const stepRuleMessages =
  (entity: Entity, record: RecordData, taken: AppliedChange, begun: readonly string[] = []) =>
  (values: FormValues): InputMessages => {
    const { input = {}, sets = {}, to } = taken;
    const state = to === undefined ? [] : [entity.lifecycle?.field ?? ''];
    const written = [...Object.keys({ ...input, ...sets }), ...state];
    const after = recordAfter(entity, record, taken, values, begun);
    return messagesAtInputs(input, brokenRules(entity, after, currentCaller(), written));
  };
