import { entityNamed } from '../index.ts';
import { mayBeLeftOut, writable } from '../kinds/validation.ts';
import { hasRight, type Role } from '../schema/access.ts';
import type { ChildrenDeclaration } from '../schema/children.ts';
import { type Entity, mayWrite } from '../schema/entity.ts';
import type { Field, Fields, ItemForms } from '../schema/field/field.ts';

/** How an entity is found by its name; the registry's own unless given. */
type EntityLookup = (name: string) => Entity | undefined;
type Operation = 'create' | 'edit';

const mayWriteChild = ({ access, without = [] }: Entity, operation: Operation | 'remove', role: Role): boolean =>
  hasRight(access, operation, role) && !without.includes(operation);

/** The fields of a child that one of the roles may set when it is made, or when it is changed. */
function childFields(child: Entity, { add = [] }: ChildrenDeclaration, roles: readonly Role[], operation: Operation) {
  const writers = roles.filter((role) => mayWriteChild(child, operation, role));
  const theirs = ([name, field]: [string, Field]) =>
    add.includes(name) && writers.some((role) => mayWrite(field, role, operation));
  const whole = Object.entries(child.fields).filter(theirs);
  return Object.fromEntries(whole.map(([name, field]): [string, Field] => [name, mayBeLeftOut(field, operation)]));
}

/** How an item of the body of an edit says which child it is of and, as `If-Match` does, the version that was seen last. */
const childKeyFields = {
  id: { kind: 'integer', label: { en: 'No.', zh: '编号' }, required: true, min: 1 },
  version: { kind: 'integer', label: { en: 'Version', zh: '版本' }, min: 1 },
} as const satisfies Fields;

/** How it says that the child is to go. */
const removeFields = {
  remove: { kind: 'boolean', label: { en: 'Delete', zh: '删除' }, required: true },
} as const satisfies Fields;

const hasFields = (fields: Fields): boolean => Object.keys(fields).length > 0;

/** What an item of the body of an edit may name, for what one of the roles may ask. */
function childItemForms(child: Entity, one: ChildrenDeclaration, roles: readonly Role[]): ItemForms {
  const made = childFields(child, one, roles, 'create');
  const changed = childFields(child, one, roles, 'edit');
  return {
    ...(hasFields(made) && { made }),
    ...(hasFields(changed) && { changed: { ...childKeyFields, ...changed } }),
    ...(roles.some((role) => mayWriteChild(child, 'remove', role)) && {
      removed: { ...childKeyFields, ...removeFields },
    }),
  };
}

/** The list that stands in a body for a section of children; undefined where none of the roles may ask for anything. */
function childListField(
  child: Entity,
  one: ChildrenDeclaration,
  roles: readonly Role[],
  operation: Operation,
): Field | undefined {
  const forms = operation === 'edit' ? childItemForms(child, one, roles) : undefined;
  const fields = forms
    ? { ...forms.removed, ...forms.changed, ...forms.made }
    : childFields(child, one, roles, 'create');
  if (!hasFields(fields)) return undefined;
  const items: Field = { kind: 'object', label: child.label, fields };
  return { kind: 'list', label: one.label ?? child.labels, items, ...(forms && { forms, to: child.name }) };
}

/**
 * The children that a body has beside its record's own fields, each sort as a list of objects by the name of the section:
 * those that are made with it, and in the body of an edit also those that change or go. In: the parent's declaration, and
 * the roles of which one must be let to do so.
 */
export const nestedChildFields = (
  { children = {} }: Pick<Entity, 'children'>,
  roles: readonly Role[],
  operation: Operation,
  find: EntityLookup = entityNamed,
): Fields =>
  Object.fromEntries(
    Object.entries(children).flatMap(([name, one]): [string, Field][] => {
      const child = one.nested ? find(one.entity) : undefined;
      const field = child && childListField(child, one, roles, operation);
      return field ? [[name, field]] : [];
    }),
  );

/** What a body of this role may name: the fields that it may set, and the children that it brings, changes or removes. */
export const bodyFields = (entity: Entity, role: Role, operation: Operation, find?: EntityLookup): Fields => ({
  ...writable(entity, role, operation),
  ...nestedChildFields(entity, [role], operation, find),
});
