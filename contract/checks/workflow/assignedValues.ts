import { parseCondition, refersToCaller } from '../../conditions/compile.ts';
import { evaluate } from '../../conditions/evaluate.ts';
import { type FromRecord, isFromRecord } from '../../conditions/fromRecord.ts';
import { storedRecord } from '../../conditions/records.ts';
import { kinds } from '../../kinds/index.ts';
import { isTime } from '../../lists/filters.ts';
import { callerEntity, knownProperties } from '../../roles/callerEntity.ts';
import { type Condition, isCallerValue } from '../../schema/access.ts';
import { namedActions } from '../../schema/action.ts';
import {
  type AssignedValues,
  type CreatedRecords,
  isByClock,
  isFixedValue,
  type UpdatedRecords,
} from '../../schema/assignedValues.ts';
import { type Entity, fieldOf } from '../../schema/entity.ts';
import { isFromReference, type ReferencedValue } from '../../schema/field/default.ts';
import type { Field, Fields } from '../../schema/field/field.ts';
import { entitySteps, type NamedStep } from '../../schema/lifecycle.ts';
import { type Requirements, requirementsOf } from '../../schema/requirement.ts';
import { acceptsMore } from '../fields/compatibleFields.ts';
import { checkReferencedValue } from '../fields/defaults.ts';
import { whyInvalid } from '../fields/sampleValues.ts';
import { type Check, type CheckContext, countableField, mistake, storedField } from '../support/mistake.ts';
import { checkScheduleTime } from './schedules.ts';

/** Checks the values that steps assign, and scheduled steps (issue 13 point 6). */

/** @returns Why nobody may write the field, or undefined: the database counts it, or draws it from a sequence. */
export function whyNeverWritten({ serial, rollup }: Field): string | undefined {
  if (serial !== undefined) return 'is drawn from a sequence; leave it out';
  return rollup ? 'is counted from other records; leave it out' : undefined;
}

/** @returns Why the value cannot be assigned to the field, or undefined if it can. */
export function whyNotAssignable(
  field: Field,
  value: Exclude<AssignedValues[string], FromRecord | ReferencedValue>,
): string | undefined {
  if (isFixedValue(value)) {
    if (value === null)
      return field.required || field.default !== undefined
        ? `but the field is never empty, since it ${field.required ? 'is required' : 'has a default'}; write a value, or take that away`
        : undefined;
    return whyInvalid(field, value);
  }
  if (isByClock(value)) {
    if (!isTime(field)) return 'and is neither a day nor a time; write a value';
    return 'today' in value && kinds[field.kind].time === 'moment' ? 'and is a point in time; write now' : undefined;
  }
  if (!isCallerValue(value)) return 'which is no value; write one, now, today, me(…) or fromRecord(…)';
  const owner = callerEntity(value.me);
  if (!owner) return `which nobody has; write ${knownProperties()}`;
  return field.to === owner ? undefined : `and refers to no ${owner}; name a reference to one`;
}

export const shownValue = (value: AssignedValues[string]): string => {
  if (isFixedValue(value)) return JSON.stringify(value);
  if (isByClock(value)) return 'now' in value ? 'now' : 'today';
  if (isFromRecord(value)) return `fromRecord('${value.fromRecord}')`;
  if (isFromReference(value)) return `{ from: '${value.from}', field: '${value.field}' }`;
  return isCallerValue(value) ? `me('${value.me}')` : JSON.stringify(value);
};

/** The parts of a step or an action that matter for the values that it sets, in the record or in one that it creates. */
export interface StepAssignments extends Requirements {
  readonly input?: Fields;
  readonly assign?: AssignedValues;
  readonly create?: CreatedRecords;
  readonly update?: UpdatedRecords;
  readonly schedule?: unknown;
}

/** True if the condition holds for no record with these values, whatever else it has. */
export function neverHolds(entity: Entity, condition: Condition, values: Readonly<Record<string, unknown>>): boolean {
  const { tree, mistakes } = parseCondition(entity, condition);
  return mistakes.length === 0 && evaluate(tree, storedRecord(values), undefined) === false;
}

/** True if a step or an action refuses records whose field is empty. */
const isRefusedEmpty = (entity: Entity, name: string, step: Requirements): boolean =>
  requirementsOf(step).some(({ holds }) => neverHolds(entity, holds, { [name]: null }));

/** True if the field is not empty in any record that a step or an action runs on. */
const isFilledBefore = (
  entity: Entity,
  name: string,
  { required, serial, default: start }: Field,
  step: Requirements,
) => Boolean(required || serial) || (start ?? null) !== null || name === 'id' || isRefusedEmpty(entity, name, step);

/**
 * @param isFilled true if the field is not empty where the value is read
 * @returns Why a field of the record cannot be copied to another one, or undefined if it can.
 */
