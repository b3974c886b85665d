import { kinds } from '../../../contract/kinds/index.ts';
import { type Entity, fieldOf, isQueryable } from '../../../contract/schema/entity.ts';

/** The declared initial sort order of a list, in react-admin's form. */
export const defaultSort = ({ list: { sort } }: Entity) =>
  ({ field: sort.replace(/^-/, ''), order: sort.startsWith('-') ? 'DESC' : 'ASC' }) as const;

/**
 * True if a list can be sorted by the column. Computed fields and fields inside an object have no database column to
 * sort by.
 */
export function isSortable(entity: Entity, name: string): boolean {
  const field = fieldOf(entity, name);
  return isQueryable(field) && !name.includes('.') && kinds[field.kind].list.sortedByHeading;
}
