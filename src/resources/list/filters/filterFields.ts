import {
  type FilterParameter,
  filterParameters,
  hasContainsFilter,
  hasRangeFilter,
  mayFilterBy,
} from '../../../../contract/lists/filters.ts';
import { mayPick } from '../../../../contract/lists/lookup.ts';
import { demandAllDeclarations } from '../../../../contract/outlines/outlinedContract.ts';
import type { Role } from '../../../../contract/schema/access.ts';
import { type Entity, fieldOf, mayRead } from '../../../../contract/schema/entity.ts';
import type { Field, Fields } from '../../../../contract/schema/field/field.ts';
import type { ScreenDeclaration } from '../../../../contract/schema/screen.ts';
import { withAuditChoices } from '../../../../contract/timeline/auditChoices.ts';
import { filterFieldOf } from '../../../../contract/values/files.ts';
import { kindViews } from '../../kinds/index.ts';

/** True if a filter of the field has an editor, in which its values are chosen, picked or typed. */
function hasEditor(field: Field): boolean {
  const { filter } = kindViews[field.kind];
  if (filter === 'typed') return hasRangeFilter(field) || hasContainsFilter(field);
  return filter !== undefined || field.joined === true;
}

/** The parameter of a declared filter by its name. */
export const parameterNamed = (entity: Entity, name: string): FilterParameter | undefined =>
  filterParameters(entity).find((one) => one.name === name);

/** The field that a list is filtered by: a choice where its values are the names of entities or of their actions. */
function chosenField(entity: Entity, name: string): Field | undefined {
  const field = filterFieldOf(fieldOf(entity, name));
  if (field?.names === 'action') demandAllDeclarations(entity.contract);
  return withAuditChoices(entity.contract, field);
}

/** The field of a filter: one of the record, or one that only the list has. */
export function filterField(entity: Entity, name: string): Field | undefined {
  const of = parameterNamed(entity, name)?.filter ?? name;
  return entity.list.parameters?.[name] ?? chosenField(entity, of);
}

/** True if the list accepts a filter of that name from the role, which needs to read the filtered field. */
export function isFilterAllowed(entity: Entity, role: Role, name: string): boolean {
  if (name === 'search') return (entity.list.search ?? []).length > 0;
  if (name === 'start_at' || name === 'end_at') return entity.list.range !== undefined;
  const own = entity.list.parameters?.[name];
  if (own || name === 'id') return own === undefined || mayRead(own, role);
  const parameter = parameterNamed(entity, name);
  return parameter !== undefined && mayFilterBy(entity, role, parameter.filter);
}

/** The entity whose records the filter picks, if any. */
const pickedEntities = ({ kind, to, items }: Field): string[] =>
  kind === 'reference' ? [to ?? ''] : items?.to ? [items.to] : [];

/** The filter fields of a screen for a role: those that it may read and pick, without those that the screen fixes. */
export function filterFields(entity: Entity, screen: ScreenDeclaration, role: Role): Fields {
  const offered = (name: string, field: Field) =>
    hasEditor(field) &&
    mayFilterBy(entity, role, name) &&
    !field.fixedFor?.includes(role) &&
    !(name in (screen.only ?? {})) &&
    // A picker needs a list or a lookup to pick from.
    pickedEntities(field).every((to) => mayPick(entity.contract.entity(to), role));
  return Object.fromEntries(
    (screen.filters ?? entity.list.filters ?? []).flatMap((name): [string, Field][] => {
      const field = chosenField(entity, name);
      return field && offered(name, field) ? [[name, field]] : [];
    }),
  );
}
