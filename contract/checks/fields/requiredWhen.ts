import { requiredCondition } from '../../conditions/checkRules.ts';
import { columnsRead } from '../../conditions/columnsRead.ts';
import { conditionHolds } from '../../conditions/evaluate.ts';
import { storedRecord } from '../../conditions/records.ts';
import { type Condition, hasRight, type Role, roles } from '../../schema/access.ts';
import { namedActions } from '../../schema/action.ts';
import type { AssignedValues } from '../../schema/assignedValues.ts';
import { type Entity, fieldOf, mayWrite } from '../../schema/entity.ts';
import type { Field, Fields } from '../../schema/field/field.ts';
import { entitySteps } from '../../schema/lifecycle.ts';
import type { FieldRule } from '../../schema/rule.ts';
import { mistake } from '../support/mistake.ts';

/** Checks that a role which makes a field required by a rule can also fill it in. */

const headOf = (name: string): string => name.split('.')[0] ?? '';

/** True if the inputs include the field; a dotted name is a field inside an object. */
export const inputHasField = (input: Fields, name: string): boolean =>
  Object.hasOwn(input, headOf(name)) && fieldOf({ fields: input }, name) !== undefined;

/** True if the role may set the field, and the object around it, with the operation. */
function canWrite(entity: Entity, name: string, role: Role, operation: 'create' | 'edit'): boolean {
  const { access, without = [] } = entity;
  const along = [headOf(name), name].map((one) => fieldOf(entity, one));
  const isWritten = along.every((field) => field !== undefined && mayWrite(field, role, operation));
  return isWritten && hasRight(access, operation, role) && !without.includes(operation);
}

/**
 * Roles whose create or edit can make the rule require a field that they cannot write. A rule without a condition
 * applies to every create.
 */
function rolesBlockedInBodies(entity: Entity, name: string, causes: readonly string[]): Role[] {
  const isCause = (role: Role, operation: 'create' | 'edit') =>
    causes.length === 0
      ? operation === 'create' && hasRight(entity.access, operation, role) && !entity.without?.includes(operation)
      : causes.some((cause) => canWrite(entity, cause, role, operation));
  const isStuck = (role: Role, operation: 'create' | 'edit') =>
    !canWrite(entity, name, role, operation) && isCause(role, operation);
  return roles.filter((role) => isStuck(role, 'create') || isStuck(role, 'edit'));
}

/** The fields that a step or an action sets, and the state it leads to. */
interface StepWrites {
  readonly name: string;
  readonly roles: readonly Role[];
  readonly input?: Fields;
  readonly assign?: AssignedValues;
  readonly from?: readonly unknown[];
  readonly to?: string | number;
}

/** True if what the condition asks of the state holds in this one; true if it asks nothing. */
function holdsInState(entity: Entity, needed: Condition, state: unknown): boolean {
  const name = entity.lifecycle?.field ?? '';
  const wanted = needed[name];
  if (wanted === undefined) return true;
  return conditionHolds(entity, { [name]: wanted }, storedRecord({ [name]: state }), undefined) === true;
}

/** True if the condition can be met in the state that the step leads to. */
const allowsState = (entity: Entity, needed: Condition, { to }: StepWrites): boolean =>
  to === undefined || holdsInState(entity, needed, to);

/** True if the condition asks for a state, and for each state from which the step starts: the field is filled in already. */
function isRequiredBefore(entity: Entity, needed: Condition, { from = [] }: StepWrites): boolean {
  const isAsked = needed[entity.lifecycle?.field ?? ''] !== undefined;
  return isAsked && from.length > 0 && from.every((state) => holdsInState(entity, needed, state));
}

/** Roles of a step that makes the rule require a field which neither the step nor an edit by the role can set. */
function rolesBlockedInStep(entity: Entity, { field }: FieldRule, needed: Condition, step: StepWrites): Role[] {
  const { input = {}, assign = {}, to } = step;
  const state = to === undefined ? undefined : entity.lifecycle?.field;
  const isWritten = (name: string) =>
    inputHasField(input, name) || Object.hasOwn(assign, headOf(name)) || name === state;
  const isAsked = columnsRead(entity, needed).some(
    (name) => isWritten(name) && !(name === state && isRequiredBefore(entity, needed, step)),
  );
  if (!isAsked || isWritten(field) || !allowsState(entity, needed, step)) return [];
  return step.roles.filter((role) => !canWrite(entity, field, role, 'edit'));
}

/**
 * Finds roles that a rule requires a field from but that cannot set it.
 * @param field The field that the rule names.
 */
export function checkRequiredWhen(entity: Entity, rule: FieldRule, field: Field): string[] {
  const needed = requiredCondition(entity, rule);
  if (!needed || (field.default ?? null) !== null) return [];
  const place = `rules, ${rule.field},`;
  const names = columnsRead(entity, needed);
  const blockedRoles = rolesBlockedInBodies(entity, rule.field, names);
  const steps: StepWrites[] = [...entitySteps(entity), ...namedActions(entity)];
  const advice = `let them write "${rule.field}", or give it a default`;
  return [
    ...(blockedRoles.length === 0
      ? []
      : [
          mistake(
            entity,
            place,
            names.length === 0
              ? `is required of ${blockedRoles.join(', ')}, who cannot set it; ${advice}`
              : `is required by ${names.map((name) => `"${name}"`).join(', ')}, which ${blockedRoles.join(', ')} may set without it; ${advice}`,
          ),
        ]),
    ...steps.flatMap((step) => {
      const blockedInStep = rolesBlockedInStep(entity, rule, needed, step);
      if (blockedInStep.length === 0) return [];
      return [
        mistake(
          entity,
          place,
          `may be required with "${step.name}", which ${blockedInStep.join(', ')} may take without setting it; ask for it in its "input", or ${advice}`,
        ),
      ];
    }),
  ];
}
