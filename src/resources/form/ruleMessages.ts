import { brokenRules, fieldsRequiredByRules } from '../../../contract/conditions/checkRules.ts';
import { callerProperty } from '../../../contract/conditions/condition.ts';
import { answeredRecord, type ConditionRecord } from '../../../contract/conditions/evaluate.ts';
import { isFromRecord } from '../../../contract/conditions/fromRecord.ts';
import { calculated, formRecord } from '../../../contract/conditions/records.ts';
import { kinds } from '../../../contract/kinds/index.ts';
import { dateInZone } from '../../../contract/kinds/resolveDefault.ts';
import { valueAt } from '../../../contract/lib/dottedPath.ts';
import { type AssignedValues, isByClock, isFixedValue } from '../../../contract/schema/assignedValues.ts';
import { type Contract, type Entity, fieldOf, readPathOf } from '../../../contract/schema/entity.ts';
import { isFromReference } from '../../../contract/schema/field/default.ts';
import type { Field, Fields } from '../../../contract/schema/field/field.ts';
import { currentCaller } from '../../authProvider/authProvider.ts';
import { changedChildRows, changedFields } from '../../dataProvider/forms/childRows.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { browserZone } from '../../i18n/timeZone.ts';
import type { FormValues, InputMessages } from '../formState/contractResolver.ts';
import { isBlank } from './enteredValues.ts';

/** The field as these inputs ask for it, by itself or inside an object; undefined if no input does. */
const inputFieldNamed = (fields: Fields, name: string): Field | undefined =>
  fields[name] ?? (Object.hasOwn(fields, name.split('.')[0] ?? '') ? fieldOf({ fields }, name) : undefined);

/** Messages by field name, moved to the inputs that exist. */
const messagesAtInputs = (fields: Fields, broken: Readonly<Record<string, string>>): InputMessages =>
  Object.fromEntries(
    Object.entries(broken).flatMap(([name, message]) => {
      const field = inputFieldNamed(fields, name);
      return field ? [[readPathOf(name, field), message] as const] : [];
    }),
  );

/** A form with the clock of the browser, and the record before the change if there is one. */
const writtenForm = (values: FormValues, former?: ConditionRecord): ConditionRecord => ({
  ...formRecord(values),
  zone: browserZone(),
  ...(former && { former }),
});

/**
 * The messages of the rules between fields, at the inputs of this form.
 * @param fields The fields of the form.
 * @param record The record that the form changes.
 */
export const ruleMessages =
  (entity: Entity, fields: Fields, record?: FormValues) =>
  (values: FormValues): InputMessages =>
    messagesAtInputs(fields, brokenRules(entity, writtenForm(values, record && formRecord(record)), currentCaller()));

/**
 * The messages of the rules between the fields of children, at the inputs of their rows.
 * @param fields The fields of the parent's form.
 */
export const childRuleMessages =
  (contract: Contract, fields: Fields) =>
  (values: FormValues): InputMessages =>
    Object.assign(
      {},
      ...Object.entries(fields).map(([name, field]) => childSectionMessages(contract, name, field, values[name])),
    );

function childSectionMessages(contract: Contract, name: string, field: Field, value: unknown): InputMessages {
  const { forms, to = '' } = field;
  if (!forms) return {};
  const child = contract.entity(to);
  const messages = changedChildRows(field, value)
    .filter(([, row]) => !row.remove)
    .flatMap(([index, row]) => {
      const written = row.id === undefined ? undefined : changedFields(forms, row);
      const broken = brokenRules(
        child,
        writtenForm({ ...row._was, ...row }, row._was && formRecord(row._was)),
        currentCaller(),
        written,
      );
      return Object.entries(broken).map(([inner, message]) => [`${name}.${index}.${inner}`, message]);
    });
  return Object.fromEntries(messages);
}

/** The names of the fields that the rules require for these values. */
export const requiredByRules = (entity: Entity, values: FormValues): ReadonlySet<string> =>
  fieldsRequiredByRules(entity, formRecord(values), currentCaller());

/** A step or an action that is applied to a record. */
interface AppliedChange {
  readonly input?: Fields;
  readonly assign?: AssignedValues;
  /** The target state. */
  readonly to?: number | string;
}

/** The value that a step or an action assigns to a field; undefined if it assigns none. */
function assignedValue(entity: Entity, { assign = {}, to }: AppliedChange, name: string, record: RecordData): unknown {
  const { fields, lifecycle } = entity;
  if (to !== undefined && name === lifecycle?.field) return to;
  const value = Object.hasOwn(assign, name) ? assign[name] : undefined;
  if (value === undefined || isFixedValue(value)) return value;
  if (isFromReference(value)) return undefined;
  if (isFromRecord(value)) {
    const source = fieldOf(entity, value.fromRecord);
    return (source && valueAt(record, readPathOf(value.fromRecord, source))) ?? null;
  }
  if (!isByClock(value)) return callerProperty(currentCaller(), value.me);
  const isDay = fields[name] && kinds[fields[name].kind].time === 'day';
  return isDay ? dateInZone(browserZone(), new Date()) : new Date().toISOString();
}

/**
 * The record as it would be after a step or an action.
 * @param values The entered values.
 * @param prefilled Names of fields that were prefilled from the record: blank, they clear the record's value. Other
 * blank values leave the record unchanged.
 */
function recordAfter(
  entity: Entity,
  record: RecordData,
  change: AppliedChange,
  values: FormValues,
  prefilled: readonly string[],
) {
  const before = answeredRecord(record);
  return {
    ...before,
    zone: browserZone(),
    former: before,
    calculated,
    value: (at) => {
      // Computed anew, from what is entered.
      if (at.worksWith) return undefined;
      const [head, ...keys] = at.path;
      // Only the server knows the value of another record.
      if (isFromReference(change.assign?.[head])) return undefined;
      const assigned = assignedValue(entity, change, head, record);
      if (assigned !== undefined) return assigned;
      const input = change.input?.[head];
      const entered = input && valueAt(values, [...readPathOf(head, input).split('.'), ...keys]);
      return isBlank(entered) && !prefilled.includes(head) ? before.value(at) : (entered ?? null);
    },
  } satisfies ConditionRecord;
}

/** The names of the inputs that the rules require for a record after a step or an action. */
export const requiredByStep =
  (entity: Entity, record: RecordData, change: AppliedChange, prefilled: readonly string[] = []) =>
  (values: FormValues): ReadonlySet<string> => {
    const after = recordAfter(entity, record, change, values, prefilled);
    const required = fieldsRequiredByRules(entity, after, currentCaller());
    // An input that is left blank leaves the value of the record as it is.
    const isToFill = (name: string): boolean => {
      const field = fieldOf(entity, name);
      return prefilled.includes(name) || !field || isBlank(valueAt(record, readPathOf(name, field)));
    };
    return new Set([...required].filter(isToFill));
  };

/** The messages of the rules between fields for a record after a step or an action, at the inputs of its dialog. */
export const stepRuleMessages =
  (entity: Entity, record: RecordData, change: AppliedChange, prefilled: readonly string[] = []) =>
  (values: FormValues): InputMessages => {
    const { input = {}, assign = {}, to } = change;
    const state = to === undefined ? [] : [entity.lifecycle?.field ?? ''];
    const written = [...Object.keys({ ...input, ...assign }), ...state];
    const after = recordAfter(entity, record, change, values, prefilled);
    return messagesAtInputs(input, brokenRules(entity, after, currentCaller(), written));
  };
