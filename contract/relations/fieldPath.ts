import { type CheckContext, storedField } from '../checks/support/mistake.ts';
import { type Entity, isStored } from '../schema/entity.ts';
import type { Field } from '../schema/field/field.ts';

/** The field or choice that a name of a path refers to, by its `as` or its own name. */
function fieldNamed(entity: Entity, name: string): Field | undefined {
  const found = Object.entries(entity.fields).find(([key, field]) => field.as === name || key === name);
  return storedField(entity, found?.[0] ?? name);
}

/** The field of that name inside another field: of the referenced record, or of the object. */
function fieldWithin(field: Field, name: string, entities: CheckContext['entities']): Field | undefined {
  const inner = Object.hasOwn(field.fields ?? {}, name) ? field.fields?.[name] : undefined;
  if (field.fields) return isStored(inner) ? inner : undefined;
  const target = field.kind === 'reference' ? entities.get(field.to ?? '') : undefined;
  return target && fieldNamed(target, name);
}

/**
 * Follows a path (`product.category`, `params.place`) through references and into an object.
 * @returns The stored fields along the path, in order; undefined if the path is invalid.
 */
export function fieldsAlong(entity: Entity, path: string, entities: CheckContext['entities']): Field[] | undefined {
  const [head = '', ...rest] = path.split('.');
  let field = fieldNamed(entity, head);
  const along: Field[] = [];
  for (const name of [...rest, undefined]) {
    if (!field) return undefined;
    along.push(field);
    if (name === undefined) return along;
    // A path ends with a field inside an object.
    if (along.at(-2)?.fields) return undefined;
    field = fieldWithin(field, name, entities);
  }
  return along;
}