export function whyNotCopyable(
  entity: Entity,
  { fromRecord: source }: FromRecord,
  to: Field,
  isFilled: (source: string, from: Field) => boolean,
): string | undefined {
  const from = countableField(entity, source);
  if (!from) return `which is no stored or calculated field of ${entity.name}; name one`;
  if (from.encrypted || from.hidden || from.read) return 'which not everybody may read; name another';
  if (source === 'id' && to.kind === 'reference')
    return to.to === entity.name
      ? undefined
      : `and refers to ${to.to}, not to ${entity.name}; copy a reference to ${to.to}`;
  if (from.kind !== to.kind || from.to !== to.to)
    return `which is of the kind ${from.kind}, and the field of ${to.kind}; copy a field of the same kind and target`;
  if (acceptsMore(from, to)) return 'which takes values that the field does not; give both the same limits';
  return to.required && !isFilled(source, from)
    ? 'which may be empty, and the field is required; copy a required field, or write a value'
    : undefined;
}

/** True if a reference of the record is filled in, and the field of the other record, too. */
function isReferencedFilled(
  { entity, entities }: CheckContext,
  { from, field }: ReferencedValue,
  isFilled: (source: string, from: Field) => boolean,
): boolean {
  const reference = fieldOf(entity, from);
  const source = entities.get(reference?.to ?? '')?.fields[field];
  return Boolean(reference && isFilled(from, reference) && (source?.required || (source?.default ?? null) !== null));
}

/** @returns Why the value of a referenced record cannot be copied to the field, or undefined if it can. */
export function whyNotReferenced(
  context: CheckContext,
  value: ReferencedValue,
  to: Field,
  isFilled: (source: string, from: Field) => boolean,
): string | undefined {
  const [why] = checkReferencedValue(context, context.entity.fields, undefined, to, value, 'is filled');
  if (why !== undefined || !to.required || isReferencedFilled(context, value, isFilled)) return why;
  return `is filled with "${value.field}" of "${value.from}", which may be empty, and the field is required; make both required`;
}

function checkAssign(context: CheckContext, place: string, step: StepAssignments): string[] {
  const { entity } = context;
  const { input = {}, assign = {} } = step;
  return Object.entries(assign).flatMap(([name, value]) => {
    const report = (what: string) => [mistake(entity, `${place}.assign.${name}`, what)];
    const field = storedField(entity, name);
    if (!field || !Object.hasOwn(entity.fields, name)) return report('is no stored field; name one');
    if (name === entity.lifecycle?.field && place.startsWith('lifecycle.'))
      return report('is the state, which the step sets; leave it out');
    if (Object.hasOwn(input, name)) return report('is asked for as well; leave one of them out');
    if (!kinds[field.kind].scalar && field.kind !== 'file') return report(`is of the kind ${field.kind}; leave it out`);
    const never = whyNeverWritten(field);
    if (never !== undefined) return report(never);
    const isFilled = (source: string, from: Field) => isFilledBefore(entity, source, from, step);
    if (isFromReference(value)) {
      const why = whyNotReferenced(context, value, field, isFilled);
      return why === undefined ? [] : report(why);
    }
    const why = isFromRecord(value) ? whyNotCopyable(entity, value, field, isFilled) : whyNotAssignable(field, value);
    return why === undefined ? [] : report(`is set to ${shownValue(value)}, ${why}`);
  });
}

/** A scheduled step has no caller and no one to ask for input. */
function checkSchedule(entity: Entity, step: NamedStep): string[] {
  const { schedule, input = {}, assign = {}, when } = step;
  if (!schedule) return [];
  const report = (what: string) => mistake(entity, `lifecycle.${step.name}.schedule`, what);
  const asked = Object.keys(input).filter((name) => input[name]?.required);
  const mine = Object.keys(assign).filter((name) => refersToCaller(assign[name]));
  const byClock = 'and the clock takes the step, too';
  return [
    ...checkScheduleTime(entity, `lifecycle.${step.name}.schedule`, schedule),
    ...asked.map((name) => report(`cannot ask for "${name}", which is required; make it a step of its own`)),
    ...mine.map((name) => report(`assigns "${name}" by who takes the step, ${byClock}; leave it out`)),
    ...(refersToCaller(when) ? [report(`has a "when" that asks who takes the step, ${byClock}; leave "me" out`)] : []),
  ];
}

/** Checks the assigned values of steps and actions, and the schedules of steps. */
export const checkAssignedValues: Check = (context) => {
  const { entity } = context;
  const steps = entitySteps(entity);
  return [
    ...steps.flatMap((step) => [
      ...checkAssign(context, `lifecycle.${step.name}`, step),
      ...checkSchedule(entity, step),
    ]),
    ...namedActions(entity).flatMap((action) => checkAssign(context, `actions.${action.name}`, action)),
  ];
};
