import { filterParameters } from '../../lists/filters.ts';
import { hasRight, type Role, roles } from '../../schema/access.ts';
import { type Entity, fieldOf, mayRead } from '../../schema/entity.ts';
import type { Field } from '../../schema/field/field.ts';
import { unitReference } from '../../values/unit.ts';
import { type Check, mistake, repeated } from '../support/mistake.ts';

/** Finds filter parameters with the same name, from two filters or from a filter and a parameter of the list. */
function checkNames(entity: Entity): string[] {
  const all = filterParameters(entity).filter(({ operator: way }) => way !== 'all');
  const own = Object.keys(entity.list.parameters ?? {});
  const isMade = (name: string) => all.some((one) => one.name === name && one.operator !== 'is');
  return repeated([...all.map(({ name }) => name), ...own])
    .filter(isMade)
    .map((name) => {
      const { filter } = all.find((one) => one.name === name && one.operator !== 'is') ?? {};
      const what = `makes the parameter "filter_${name}" of "${filter}", which is there already; leave one of them out`;
      return mistake(entity, 'list.filters', what);
    });
}

/** Roles that can filter by a field but not read its currency or unit. */
const rolesWithoutRead = (entity: Entity, field: Field, unitField: Field): Role[] =>
  roles.filter((role) => hasRight(entity.access, 'list', role) && mayRead(field, role) && !mayRead(unitField, role));

/** A filter by an amount needs its currency, which every role that filters must be able to read. */
function checkAmount(entity: Entity, name: string): string[] {
  const field = fieldOf(entity, name);
  if (field?.kind !== 'money') return [];
  const report = (what: string) => [mistake(entity, 'list.filters', `names "${name}", ${what}`)];
  const currency = field.currency === undefined ? undefined : fieldOf(entity, field.currency);
  if (!currency) return report('an amount of no currency; say its "currency"');
  const deniedRoles = rolesWithoutRead(entity, field, currency);
  return deniedRoles.length > 0
    ? report(`whose currency ${deniedRoles.join(', ')} may not read; let them, or leave it out`)
    : [];
}

/**
 * Limits of a quantity are in a product's unit, so the list must also be filterable by the reference to the product, by
 * the same roles.
 */
function checkQuantity(entity: Entity, name: string): string[] {
  const field = fieldOf(entity, name);
  const by = unitReference(entity.fields, field);
  const leads = by === undefined ? undefined : entity.fields[by];
  if (!field || by === undefined || !leads) return [];
  const report = (what: string) => [mistake(entity, 'list.filters', `names "${name}", whose unit ${what}`)];
  if (!entity.list.filters?.includes(by))
    return report(`is that of "${by}", by which the list is not narrowed; add it, or leave "${name}" out`);
  const deniedRoles = rolesWithoutRead(entity, field, leads);
  return deniedRoles.length > 0
    ? report(`${deniedRoles.join(', ')} may not read; let them read "${by}", or leave it out`)
    : [];
}

/** A list's range must not be a filter too. */
const checkRangeNotFilter = (entity: Entity, { list } = entity): string[] =>
  list.range !== undefined && list.filters?.includes(list.range)
    ? [mistake(entity, 'list.filters', `names "${list.range}", which is the range of the list already; leave it out`)]
    : [];

/** Checks the filter parameters of a list. */
export const checkFilters: Check = ({ entity }) => [
  ...checkNames(entity),
  ...(entity.list.filters ?? []).flatMap((name) => [...checkAmount(entity, name), ...checkQuantity(entity, name)]),
  ...checkRangeNotFilter(entity),
];
