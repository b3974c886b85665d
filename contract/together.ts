import { may, type Role } from './access.ts';
import type { ChildrenDeclaration } from './children.ts';
import { type Entity, mayWrite } from './entity.ts';
import type { Field, Fields } from './field.ts';
import { entityNamed } from './index.ts';
import { mayBeLeftOut, writable } from './validation.ts';

/** How an entity is found by its name; the registry's own unless given. */
type Find = (name: string) => Entity | undefined;

const isMadeBy = ({ access, without = [] }: Entity, role: Role): boolean =>
  may(access, 'create', role) && !without.includes('create');

/** The fields of a child that one of the roles may set when it is made. */
function childFields(child: Entity, { add = [] }: ChildrenDeclaration, roles: readonly Role[]): Fields {
  const makers = roles.filter((role) => isMadeBy(child, role));
  const mine = ([name, field]: [string, Field]) =>
    add.includes(name) && makers.some((role) => mayWrite(field, role, 'create'));
  const whole = Object.entries(child.fields).filter(mine);
  return Object.fromEntries(whole.map(([name, field]) => [name, mayBeLeftOut(field, 'create')]));
}

/**
 * The children that a body makes with their parent, each as a list of objects by the name of the section. In: the
 * parent's declaration, and the roles of which one must be let to make such a child.
 */
export const togetherFields = (
  { children = {} }: Pick<Entity, 'children'>,
  roles: readonly Role[],
  find: Find = entityNamed,
): Fields =>
  Object.fromEntries(
    Object.entries(children).flatMap(([name, one]): [string, Field][] => {
      const child = one.together ? find(one.entity) : undefined;
      const fields = child && childFields(child, one, roles);
      if (!child || !fields || Object.keys(fields).length === 0) return [];
      const items: Field = { kind: 'object', label: child.label, fields };
      return [[name, { kind: 'list', label: one.label ?? child.labels, items }]];
    }),
  );

/** What a body of this role may name: the fields that it may set and, of a new record, the children that come with it. */
export const bodyFields = (entity: Entity, role: Role, operation: 'create' | 'edit', find?: Find): Fields => ({
  ...writable(entity, role, operation),
  ...(operation === 'create' && togetherFields(entity, [role], find)),
});
