import { isFromRecord } from '../../conditions/fromRecord.ts';
import { kindsThat } from '../../kinds/index.ts';
import { isCallerValue } from '../../schema/access.ts';
import { namedActions } from '../../schema/action.ts';
import type { CreatedRecords } from '../../schema/assignedValues.ts';
import type { Entity } from '../../schema/entity.ts';
import { storedFields } from '../../schema/entity.ts';
import { isFromReference } from '../../schema/field/default.ts';
import type { Field } from '../../schema/field/field.ts';
import { entitySteps, type NamedStep } from '../../schema/lifecycle.ts';
import { type Check, type CheckContext, mistake, storedField } from '../support/mistake.ts';
import { suggestion } from '../support/suggest.ts';
import {
  type StepAssignments,
  shownValue,
  whyNeverWritten,
  whyNotAssignable,
  whyNotCopyable,
  whyNotReferenced,
} from './assignedValues.ts';

/** Checks the records of other entities that steps and actions create (issue 13 point 6) or change (issue 37). */

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
  const never = whyNeverWritten(field);
  if (never !== undefined) return never;
  if (uncopyableKinds.includes(field.kind)) return `is of the kind ${field.kind}; leave it out`;
  const isSourceFilled = (source: string, from: Field) => isFilled(source, from, step);
  if (isFromReference(value)) return whyNotReferenced(context, value, field, isSourceFilled);
  const why = isFromRecord(value)
    ? whyNotCopyable(context.entity, value, field, isSourceFilled)
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

/** Checks what a step or an action writes to the records that references of its own point to. */
function checkUpdated(context: CheckContext, place: string, step: StepAssignments): string[] {
  return Object.entries(step.update ?? {}).flatMap(([reference, values]) => {
    const { entity, entities } = context;
    const report = (at: string, what: string) => mistake(entity, `${place}.update.${at}`, what);
    const field = storedField(entity, reference);
    const target = field?.kind === 'reference' ? entities.get(field.to ?? '') : undefined;
    const references = storedFields(entity).flatMap(([name, { kind }]) => (kind === 'reference' ? [name] : []));
    if (!target) return [report(reference, `is no reference of the record; ${suggestion(reference, references)}`)];
    if (Object.keys(values).length === 0) return [report(reference, 'writes nothing; write { field: value }')];
    return Object.entries(values).flatMap(([key, value]) => {
      const why =
        step.schedule && isCallerValue(value)
          ? 'is filled in by who takes the step, and the clock takes it, too; leave it out'
          : checkValue(context, target, key, value, step);
      return why === undefined ? [] : [report(`${reference}.${key}`, why)];
    });
  });
}

/** True if a step that the clock takes would write something of its caller. */
const namesCaller = ({ assign = {}, create = {}, update = {} }: StepAssignments): boolean =>
  [assign, ...Object.values(create), ...Object.values(update)].flatMap(Object.values).some(isCallerValue);

/** Why a step cannot be applied to children, as the end of a sentence; undefined if it can. */
function whyNotUsable(taken: NamedStep, isByClock: boolean): string | undefined {
  if (taken.to === undefined) return 'which keeps the state and would be taken again; name one with "to"';
  const asked = Object.entries(taken.input ?? {}).find(([, one]) => one.required && one.default === undefined)?.[0];
  if (asked) return `which asks for "${asked}"; give that a default, or name another step`;
  return isByClock && namesCaller(taken)
    ? 'which writes something of who takes it, and the clock takes this step, too; name another step'
    : undefined;
}

/** Checks the steps that a step or an action takes with children. */
function checkStepsOfChildren(
  { entity, entities }: CheckContext,
  place: string,
  { takes = {}, schedule }: Pick<NamedStep, 'takes' | 'schedule'>,
): string[] {
  return Object.entries(takes).flatMap(([section, wanted]) => {
    const report = (what: string) => [mistake(entity, `${place}.takes.${section}`, what)];
    const declared = Object.hasOwn(entity.children ?? {}, section) ? entity.children?.[section] : undefined;
    const child = declared && entities.get(declared.entity);
    if (!child) return report(`is no section of children; ${suggestion(section, Object.keys(entity.children ?? {}))}`);
    const steps = entitySteps(child);
    const taken = steps.find((one) => one.name === wanted);
    const names = steps.map((one) => one.name);
    if (!taken) return report(`names "${wanted}", which is no step of ${child.name}; ${suggestion(wanted, names)}`);
    const why = whyNotUsable(taken, schedule !== undefined);
    return why === undefined ? [] : report(`names "${wanted}", ${why}`);
  });
}

/** Finds records that a step or an action could not create or change. */
export const checkWrittenRecords: Check = (context) => [
  ...[
    ...entitySteps(context.entity).map((step) => [`lifecycle.${step.name}`, step] as const),
    ...namedActions(context.entity).map((action) => [`actions.${action.name}`, action] as const),
  ].flatMap(([place, step]) => [
    ...checkCreated(context, place, step),
    ...checkUpdated(context, place, step),
    ...checkStepsOfChildren(context, place, step),
  ]),
];
