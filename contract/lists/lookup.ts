import { hasRight, type Role } from '../schema/access.ts';
import type { Entity } from '../schema/entity.ts';

type LookupEntity = Pick<Entity, 'access' | 'without'>;

/** True if the role may list the records. */
export const mayList = ({ access, without = [] }: LookupEntity, role: Role | undefined): boolean =>
  hasRight(access, 'list', role) && !without.includes('list');

/** True if the role may pick one of the records, from the list or by looking up titles. */
export const mayPick = (entity: LookupEntity, role: Role | undefined): boolean =>
  mayList(entity, role) || hasRight(entity.access, 'lookup', role);

/** True if any role may look up records of the entity. */
export const hasLookup = ({ access: { lookup = [] } }: Pick<Entity, 'access'>): boolean => lookup.length > 0;
