import { displaysFor } from '../../../../contract/lists/displays.ts';
import type { Role } from '../../../../contract/schema/access.ts';
import { type Entity, fieldOf, mayRead } from '../../../../contract/schema/entity.ts';
import { defaultSort, isSortable } from '../../../dataProvider/lists/defaultSort.ts';
import type { ListView } from '../views/listView.ts';
import { isFilterAllowed } from './filterFields.ts';

/**
 * The part of a saved view that applies to this role. Filters and a display that the list does not have for the role are
 * left out, and the list's own order replaces one that it cannot be sorted by.
 * @param look The view as it was saved, maybe by another role.
 * @returns The applicable view, and true in `isWhole` if nothing was left out.
 */
export function applicableView(
  entity: Entity,
  role: Role,
  look: ListView,
): { readonly look: ListView; readonly isWhole: boolean } {
  const { display, ...others } = look;
  const all = Object.entries(look.filter);
  const filter = all.filter(([name]) => isFilterAllowed(entity, role, name));
  const field = fieldOf(entity, look.sort.field);
  const own = defaultSort(entity);
  const isOwn = look.sort.field === own.field && look.sort.order === own.order;
  const isSorted = isOwn || (field !== undefined && mayRead(field, role) && isSortable(entity, look.sort.field));
  const isDisplayed = display === undefined || displaysFor(entity, role).includes(display);
  return {
    look: {
      ...others,
      ...(display && isDisplayed && { display }),
      filter: Object.fromEntries(filter),
      sort: isSorted ? look.sort : own,
    },
    isWhole: filter.length === all.length && isSorted && isDisplayed,
  };
}
