import { useListContext, useResourceContext } from 'react-admin';
import { entities } from '../../../../../contract/index.ts';
import { valueAt } from '../../../../../contract/lib/dottedPath.ts';
import type { Entity } from '../../../../../contract/schema/entity.ts';
import { productUnit } from '../../../values/format.ts';
import type { FilterValues, ListFilter } from '../activeFilters.ts';

/** Is the list narrowed to one record of the reference that goes by this name? Then all its rows are counted as one thing. */
function isNarrowedToOne(entity: Entity, as: string, values: FilterValues): boolean {
  const [name = ''] = Object.entries(entity.fields).find(([, field]) => field.as === as) ?? [];
  const given = [values[name] ?? []].flat();
  return given.length === 1;
}

/** What all rows of a list are counted in; undefined while they may be of several products, or none is there. */
function unitOfRows(
  entity: Entity,
  unitOf: string,
  values: FilterValues,
  rows: readonly unknown[],
): string | undefined {
  const [as = ''] = unitOf.split('.');
  const [first] = rows;
  const product = isNarrowedToOne(entity, as, values) && first ? valueAt(first, unitOf) : undefined;
  return product === undefined || product === null ? undefined : productUnit(product);
}

/**
 * A filter over quantities that are counted by the unit of their product, with that unit where the list is narrowed to one
 * product: its rows tell which it is. Another filter as it is.
 */
export function useFilterUnit(filter: ListFilter, values: FilterValues): ListFilter {
  const { data = [] } = useListContext();
  const resource = useResourceContext();
  const entity = entities.find(({ name }) => name === resource);
  const { field } = filter;
  if (!entity || field?.unitOf === undefined) return filter;
  const unit = unitOfRows(entity, field.unitOf, values, data);
  if (unit === undefined) return filter;
  const { unitOf: _, ...counted } = field;
  return { ...filter, field: { ...counted, ...(unit && { unit: { en: unit, zh: unit } }) } };
}

/** May what the filter looks at be counted in several units? */
export const hasMixedUnits = ({ field }: ListFilter): boolean => field?.unitOf !== undefined;
