import { enterprise } from './enterprise.ts';
import { generalAdmin } from './generalAdmin.ts';
import type { RoleDeclaration } from './role.ts';
import { salesMan } from './salesMan.ts';
import { subordinate } from './subordinate.ts';
import { superAdmin } from './superAdmin.ts';

/** Every role of the product, one line each, in the order of their numbers. A role of your own is added here. */
const declared = [superAdmin, generalAdmin, salesMan, enterprise, subordinate] as const;

type Declared = (typeof declared)[number];

export type Role = Declared['name'];
export type RoleId = Declared['id'];

/** The names of all roles. */
export const roles: readonly Role[] = declared.map(({ name }) => name);

/** The declarations of all roles. */
export const roleDeclarations: readonly (RoleDeclaration & { readonly name: Role; readonly id: RoleId })[] = declared;

const byName: ReadonlyMap<string, (typeof roleDeclarations)[number]> = new Map(
  roleDeclarations.map((role) => [role.name, role]),
);

/**
 * The declaration of a role.
 * @throws if there is no such role
 */
export function declarationOf(role: string): (typeof roleDeclarations)[number] {
  const found = byName.get(role);
  if (!found) throw new Error(`there is no role "${role}"`);
  return found;
}

/** Role numbers of SPEC 3, and of the roles that were added. */
export const roleIds = Object.fromEntries(declared.map(({ name, id }) => [name, id])) as {
  readonly [role in Declared as role['name']]: role['id'];
};

/** The role of SPEC 3 with the fewest rights. */
export const leastRole: Role = 'Subordinate';

/** @returns The role with this number, or undefined for an unknown number. */
export const roleOf = (id: number): Role | undefined => declared.find((role) => role.id === id)?.name;

/** @returns The role and those it inherits from, nearest first. A role that inherits from itself ends there. */
export function lineOf(role: Role): readonly Role[] {
  const line: Role[] = [];
  for (let next: string | undefined = role; next !== undefined && byName.has(next); next = byName.get(next)?.inherits) {
    if (line.some((one) => one === next)) break;
    line.push(next as Role);
  }
  return line;
}

/** @returns True if the role is the other one, or inherits from it. */
export const isRole = (role: Role | undefined, other: Role): boolean =>
  role !== undefined && lineOf(role).includes(other);

/** @returns The roles, and after them those that inherit from one of them. */
export function withHeirs(named: readonly Role[]): readonly Role[] {
  const heirs = roles.filter((role) => !named.includes(role) && named.some((other) => isRole(role, other)));
  return heirs.length === 0 ? named : [...named, ...heirs];
}

/** @returns The value of the role in a map by role, or of the nearest role it inherits from that has one. */
export function forRole<Value>(values: Readonly<Partial<Record<Role, Value>>>, role: Role): Value | undefined {
  const own = lineOf(role).find((one) => values[one] !== undefined);
  return own && values[own];
}

const onSide = (side: RoleDeclaration['side']): readonly Role[] =>
  roleDeclarations.filter((role) => role.side === side).map(({ name }) => name);

export const admins = withHeirs(['SuperAdmin', 'GeneralAdmin']);
/** Roles of the vendor that work with customers. */
export const staff = withHeirs(['SuperAdmin', 'GeneralAdmin', 'SalesMan']);

/** Roles that see more than their own records; sub-users do not. */
export const staffAndEnterprise = withHeirs(['SuperAdmin', 'GeneralAdmin', 'SalesMan', 'Enterprise']);

/** Roles that manage accounts for programs. */
export const adminsAndEnterprise = withHeirs(['SuperAdmin', 'GeneralAdmin', 'Enterprise']);

/** Roles of an enterprise's users. */
export const customers = onSide('customer');

/** True for a role that belongs to an enterprise. */
export const isCustomer = (role: Role | undefined): boolean => customers.some((one) => one === role);

/** The properties that users of single roles have: each with the entity it refers to, and its role. */
export const ownProperties = roleDeclarations.flatMap(({ name: role, own = {} }) =>
  Object.entries(own).map(([name, property]) => ({ name, role, ...property })),
);
