import type { Entity } from '../../../contract/schema/entity.ts';
import { sqlLiteral } from '../schema/ddl.ts';
import type { SchemaColumn } from './liveSchema.ts';

/**
 * The prefix of a retired column or join table: it keeps its values under this name until a later migration drops it.
 */
const retiredPrefix = 'gone_';

export const retiredName = (name: string): string => `${retiredPrefix}${name}`;
export const isRetiredName = (name: string): boolean => name.startsWith(retiredPrefix);

/** Files of a dropped field are deleted after 30 days, as are those that a record releases. */
export function filesReleased(entity: Entity, column: string, live: SchemaColumn | undefined): string[] {
  const field = column.slice(retiredName('').length);
  // If a new field has the same name, its files cannot be distinguished from the old ones.
  if (live?.type !== 'jsonb' || Object.hasOwn(entity.fields, field)) return [];
  const which = `entity = ${sqlLiteral(entity.name)} and field = ${sqlLiteral(field)} and released_at is null`;
  return [`update stored_file set released_at = now() where ${which};`];
}
