import { kinds } from '../../kinds/index.ts';
import { hasRight, roles } from '../../schema/access.ts';
import type { Entity } from '../../schema/entity.ts';
import { lockedFieldsName } from '../../schema/field/environment.ts';
import type { Field } from '../../schema/field/field.ts';
import { type Check, mistake } from '../support/mistake.ts';

/** A start creates the record, so each field that it requires has a default that is known then. */
const checkSingleField = (entity: Entity, name: string, { required, default: start }: Field): string[] =>
  required && (start === undefined || typeof start === 'object')
    ? [mistake(entity, name, 'is required in the only record, which nobody creates; give it a fixed default')]
    : [];

function checkSingle(entity: Entity): string[] {
  const granted = (['create', 'remove'] as const).filter((right) =>
    roles.some((role) => hasRight(entity.access, right, role)),
  );
  return [
    ...granted.map((right) =>
      mistake(entity, `access.${right}`, 'is granted, and there is exactly one record; leave it out'),
    ),
    ...(entity.samples ? [mistake(entity, 'samples', 'would create records beside the only one; leave it out')] : []),
    ...Object.entries(entity.fields).flatMap(([name, field]) => checkSingleField(entity, name, field)),
  ];
}

/** Finds fields that name an environment variable where none can set them. */
function checkEnvironment(entity: Entity, name: string, field: Field): string[] {
  const { environment, hidden, readOnly, computed, kind } = field;
  if (environment === undefined) return [];
  if (!entity.single)
    return [mistake(entity, name, 'has "environment", and there may be many records; make the entity single')];
  if (!/^[A-Z][A-Z0-9_]*$/.test(environment))
    return [mistake(entity, name, `has the environment variable "${environment}"; write capitals, digits and _`)];
  if (hidden || readOnly || computed || kinds[kind].empty === 'object' || ['file', 'json', 'reference'].includes(kind))
    return [mistake(entity, name, 'has "environment", and no variable can set it; leave that out')];
  return [];
}

/** Checks entities with one record, and the fields that the environment sets. */
export const checkSingleRecord: Check = ({ entity }) => [
  ...(entity.single ? checkSingle(entity) : []),
  ...Object.entries(entity.fields).flatMap(([name, field]) =>
    name === lockedFieldsName && !field.computed
      ? [mistake(entity, name, 'has the name of the field that lists what the environment sets; write another')]
      : checkEnvironment(entity, name, field),
  ),
];
