import { isFromRecord } from '../../conditions/fromRecord.ts';
import { kindsThat } from '../../kinds/index.ts';
import { isCallerValue } from '../../schema/access.ts';
import { namedActions } from '../../schema/action.ts';
import type { CreatedRecords } from '../../schema/assignedValues.ts';
import type { Entity } from '../../schema/entity.ts';
import { storedFields } from '../../schema/entity.ts';
import type { Field } from '../../schema/field/field.ts';
import { entitySteps } from '../../schema/lifecycle.ts';
import { type Check, type CheckContext, mistake, storedField } from '../support/mistake.ts';
import { suggestion } from '../support/suggest.ts';
import { type StepAssignments, shownValue, whyNotAssignable, whyNotCopyable } from './assignedValues.ts';

/** Checks the records of other entities that steps and actions create (issue 13 point 6). */

/** True if the field is never empty after the step. */
const isFilled = (name: string, field: Field, { input = {}, assign = {} }: StepAssignments): boolean =>
  Boolean(field.required || field.serial || input[name]?.required || (assign[name] ?? null) !== null) ||
  (field.default ?? null) !== null ||
  name === 'id';

const uncopyableKinds = kindsThat(({ scalar }) => !scalar);

function checkValue(
  context: CheckContext,
  target: Entity,
  name: string,
  value: CreatedRecords[string][string],
  step: StepAssignments,
) {
  const field = storedField(target, name);
  if (!field || !Object.hasOwn(target.fields, name)) return 'is no stored field of it; name one';
  if (field.serial) return 'is drawn from a sequence; leave it out';
  if (uncopyableKinds.includes(field.kind)) return `is of the kind ${field.kind}; leave it out`;
  const why = isFromRecord(value)
    ? whyNotCopyable(context.entity, value, field, (source, from) => isFilled(source, from, step))
    : whyNotAssignable(field, value);
  return why === undefined ? undefined : `is ${shownValue(value)}, ${why}`;
}

/**
 * Required fields of the new record that get no value. The clock has no caller, so `me` gives none in a scheduled step.
 */
function missingFields(target: Entity, values: CreatedRecords[string], { schedule }: StepAssignments): string[] {
  const isGiven = (name: string, { default: start }: Field) =>
    Object.hasOwn(values, name)
      ? !(schedule && isCallerValue(values[name]))
      : !(schedule && isCallerValue(start)) && start !== undefined;
  return storedFields(target)
    .filter(([name, field]) => field.required && !field.serial && !isGiven(name, field))
    .filter(([name, field]) => !field.readOnly || Object.hasOwn(values, name))
    .map(([name]) => name);
}

function checkCreated(context: CheckContext, place: string, step: StepAssignments): string[] {
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
