import { kinds } from '../../../contract/kinds/index.ts';
import { defaultSortText } from '../../../contract/lists/listSort.ts';
import { type Entity, fieldOf, isQueryable } from '../../../contract/schema/entity.ts';

/**
 * The declared initial sort order of a list, in react-admin's form. An order by several fields is one name of them all,
 * as requests have it: `year,-quarter`.
 */
export function defaultSort(entity: Entity): { readonly field: string; readonly order: 'ASC' | 'DESC' } {
  const sort = defaultSortText(entity);
  const isSingle = !sort.includes(',');
  return isSingle && sort.startsWith('-') ? { field: sort.slice(1), order: 'DESC' } : { field: sort, order: 'ASC' };
}

/**
 * True if a list can be sorted by the column. Computed fields and fields inside an object have no database column to
 * sort by.
 */
export function isSortable(entity: Entity, name: string): boolean {
  const field = fieldOf(entity, name);
  return isQueryable(field) && !name.includes('.') && kinds[field.kind].list.sortedByHeading;
}
