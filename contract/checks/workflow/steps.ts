import { refersToCaller } from '../../conditions/compile.ts';
import { namedActions } from '../../schema/action.ts';
import { isByClock, isFixedValue } from '../../schema/assignedValues.ts';
import type { Entity } from '../../schema/entity.ts';
import type { Field, Fields } from '../../schema/field/field.ts';
import { entitySteps, type NamedStep } from '../../schema/lifecycle.ts';
import { requirementsOf } from '../../schema/requirement.ts';
import { acceptsMore } from '../fields/compatibleFields.ts';
import { checkLabel } from '../fields/fields.ts';
import { type Check, type CheckContext, mistake, repeated, storedField } from '../support/mistake.ts';
import { accessOptions, storedOptions } from '../support/optionNames.ts';
import { checkConfirmText } from '../support/placeholders.ts';
import { neverHolds, whyNeverWritten } from './assignedValues.ts';

/** True if a condition of the step never holds for a record with the values that it assigns. */
function endsCondition(entity: Entity, step: NamedStep): boolean {
  const assigned = Object.entries(step.assign ?? {}).flatMap(([name, value]) =>
    isFixedValue(value) ? [[name, value]] : isByClock(value) ? [[name, new Date().toISOString()]] : [],
  );
  const values = Object.fromEntries(assigned);
  return requirementsOf(step).some(({ holds }) => neverHolds(entity, holds, values));
}

/** A step without a target state keeps the state. Only the clock takes it, and it must not be due again afterwards. */
function checkSameState(entity: Entity, step: NamedStep): string[] {
  if (step.to !== undefined) return [];
  const report = (what: string) => [mistake(entity, `lifecycle.${step.name}`, what)];
  if (step.roles.length > 0 || !step.schedule)
    return report('leads to no state; write it in "to", or leave it to the clock with "roles: []" and a "schedule"');
  return endsCondition(entity, step)
    ? []
    : report('keeps the state and would be due again and again; assign a value for which "when" does not hold');
}

/** A step whose `when` contradicts each state that it starts from. */
function checkPossible(entity: Entity, step: NamedStep): string[] {
  const field = entity.lifecycle?.field ?? '';
  // A condition on the caller is left out: who takes the step is not known here.
  const isImpossible = requirementsOf(step).some(
    ({ holds }) => !refersToCaller(holds) && step.from.every((state) => neverHolds(entity, holds, { [field]: state })),
  );
  return step.from.length > 0 && isImpossible
    ? [
        mistake(
          entity,
          `lifecycle.${step.name}`,
          'has a "when" that never holds in the states of "from"; change one of them',
        ),
      ]
    : [];
}

/** True if a step or an action of another record applies the step to its children. */
const isAppliedWithParent = ({ entity, entities }: CheckContext, { name }: NamedStep): boolean =>
  [...entities.values()].some((parent) =>
    [...entitySteps(parent), ...namedActions(parent)].some(({ takes = {} }) =>
      Object.entries(takes).some(([at, taken]) => taken === name && parent.children?.[at]?.entity === entity.name),
    ),
  );

/** Finds steps that nothing can take, and steps that a request body could not tell apart. */
function checkStep(context: CheckContext, step: NamedStep, before: readonly NamedStep[]): string[] {
  const { entity } = context;
  const place = `lifecycle.${step.name}`;
  const same = before.filter(
    (one) =>
      step.to !== undefined &&
      one.to === step.to &&
      one.from.some((state) => step.from.includes(state)) &&
      one.roles.some((role) => step.roles.includes(role)),
  );
  return [
    ...(step.from.length === 0 ? [mistake(entity, place, 'starts from no state; write one in "from"')] : []),
    ...repeated(step.from).map((state) =>
      mistake(entity, place, `starts from the state ${state} twice; leave one out`),
    ),
    ...repeated(step.roles).map((role) => mistake(entity, place, `names ${role} in "roles" twice; leave one out`)),
    ...(step.roles.length === 0 && !step.schedule && !isAppliedWithParent(context, step)
      ? [
          mistake(
            entity,
            place,
            'is for nobody; write a role in "roles", a "schedule", or the step in "takes" of a parent',
          ),
        ]
      : []),
    ...(step.to !== undefined && step.from.includes(step.to)
      ? [mistake(entity, place, `leads from ${step.to} to itself; leave ${step.to} out of "from"`)]
      : []),
    ...checkSameState(entity, step),
    ...checkPossible(entity, step),
    ...(step.done ? checkLabel(entity, place, step.done, '"done"') : []),
    ...(step.confirm
      ? [
          ...checkLabel(entity, place, step.confirm, 'question'),
          ...checkConfirmText(entity, place, step.confirm, step.roles),
        ]
      : []),
    ...same.map((one) => {
      const why = `leads one role from one state to ${step.to}, as ${one.name} does`;
      return mistake(entity, place, `${why}; keep one of them, or part their "from" or "roles"`);
    }),
  ];
}

/** An input with the name of a field is stored in it, so it must have the same kind and accept no other values. */
export const checkStoredInput = (entity: Entity, at: string, asked: Fields): string[] =>
  Object.entries(asked).flatMap(([name, input]) => {
    const place = `${at}.${name}`;
    if (name === entity.lifecycle?.field) return [mistake(entity, place, 'is the state itself; leave it out')];
    const field = storedField(entity, name);
    if (!field) return [];
    const never = whyNeverWritten(field);
    if (never !== undefined) return [mistake(entity, place, never)];
    if (field.kind !== input.kind)
      return [
        mistake(entity, place, `is of the kind ${input.kind}, and the field is of ${field.kind}; write the same`),
      ];
    return acceptsMore(input, field)
      ? [mistake(entity, place, 'takes values that the field does not; write its choices and bounds')]
      : [];
  });

/** Options that apply only to fields of the record; other inputs of a step are not stored. */
const recordOptions: readonly (keyof Field)[] = [...accessOptions, ...storedOptions];

/** Finds options of inputs that are not stored, where these options have no effect. */
export const checkUnstoredInput = (entity: Entity, place: string, asked: Fields): string[] =>
  Object.entries(asked).flatMap(([name, input]) =>
    recordOptions
      .filter((word) => input[word])
      .map((word) =>
        mistake(entity, `${place}.${name}`, `says "${word}", which holds for fields of the record alone; leave it out`),
      ),
  );

/** Inputs of a step that are not fields of the record. */
const extraInputs = (entity: Entity, { input = {} }: NamedStep): Fields =>
  Object.fromEntries(Object.entries(input).filter(([name]) => !Object.hasOwn(entity.fields, name)));

/** Only steps change the state, so it must be read-only; every record needs an initial state. */
function checkState(entity: Entity): string[] {
  const name = entity.lifecycle?.field ?? '';
  const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
  if (field?.kind !== 'choice') return [];
  return [
    ...(field.readOnly
      ? []
      : [mistake(entity, name, 'is the state of the lifecycle and could be set; make it readOnly')]),
    ...(field.default === undefined && !field.required
      ? [mistake(entity, name, 'is the state of the lifecycle and starts as none; give it a default')]
      : []),
  ];
}

/** Checks the steps of a lifecycle and their inputs. */
export const checkSteps: Check = (context) => {
  const { entity } = context;
  const steps = entitySteps(entity);
  return [
    ...checkState(entity),
    ...steps.flatMap((step, index) => [
      ...checkStep(context, step, steps.slice(0, index)),
      ...checkStoredInput(entity, `lifecycle.${step.name}.input`, step.input ?? {}),
      ...checkUnstoredInput(entity, `lifecycle.${step.name}.input`, extraInputs(entity, step)),
    ]),
  ];
};
