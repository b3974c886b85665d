import { describeAllowedValues, isAllowedValue } from '../../conditions/comparable.ts';
import { isCallerValue } from '../../conditions/condition.ts';
import { kinds } from '../../kinds/index.ts';
import { valueFilters } from '../../lists/filters.ts';
import { callerEntity, knownProperties } from '../../roles/callerEntity.ts';
import { hasRight, type Role } from '../../schema/access.ts';
import { namedActions } from '../../schema/action.ts';
import { type Entity, fieldOf, mayRead } from '../../schema/entity.ts';
import type { Field } from '../../schema/field/field.ts';
import { entitySteps } from '../../schema/lifecycle.ts';
import type { Narrowing, QueueDeclaration } from '../../schema/queue.ts';
import { checkLabel } from '../fields/fields.ts';
import { type Check, mistake, storedField, wrongLetters } from '../support/mistake.ts';
import { suggestion, unknownNames } from '../support/suggest.ts';

const fieldNamed = (entity: Entity, name: string): Field | undefined =>
  entity.list.parameters?.[name] ?? storedField(entity, name);

/** One mistake if some of the roles may not read the field. */
function checkRolesRead(entity: Entity, place: string, name: string, roles: readonly Role[]): string[] {
  const field = entity.list.parameters?.[name] ?? fieldOf(entity, name.split('.')[0] ?? '');
  const deniedRoles = field ? roles.filter((role) => !mayRead(field, role)) : [];
  return deniedRoles.length > 0
    ? [mistake(entity, place, `names "${name}", which ${deniedRoles.join(', ')} may not read; leave it out`)]
    : [];
}

/** Checks that the filter exists, that every role may use it, and that values of a choice exist. */
export function checkNarrowing(entity: Entity, place: string, only: Narrowing, roles: readonly Role[]): string[] {
  const known = valueFilters(entity);
  return Object.entries(only).flatMap(([name, wanted]) => {
    if (!known.includes(name)) return unknownNames(entity, `${place} only`, [name], known, 'the filter');
    if (isCallerValue(wanted)) {
      const owner = callerEntity(wanted.me);
      const isOwned = owner !== undefined && fieldNamed(entity, name)?.to === owner;
      const cure = owner ? `is no reference to ${owner}; name one` : `which nobody has; write ${knownProperties()}`;
      return isOwned
        ? checkRolesRead(entity, `${place} only`, name, roles)
        : [
            mistake(
              entity,
              `${place} only`,
              `compares "${name}" with me('${wanted.me}'), ${owner ? 'and it ' : ''}${cure}`,
            ),
          ];
    }
    const isValue = (one: unknown) => one === null || ['string', 'number', 'boolean'].includes(typeof one);
    if (![wanted].flat().every(isValue))
      return [
        mistake(
          entity,
          `${place} only`,
          `compares "${name}" with a condition, and narrows as a filter does; write a value, or a list of values`,
        ),
      ];
    const field = fieldNamed(entity, name);
    const strange =
      field && !field.choices && storedField(entity, name)
        ? [wanted].flat().filter((one) => one !== null && !isAllowedValue(field, one))
        : [];
    if (field && strange.length > 0)
      return [
        mistake(
          entity,
          `${place} only`,
          `wants ${JSON.stringify(strange[0])} as "${name}"; write ${describeAllowedValues(field)}`,
        ),
      ];
    const choices = field?.choices?.map(({ id }) => id);
    const values = (Array.isArray(wanted) ? wanted : [wanted]) as readonly (number | string)[];
    const unknownValues = choices ? values.filter((value) => !choices.includes(value)) : [];
    return [
      ...unknownValues.map((value) =>
        mistake(
          entity,
          `${place} only`,
          `wants ${value} as "${name}", which is no choice; write one of ${(choices ?? []).join(', ')}`,
        ),
      ),
      ...checkRolesRead(entity, `${place} only`, name, roles),
    ];
  });
}

/** Checks that there are roles, and that each of them may list the records. */
export function checkRolesList(entity: Entity, place: string, roles: readonly Role[]): string[] {
  const deniedRoles = roles.filter((role) => !hasRight(entity.access, 'list', role));
  return [
    ...(roles.length === 0 ? [mistake(entity, place, 'is for nobody; write a role in "roles"')] : []),
    ...deniedRoles.map((role) => mistake(entity, place, `is for ${role}, who may not list; leave it out`)),
  ];
}

/** The queue goes by a point in time or a day, by which the list can be sorted. */
function checkSince(entity: Entity, place: string, { since }: QueueDeclaration): string[] {
  const sortable = [...entity.list.columns, ...(entity.list.sortable ?? []), 'created_at'];
  const field = storedField(entity, since);
  if (!field || kinds[field.kind].time === undefined)
    return [mistake(entity, place, `goes by "${since}", which is no point in time and no day; name one`)];
  return sortable.includes(since)
    ? []
    : [mistake(entity, place, `goes by "${since}", by which the list cannot be sorted; add it to list.sortable`)];
}

/** Each step must be allowed to at least one role of the queue. */
function checkSteps(entity: Entity, place: string, { steps = [], roles }: QueueDeclaration): string[] {
  const known = [...entitySteps(entity), ...namedActions(entity)];
  const names = known.map(({ name }) => name);
  const deniedSteps = known.filter(
    (one) => steps.includes(one.name) && !one.roles.some((role) => roles.includes(role)),
  );
  return [
    ...unknownNames(entity, place, steps, names, 'the step'),
    ...deniedSteps.map(({ name }) =>
      mistake(entity, place, `names the step "${name}", which none of its roles may take; leave it out`),
    ),
  ];
}

function checkQueue(entity: Entity, name: string, queue: QueueDeclaration): string[] {
  const place = `queue.${name}`;
  const unknownFields = queue.shows.filter((one) => !fieldOf(entity, one));
  return [
    ...wrongLetters(name).map((what) => mistake(entity, place, what)),
    ...checkLabel(entity, place, queue.label),
    ...checkRolesList(entity, place, queue.roles),
    ...checkNarrowing(entity, place, queue.only, queue.roles),
    ...checkSince(entity, place, queue),
    ...unknownFields.map((one) =>
      mistake(entity, place, `shows "${one}", which is no field; ${suggestion(one, Object.keys(entity.fields))}`),
    ),
    ...[...queue.shows, queue.since].flatMap((one) => checkRolesRead(entity, place, one, queue.roles)),
    ...checkSteps(entity, place, queue),
  ];
}

/** Checks that the roles of a queue can list, sort and process its records. */
export const checkQueues: Check = ({ entity }) =>
  Object.entries(entity.queue ?? {}).flatMap(([name, queue]) => checkQueue(entity, name, queue));
