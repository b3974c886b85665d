import { memoize } from '../lib/memoize.ts';
import { type Entity, storedFields } from '../schema/entity.ts';
import type { Field } from '../schema/field/field.ts';
import type { Rollup } from '../schema/field/rollup.ts';

/** A field of a record that counts or sums its children. */
export interface RollupField {
  readonly name: string;
  readonly field: Field;
  readonly rollup: Rollup;
}

/** The fields of an entity that count or sum children. */
export const rollupFields = memoize((entity: Pick<Entity, 'fields'>): readonly RollupField[] =>
  storedFields(entity).flatMap(([name, field]) => (field.rollup ? [{ name, field, rollup: field.rollup }] : [])),
);

/** The fields of a parent that are maintained from the children which refer to it by one reference. */
export interface ParentRollups {
  readonly parent: Entity;
  /** The reference of the children to the parent. */
  readonly by: string;
  readonly fields: readonly RollupField[];
}

/** The counts and sums that the records of this entity are part of, one entry for each of its references. */
export function rollupsOfChild(child: Entity): ParentRollups[] {
  const parents = child.contract.entities.flatMap((parent) => {
    const fields = rollupFields(parent).filter(({ rollup }) => rollup.entity === child.name);
    const references = [...new Set(fields.map(({ rollup }) => rollup.by))];
    return references.map((by) => ({ parent, by, fields: fields.filter(({ rollup }) => rollup.by === by) }));
  });
  return parents;
}
