import { hasRight, type Role } from '../schema/access.ts';
import type { Entity } from '../schema/entity.ts';

type LookupEntity = Pick<Entity, 'access' | 'without'>;

/** May this role ask for the list of records? */
export const mayList = ({ access, without = [] }: LookupEntity, role: Role | undefined): boolean =>
  hasRight(access, 'list', role) && !without.includes('list');

/** May this role pick one of its records, from their list or by a lookup of their titles? */
export const mayPick = (entity: LookupEntity, role: Role | undefined): boolean =>
  mayList(entity, role) || hasRight(entity.access, 'lookup', role);

/** Has the entity a lookup for anybody? */
export const hasLookup = ({ access: { lookup = [] } }: Pick<Entity, 'access'>): boolean => lookup.length > 0;
