import { may, type Role } from '../../../contract/access.ts';
import { type Entity, fieldOf, mayRead, type ScreenDeclaration } from '../../../contract/entity.ts';
import type { Field, Fields } from '../../../contract/field.ts';
import { entityNamed } from '../../../contract/index.ts';

const drawn: ReadonlySet<string> = new Set(['choice', 'reference', 'boolean', 'tags']);

/** The field that a filter narrows by: one of the record, or one that the list alone knows. */
export const filterField = (entity: Entity, name: string): Field | undefined =>
  entity.list.narrow?.[name] ?? fieldOf(entity, name);

/** The fields in the search bar of a screen for a role: what it may read and pick, and what is not fixed there. */
export function filterFields(entity: Entity, screen: ScreenDeclaration, role: Role): Fields {
  const offered = (name: string, field: Field) =>
    drawn.has(field.kind) &&
    mayRead(field, role) &&
    !field.ownFor?.includes(role) &&
    !(name in (screen.only ?? {})) &&
    // A picker needs the list that it picks from.
    (field.kind !== 'reference' || may(entityNamed(field.to ?? '').access, 'list', role));
  return Object.fromEntries(
    (screen.filters ?? entity.list.filters ?? []).flatMap((name): [string, Field][] => {
      const field = fieldOf(entity, name);
      return field && offered(name, field) ? [[name, field]] : [];
    }),
  );
}
