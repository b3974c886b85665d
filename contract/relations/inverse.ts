import { entities } from '../index.ts';
import { type Entity, fieldOf } from '../schema/entity.ts';
import type { Field, Fields } from '../schema/field/field.ts';

/** The other end of a `many`: the records whose set a record stands in, as `embeddedIn` of their entity says it. */
export interface InverseRelation {
  /** Whose records they are, and their field: `ticket`, `products`. */
  readonly entity: Entity;
  readonly by: string;
  /** What the audit and the history call it: `ticket.products`. */
  readonly name: string;
}

const relationName = (entity: Pick<Entity, 'name'>, by: string): string => `${entity.name}.${by}`;

/** Does the field of the entity refer to records of the other by a set? */
const isManyReference = (entity: Entity, by: string | undefined, to: string): by is string =>
  by !== undefined && fieldOf(entity, by)?.joined === true && fieldOf(entity, by)?.items?.to === to;

const inversesTo = (entity: Entity, holder: string): InverseRelation[] =>
  [...new Set((entity.embeddedIn ?? []).filter((one) => one.entity === holder).map(({ by }) => by))]
    .filter((by) => isManyReference(entity, by, holder))
    .map((by) => ({ entity, by: by as string, name: relationName(entity, by as string) }));

/** The sets of other entities that records of this one stand in, where that is said. */
export const inverseRelations = ({ name }: Pick<Entity, 'name'>): InverseRelation[] =>
  entities.flatMap((entity) => inversesTo(entity, name));

/** What the other end of a set is called where records are told of it; nothing where it is not said. */
export const inverseName = (entity: Entity, by: string): string | undefined =>
  inversesTo(entity, fieldOf(entity, by)?.items?.to ?? '').find((one) => one.by === by)?.name;

/** The other ends as fields, by their names: what a history tells of them is read as a set of records is. */
export const inverseFields = (entity: Pick<Entity, 'name'>): Fields =>
  Object.fromEntries(
    inverseRelations(entity).map(({ entity: other, by, name }): [string, Field] => {
      const { read, migrate } = other.fields[by] as Field;
      const items: Field = { kind: 'reference', to: other.name, label: other.labels };
      const former = relationName({ name: other.migrate?.renamedFrom ?? other.name }, migrate?.renamedFrom ?? by);
      const field = {
        kind: 'list',
        joined: true,
        items,
        label: other.labels,
        migrate: { renamedFrom: former },
      } as const;
      return [name, { ...field, ...(read && { read }) }];
    }),
  );

/** What narrows the list of an entity to the records that refer to one by this field. */
export const filterByReference = (
  entity: Entity,
  by: string,
  id: number,
): Record<string, number | readonly number[]> => ({
  [by]: fieldOf(entity, by)?.joined ? [id] : id,
});
