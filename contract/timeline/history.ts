import { type Access, hasRight, type Role, staff } from '../schema/access.ts';
import { namedActions } from '../schema/action.ts';
import type { Entity } from '../schema/entity.ts';

/** Who reads the history of records: the vendor's people, each in the own scope (docs/decisions/0025-history.md). */
export const historyRoles: readonly Role[] = staff;

/** How many entries a page of a history has. */
export const historyPageSize = 20;

/** What a history does not tell: who has looked at a record, or come and gone. */
export const actionsNotInHistory = ['login', 'logout', 'act', 'return', 'export', 'view_secret'] as const;

/** The names under which the audit has told of an entity's records; nothing that it holds is changed. */
export const auditEntityNames = ({ name, migrate }: Pick<Entity, 'name' | 'migrate'>): readonly string[] =>
  migrate?.renamedFrom === undefined ? [name] : [name, migrate.renamedFrom];

const writes = ['create', 'edit', 'remove'] as const satisfies readonly (keyof Access)[];

/** Has a record of the entity a history: can it be looked at, and is it anybody's to change? */
export const hasHistory = (entity: Entity): boolean =>
  !entity.without?.includes('get') &&
  (writes.some((operation) => (entity.access[operation] ?? []).length > 0) ||
    entity.lifecycle !== undefined ||
    namedActions(entity).length > 0);

/** May the role read the history of the entity's records that it may see? */
export const mayReadHistory = (entity: Entity, role: Role): boolean =>
  historyRoles.includes(role) && hasHistory(entity) && hasRight(entity.access, 'get', role);
