import type { Role } from '../../../../contract/schema/access.ts';
import { type Entity, fieldOf, mayRead } from '../../../../contract/schema/entity.ts';
import { defaultSort, isSortable } from '../../../dataProvider/lists/defaultSort.ts';
import type { ListView } from '../views/listView.ts';
import { isFilterAllowed } from './filterFields.ts';

/**
 * What a list takes of a view. In: how it was saved, maybe by another role. Out: the same without the filters that the list
 * does not have for this role, and in the list's own order where it cannot be sorted so; whether anything was left out.
 */
export function applicableView(
  entity: Entity,
  role: Role,
  look: ListView,
): { readonly look: ListView; readonly isWhole: boolean } {
  const all = Object.entries(look.filter);
  const filter = all.filter(([name]) => isFilterAllowed(entity, role, name));
  const field = fieldOf(entity, look.sort.field);
  const isSorted = field !== undefined && mayRead(field, role) && isSortable(entity, look.sort.field);
  return {
    look: { ...look, filter: Object.fromEntries(filter), sort: isSorted ? look.sort : { ...defaultSort(entity) } },
    isWhole: filter.length === all.length && isSorted,
  };
}
