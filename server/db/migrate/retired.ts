import type { Entity } from '../../../contract/schema/entity.ts';
import { literal } from '../schema/ddl.ts';
import type { Column } from './liveSchema.ts';

/**
 * The prefix of a retired column or join table: it keeps its values under this name until a later migration drops it.
 */
const aside = 'gone_';

export const asideOf = (name: string): string => `${aside}${name}`;
export const isAside = (name: string): boolean => name.startsWith(aside);

/** Files of a dropped field are deleted after 30 days, as are those that a record releases. */
export function filesReleased(entity: Entity, column: string, live: Column | undefined): string[] {
  const field = column.slice(asideOf('').length);
  // If a new field has the same name, its files cannot be distinguished from the old ones.
  if (live?.type !== 'jsonb' || Object.hasOwn(entity.fields, field)) return [];
  const which = `entity = ${literal(entity.name)} and field = ${literal(field)} and released_at is null`;
  return [`update stored_file set released_at = now() where ${which};`];
}
