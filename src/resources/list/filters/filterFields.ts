import { entityNamed } from '../../../../contract/index.ts';
import {
  type FilterParameter,
  filterParameters,
  hasContainsFilter,
  hasRangeFilter,
  mayFilterBy,
} from '../../../../contract/lists/filters.ts';
import { mayPick } from '../../../../contract/lists/lookup.ts';
import type { Role } from '../../../../contract/schema/access.ts';
import { type Entity, fieldOf, mayRead } from '../../../../contract/schema/entity.ts';
import type { Field, Fields } from '../../../../contract/schema/field/field.ts';
import type { ScreenDeclaration } from '../../../../contract/schema/screen.ts';
import { withAuditChoices } from '../../../../contract/timeline/auditChoices.ts';
import { filterFieldOf } from '../../../../contract/values/files.ts';
import { kindViews } from '../../kinds/index.ts';

/** Is there a control for the filter of the field, in which its values are chosen, picked or typed? */
function hasEditor(field: Field): boolean {
  const { filter } = kindViews[field.kind];
  if (filter === 'typed') return hasRangeFilter(field) || hasContainsFilter(field);
  return filter !== undefined || field.joined === true;
}

/** The parameter of a declared filter by its name. */
export const parameterNamed = (entity: Entity, name: string): FilterParameter | undefined =>
  filterParameters(entity).find((one) => one.name === name);

/** The field that a filter narrows by: one of the record, or one that the list alone knows. */
export function filterField(entity: Entity, name: string): Field | undefined {
  const of = parameterNamed(entity, name)?.filter ?? name;
  return entity.list.parameters?.[name] ?? withAuditChoices(filterFieldOf(fieldOf(entity, of)));
}

/** Does the list take a filter of that name from a role? It may read what it narrows by. */
export function isFilterAllowed(entity: Entity, role: Role, name: string): boolean {
  if (name === 'search') return (entity.list.search ?? []).length > 0;
  if (name === 'start_at' || name === 'end_at') return entity.list.range !== undefined;
  const own = entity.list.parameters?.[name];
  if (own || name === 'id') return own === undefined || mayRead(own, role);
  const parameter = parameterNamed(entity, name);
  return parameter !== undefined && mayFilterBy(entity, role, parameter.filter);
}

/** The entity whose records the filter picks, if it picks any. */
const pickedEntities = ({ kind, to, items }: Field): string[] =>
  kind === 'reference' ? [to ?? ''] : items?.to ? [items.to] : [];

/** The fields in the search bar of a screen for a role: what it may read and pick, and what is not fixed there. */
export function filterFields(entity: Entity, screen: ScreenDeclaration, role: Role): Fields {
  const offered = (name: string, field: Field) =>
    hasEditor(field) &&
    mayFilterBy(entity, role, name) &&
    !field.fixedFor?.includes(role) &&
    !(name in (screen.only ?? {})) &&
    // A picker needs a list or a lookup to pick from.
    pickedEntities(field).every((to) => mayPick(entityNamed(to), role));
  return Object.fromEntries(
    (screen.filters ?? entity.list.filters ?? []).flatMap((name): [string, Field][] => {
      const field = withAuditChoices(filterFieldOf(fieldOf(entity, name)));
      return field && offered(name, field) ? [[name, field]] : [];
    }),
  );
}
