import { refersToCaller } from '../../conditions/compile.ts';
import { kinds } from '../../kinds/index.ts';
import { isTime } from '../../lists/filters.ts';
import { callerEntity, knownProperties } from '../../roles/callerEntity.ts';
import { namedActions } from '../../schema/action.ts';
import { type AssignedValues, isByClock, isFixedValue } from '../../schema/assignedValues.ts';
import type { Entity } from '../../schema/entity.ts';
import type { Field, Fields } from '../../schema/field/field.ts';
import { entitySteps, type NamedStep } from '../../schema/lifecycle.ts';
import { whyInvalid } from '../fields/sampleValues.ts';
import { type Check, mistake, storedField } from '../support/mistake.ts';
import { checkScheduleTime } from './schedules.ts';

/** Checks the values that steps assign, and scheduled steps (issue 13 point 6). */

/** @returns Why the value cannot be assigned to the field, or undefined if it can. */
export function whyNotAssignable(field: Field, value: AssignedValues[string]): string | undefined {
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
  const owner = callerEntity(value.me);
  if (!owner) return `which nobody has; write ${knownProperties()}`;
  return field.to === owner ? undefined : `and refers to no ${owner}; name a reference to one`;
}

export const shownValue = (value: AssignedValues[string]): string => {
  if (isFixedValue(value)) return JSON.stringify(value);
  if (isByClock(value)) return 'now' in value ? 'now' : 'today';
  return `me('${value.me}')`;
};

interface StepAssignments {
  readonly input?: Fields;
  readonly assign?: AssignedValues;
}

function checkAssign(entity: Entity, place: string, { input = {}, assign = {} }: StepAssignments): string[] {
  return Object.entries(assign).flatMap(([name, value]) => {
    const report = (what: string) => [mistake(entity, `${place}.assign.${name}`, what)];
    const field = storedField(entity, name);
    if (!field || !Object.hasOwn(entity.fields, name)) return report('is no stored field; name one');
    if (name === entity.lifecycle?.field && place.startsWith('lifecycle.'))
      return report('is the state, which the step sets; leave it out');
    if (Object.hasOwn(input, name)) return report('is asked for as well; leave one of them out');
    if (!kinds[field.kind].scalar && field.kind !== 'file') return report(`is of the kind ${field.kind}; leave it out`);
    const why = whyNotAssignable(field, value);
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
export const checkAssignedValues: Check = ({ entity }) => {
  const steps = entitySteps(entity);
  return [
    ...steps.flatMap((step) => [
      ...checkAssign(entity, `lifecycle.${step.name}`, step),
      ...checkSchedule(entity, step),
    ]),
    ...namedActions(entity).flatMap((action) => checkAssign(entity, `actions.${action.name}`, action)),
  ];
};
