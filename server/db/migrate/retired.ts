import type { Entity } from '../../../contract/schema/entity.ts';
import { literal } from '../schema/ddl.ts';
import type { Column } from './liveSchema.ts';

/** What is moved aside before it is dropped: a column, or a join table, keeps its values under this name. */
const aside = 'gone_';

export const asideOf = (name: string): string => `${aside}${name}`;
export const isAside = (name: string): boolean => name.startsWith(aside);

/** The files of a field that is dropped go as those do that a record lets go: 30 days later, from the disk as well. */
export function filesReleased(entity: Entity, column: string, live: Column | undefined): string[] {
  const field = column.slice(asideOf('').length);
  // Files of a new field of that name are told apart from them by nothing.
  if (live?.type !== 'jsonb' || Object.hasOwn(entity.fields, field)) return [];
  const which = `entity = ${literal(entity.name)} and field = ${literal(field)} and released_at is null`;
  return [`update stored_file set released_at = now() where ${which};`];
}
