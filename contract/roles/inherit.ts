import { type Right, type RowRule, rights } from '../conditions/condition.ts';
import { type Access, hasRight } from '../schema/access.ts';
import type { DeclaredEntity } from '../schema/entity.ts';
import { inheritRule } from './enterpriseRows.ts';
import { declarationOf, forRole, lineOf, type Role, roleDeclarations, roles, withHeirs } from './index.ts';

/** What the roles that inherit from others get of an entity's declaration (issue 37, section 1). */

/** The words of a declaration that list roles. */
const roleLists = ['roles', 'read', 'write', 'fixedFor'] as const;

const isRoleList = (value: unknown): value is readonly Role[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => roles.includes(one));

/**
 * A part of a declaration in which every list of roles also names the roles that inherit from one of them.
 * @param may the roles that have the right that the part needs
 * @param left the roles that have nothing to do with the entity
 */
function withHeirsIn(part: unknown, may: readonly Role[], left: readonly Role[]): unknown {
  if (Array.isArray(part)) return part.map((one) => withHeirsIn(one, may, left));
  if (typeof part !== 'object' || part === null || Object.getPrototypeOf(part) !== Object.prototype) return part;
  return Object.fromEntries(
    Object.entries(part).map(([word, value]) => {
      if (!roleLists.some((one) => one === word) || !isRoleList(value)) return [word, withHeirsIn(value, may, left)];
      return [
        word,
        withHeirs(value).filter((role) => !left.includes(role) && (value.includes(role) || may.includes(role))),
      ];
    }),
  );
}

/** The right that a part of a declaration needs, where it is another than `list`; `fields` need none. */
const neededRights: Readonly<Partial<Record<keyof DeclaredEntity, Right>>> = { lifecycle: 'edit', actions: 'get' };

/** The declaration with the roles that inherit in every list of roles, where they have the right to what it lists. */
function withHeirsInAll(entity: DeclaredEntity, access: Access, left: readonly Role[]): DeclaredEntity {
  const parts = Object.entries(entity).map(([name, part]) => {
    if (name === 'access') return [name, access];
    const right = neededRights[name as keyof DeclaredEntity] ?? 'list';
    const may = name === 'fields' ? roles : roles.filter((role) => hasRight(access, right, role));
    return [name, withHeirsIn(part, may, left)];
  });
  return Object.fromEntries(parts) as DeclaredEntity;
}

/** The row rule of a role: its own, else that of the nearest role it inherits from, about its own enterprises. */
function ruleOf({ rows }: Access, role: Role): RowRule | undefined {
  const from = lineOf(role).find((one) => rows[one] !== undefined);
  const rule = from && rows[from];
  if (!from || !rule || from === role) return rule;
  return inheritRule(rule, declarationOf(from).enterprises, declarationOf(role).enterprises);
}

/** The row rules with that of the role, or without any. */
function withRow(rows: Access['rows'], role: Role, rule: RowRule | undefined): Access['rows'] {
  const { [role]: _former, ...others } = rows;
  return rule === undefined ? others : { ...rows, [role]: rule };
}

/** The access with the rights of one more role: those that its declaration grants, else those it inherits. */
function withRole(access: Access, entity: string, role: Role): Access {
  const grant = declarationOf(role).grants?.[entity];
  const granted = grant === false ? [] : grant?.[1].split(' ');
  const lists = rights.flatMap((right) => {
    const named = access[right] ?? (right === 'get' ? access.list : undefined);
    const without = (named ?? []).filter((one) => one !== role);
    const has = granted
      ? granted.includes(right) || (right === 'get' && granted.includes('list'))
      : named?.some((one) => lineOf(role).includes(one));
    const list = has ? [...without, role] : without;
    return named || has ? [[right, list]] : [];
  });
  const rule = grant === false ? undefined : (grant?.[0] ?? ruleOf(access, role));
  const rows = withRow(access.rows, role, rule);
  return { ...access, ...Object.fromEntries(lists), rows };
}

/** The screens with the roles that may list the records by their own declaration, and that no screen names. */
function withScreens({ name, screens = [], embeddedIn = [] }: DeclaredEntity, access: Access) {
  const named = [...screens, ...embeddedIn].flatMap((one) => one.roles);
  const added = roles.filter(
    (role) => declarationOf(role).grants?.[name] && hasRight(access, 'list', role) && !named.includes(role),
  );
  return added.length === 0 ? screens : screens.map((screen) => ({ ...screen, roles: [...screen.roles, ...added] }));
}

/** True for a role of SPEC 3. Declarations name these; a list of all roles also has those that were added. */
const isOfSpec = (role: Role): boolean => declarationOf(role).id <= 5;

/** The access without the rights of some roles. */
const without = (access: Access, others: readonly Role[]): Access => ({
  ...access,
  ...Object.fromEntries(
    rights.flatMap((right) => {
      const list = access[right]?.filter((role) => !others.includes(role));
      return list ? [[right, list]] : [];
    }),
  ),
});

/** True if the roles of the product say something about an entity that the entity does not say itself. */
const speaksOf = (role: Role, entity: string): boolean => {
  const { inherits, grants } = declarationOf(role);
  return inherits !== undefined || grants?.[entity] !== undefined;
};

/** @returns The declaration with what each role is granted by its own declaration, or inherits. */
export function withInheritedRights(entity: DeclaredEntity): DeclaredEntity {
  if (!entity.access?.rows) return entity;
  const speaking = roleDeclarations.map(({ name }) => name).filter((role) => speaksOf(role, entity.name));
  const others = roles.filter((role) => !isOfSpec(role) && !speaking.includes(role) && !entity.access.rows[role]);
  if (speaking.length + others.length === 0) return entity;
  const declared = without(entity.access, others);
  const access = speaking.reduce((found, role) => withRole(found, entity.name, role), declared);
  const empty = entity.list?.empty;
  const whole = withHeirsInAll(entity, access, others);
  return {
    ...whole,
    ...(whole.screens && { screens: withScreens(whole, access) }),
    ...(empty && whole.list && { list: { ...whole.list, empty: withEmptyTexts(empty, speaking) } }),
  };
}

type EmptyTexts = NonNullable<NonNullable<DeclaredEntity['list']>['empty']>;

const withEmptyTexts = (empty: EmptyTexts, heirs: readonly Role[]): EmptyTexts => ({
  ...empty,
  ...Object.fromEntries(heirs.map((role) => [role, forRole(empty, role)]).filter(([, label]) => label)),
});
