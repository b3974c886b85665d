import { type Entity, fieldOf } from '../schema/entity.ts';
import type { Field, Fields } from '../schema/field/field.ts';

/**
 * The inverse of a many-to-many relation: the records whose set contains a record, declared by `embeddedIn` of their
 * entity.
 */
export interface InverseRelation {
  /** The entity of these records, and their field: `ticket`, `products`. */
  readonly entity: Entity;
  readonly by: string;
  /** The name of the relation in the audit and in histories: `ticket.products`. */
  readonly name: string;
}

const relationName = (entity: Pick<Entity, 'name'>, by: string): string => `${entity.name}.${by}`;

/** True if the field refers to records of the other entity in a many-to-many relation. */
const isManyReference = (entity: Entity, by: string | undefined, to: string): by is string =>
  by !== undefined && fieldOf(entity, by)?.joined === true && fieldOf(entity, by)?.items?.to === to;

const inversesTo = (entity: Entity, holder: string): InverseRelation[] =>
  [...new Set((entity.embeddedIn ?? []).filter((one) => one.entity === holder).map(({ by }) => by))]
    .filter((by) => isManyReference(entity, by, holder))
    .map((by) => ({ entity, by: by as string, name: relationName(entity, by as string) }));

/** The declared inverses of all many-to-many relations to this entity. */
export const inverseRelations = ({ name, contract }: Pick<Entity, 'name' | 'contract'>): InverseRelation[] =>
  contract.entities.flatMap((entity) => inversesTo(entity, name));

/** The name of a relation's inverse in the audit of the referenced records; undefined if no inverse is declared. */
export const inverseName = (entity: Entity, by: string): string | undefined =>
  inversesTo(entity, fieldOf(entity, by)?.items?.to ?? '').find((one) => one.by === by)?.name;

/** The inverses as fields by name, so that a history reads their changes like those of a set. */
export const inverseFields = (entity: Pick<Entity, 'name' | 'contract'>): Fields =>
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

/** The filter for the records of an entity that refer to this id by the field. */
export const filterByReference = (
  entity: Entity,
  by: string,
  id: number,
): Record<string, number | readonly number[]> => ({
  [by]: fieldOf(entity, by)?.joined ? [id] : id,
});
