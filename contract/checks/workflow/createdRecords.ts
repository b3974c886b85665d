import { kindsThat } from '../../kinds/index.ts';
import { isCallerValue } from '../../schema/access.ts';
import { namedActions } from '../../schema/action.ts';
import {
  type AssignedValues,
  type CreatedRecords,
  type FromRecord,
  isFromRecord,
} from '../../schema/assignedValues.ts';
import type { Entity } from '../../schema/entity.ts';
import { storedFields } from '../../schema/entity.ts';
import type { Field, Fields } from '../../schema/field/field.ts';
import { entitySteps } from '../../schema/lifecycle.ts';
import { acceptsMore } from '../fields/compatibleFields.ts';
import { type Check, type CheckContext, mistake, storedField } from '../support/mistake.ts';
import { suggestion } from '../support/suggest.ts';
import { shownValue, whyNotAssignable } from './assignedValues.ts';

/** Checks the records of other entities that steps and actions create (issue 13 point 6). */

/** The parts of a step or an action that matter for the records it creates. */
interface StepCreates {
  readonly input?: Fields;
  readonly assign?: AssignedValues;
  readonly create?: CreatedRecords;
  readonly schedule?: unknown;
}

/** True if the field is never empty after the step. */
const isFilled = (name: string, field: Field, { input = {}, assign = {} }: StepCreates): boolean =>
  Boolean(field.required || field.serial || input[name]?.required || (assign[name] ?? null) !== null) ||
  (field.default ?? null) !== null ||
  name === 'id';

/** @returns Why a field of the record cannot be copied to a field of the new one, or undefined if it can. */
function whyNotCopyable(
  entity: Entity,
  { fromRecord: source }: FromRecord,
  to: Field,
  step: StepCreates,
): string | undefined {
  const from = storedField(entity, source);
  if (!from) return `which is no stored field of ${entity.name}; name one`;
  if (from.encrypted || from.hidden || from.read) return 'which not everybody may read; name another';
  const isId = source === 'id' && to.kind === 'reference';
  if (isId)
    return to.to === entity.name
      ? undefined
      : `and refers to ${to.to}, not to ${entity.name}; copy a reference to ${to.to}`;
  if (from.kind !== to.kind || from.to !== to.to)
    return `which is of the kind ${from.kind}, and the field of ${to.kind}; copy a field of the same kind and target`;
  if (acceptsMore(from, to)) return 'which takes values that the field does not; give both the same limits';
  return to.required && !isFilled(source, from, step)
    ? 'which may be empty, and the field is required; copy a required field, or write a value'
    : undefined;
}

const uncopyableKinds = kindsThat(({ scalar }) => !scalar);

function checkValue(
  context: CheckContext,
  target: Entity,
  name: string,
  value: CreatedRecords[string][string],
  step: StepCreates,
) {
  const field = storedField(target, name);
  if (!field || !Object.hasOwn(target.fields, name)) return 'is no stored field of it; name one';
  if (field.serial) return 'is drawn from a sequence; leave it out';
  if (uncopyableKinds.includes(field.kind)) return `is of the kind ${field.kind}; leave it out`;
  const why = isFromRecord(value) ? whyNotCopyable(context.entity, value, field, step) : whyNotAssignable(field, value);
  const valueText = isFromRecord(value) ? `fromRecord('${value.fromRecord}')` : shownValue(value);
  return why === undefined ? undefined : `is ${valueText}, ${why}`;
}

/**
 * Required fields of the new record that get no value. The clock has no caller, so `me` gives none in a scheduled step.
 */
function missingFields(target: Entity, values: CreatedRecords[string], { schedule }: StepCreates): string[] {
  const isGiven = (name: string, { default: start }: Field) =>
    Object.hasOwn(values, name)
      ? !(schedule && isCallerValue(values[name]))
      : !(schedule && isCallerValue(start)) && start !== undefined;
  return storedFields(target)
    .filter(([name, field]) => field.required && !field.serial && !isGiven(name, field))
    .filter(([name, field]) => !field.readOnly || Object.hasOwn(values, name))
    .map(([name]) => name);
}

function checkCreated(context: CheckContext, place: string, step: StepCreates): string[] {
  return Object.entries(step.create ?? {}).flatMap(([name, values]) => {
    const { entity, entities } = context;
    const report = (at: string, what: string) => mistake(entity, `${place}.create.${at}`, what);
    const target = entities.get(name);
    if (!target) return [report(name, `is no entity; ${suggestion(name, [...entities.keys()])}`)];
    return [
      ...Object.entries(values).flatMap(([key, value]) => {
        const why = checkValue(context, target, key, value, step);
        return why === undefined ? [] : [report(`${name}.${key}`, why)];
      }),
      ...missingFields(target, values, step).map((key) =>
        report(name, `lacks "${key}", which is required; give it a value`),
      ),
    ];
  });
}

/** Finds records that a step or an action could not create. */
export const checkCreatedRecords: Check = (context) => [
  ...entitySteps(context.entity).flatMap((step) => checkCreated(context, `lifecycle.${step.name}`, step)),
  ...namedActions(context.entity).flatMap((action) => checkCreated(context, `actions.${action.name}`, action)),
];
