import { useListContext } from 'react-admin';
import { valueAt } from '../../../../../contract/lib/dottedPath.ts';
import type { Entity } from '../../../../../contract/schema/entity.ts';
import { useResourceEntity } from '../../../ContractContext.ts';
import { productUnit } from '../../../values/format.ts';
import type { FilterValues, ListFilter } from '../activeFilters.ts';

/** True if the list is filtered by one record of the reference embedded as `as`; then all rows have the same unit. */
function isNarrowedToOne(entity: Entity, as: string, values: FilterValues): boolean {
  const [name = ''] = Object.entries(entity.fields).find(([, field]) => field.as === as) ?? [];
  const given = [values[name] ?? []].flat();
  return given.length === 1;
}

/** @returns the unit of all rows of a list; undefined if they may belong to several products or there are no rows */
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
 * Adds the unit of the product to a filter of quantities if the list is filtered by one product; the unit is read from
 * the rows. Other filters are returned unchanged.
 */
export function useFilterUnit(filter: ListFilter, values: FilterValues): ListFilter {
  const { data = [] } = useListContext();
  const entity = useResourceEntity();
  const { field } = filter;
  if (!entity || field?.unitOf === undefined) return filter;
  const unit = unitOfRows(entity, field.unitOf, values, data);
  if (unit === undefined) return filter;
  const { unitOf: _, ...counted } = field;
  return { ...filter, field: { ...counted, ...(unit && { unit: { en: unit, zh: unit } }) } };
}

/** True if the filtered quantities may have several units. */
export const hasMixedUnits = ({ field }: ListFilter): boolean => field?.unitOf !== undefined;
