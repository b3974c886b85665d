import { type Access, hasRight, type Role, staff } from '../schema/access.ts';
import { namedActions } from '../schema/action.ts';
import type { Entity } from '../schema/entity.ts';

/** The roles that read histories: the vendor's staff, each within its scope (docs/decisions/0025-history.md). */
export const historyRoles: readonly Role[] = staff;

export const historyPageSize = 20;

/** Audited actions that histories omit: views of a record, sign-ins and sign-outs. */
export const actionsNotInHistory = ['login', 'logout', 'act', 'return', 'export', 'view_secret'] as const;

/** The entity's current and former name, since old audit entries keep the former one. */
export const auditEntityNames = ({ name, migrate }: Pick<Entity, 'name' | 'migrate'>): readonly string[] =>
  migrate?.renamedFrom === undefined ? [name] : [name, migrate.renamedFrom];

const writes = ['create', 'edit', 'remove'] as const satisfies readonly (keyof Access)[];

/** True if records of the entity have a history: they can be read, and somebody may change them. */
export const hasHistory = (entity: Entity): boolean =>
  !entity.without?.includes('get') &&
  (writes.some((operation) => (entity.access[operation] ?? []).length > 0) ||
    entity.lifecycle !== undefined ||
    namedActions(entity).length > 0);

/** True if the role may read the history of the records that it may see. */
export const mayReadHistory = (entity: Entity, role: Role): boolean =>
  historyRoles.includes(role) && hasHistory(entity) && hasRight(entity.access, 'get', role);
