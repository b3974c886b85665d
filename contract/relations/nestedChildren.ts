import { mayBeLeftOut, writable } from '../kinds/writable.ts';
import { hasRight, type Role } from '../schema/access.ts';
import type { ChildrenDeclaration } from '../schema/children.ts';
import { type Entity, mayWrite } from '../schema/entity.ts';
import type { Field, Fields, ItemForms } from '../schema/field/field.ts';

type Operation = 'create' | 'edit';

const mayWriteChild = ({ access, without = [] }: Entity, operation: Operation | 'remove', role: Role): boolean =>
  hasRight(access, operation, role) && !without.includes(operation);

/** The fields of a child that at least one of the roles may set when it is created or edited. */
function childFields(child: Entity, { add = [] }: ChildrenDeclaration, roles: readonly Role[], operation: Operation) {
  const writers = roles.filter((role) => mayWriteChild(child, operation, role));
  const isWritable = ([name, field]: [string, Field]) =>
    add.includes(name) && writers.some((role) => mayWrite(field, role, operation));
  const writableFields = Object.entries(child.fields).filter(isWritable);
  return Object.fromEntries(
    writableFields.map(([name, field]): [string, Field] => [name, mayBeLeftOut(field, operation)]),
  );
}

/** How an item in the body of an edit names its child and, like `If-Match`, the version that the client has seen. */
const childKeyFields = {
  id: { kind: 'integer', label: { en: 'No.', zh: '编号' }, required: true, min: 1 },
  version: { kind: 'integer', label: { en: 'Version', zh: '版本' }, min: 1 },
} as const satisfies Fields;

/** How an item requests that its child is deleted. */
const removeFields = {
  remove: { kind: 'boolean', label: { en: 'Delete', zh: '删除' }, required: true },
} as const satisfies Fields;

const hasFields = (fields: Fields): boolean => Object.keys(fields).length > 0;

/** The fields that an item in the body of an edit may have, for each operation that the roles may request. */
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

/** The list in a body for a section of children; undefined if none of the roles may write any. */
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
 * The children that a body may contain beside the record's own fields, as one list of objects for each section. A body
 * of a create contains new children; that of an edit may also change and delete them.
 * @param roles At least one of these roles must have the right to do so.
 */
export const nestedChildFields = (
  { children = {}, contract }: Pick<Entity, 'children' | 'contract'>,
  roles: readonly Role[],
  operation: Operation,
): Fields =>
  Object.fromEntries(
    Object.entries(children).flatMap(([name, one]): [string, Field][] => {
      const child = one.nested ? contract.byName.get(one.entity) : undefined;
      const field = child && childListField(child, one, roles, operation);
      return field ? [[name, field]] : [];
    }),
  );

/** The fields that a body of this role may contain: its own fields, and children to create, edit or delete. */
export const bodyFields = (entity: Entity, role: Role, operation: Operation): Fields => ({
  ...writable(entity, role, operation),
  ...nestedChildFields(entity, [role], operation),
});
