import { memoize } from '../lib/memoize.ts';
import { type ParentRollups, rollupsOfChild } from '../relations/rollups.ts';
import type { Entity } from '../schema/entity.ts';
import { storedNames } from '../schema/field/formula.ts';
import { type FieldCheck, fieldChecks } from './fieldChecks.ts';

/** A check of a parent that limits the count or a sum of its children: `participants <= seats`. */
export interface ChildLimit {
  readonly parent: Entity;
  readonly check: FieldCheck;
  /** The reference of the children that leads to the parent, by itself or through further sums. */
  readonly by: string;
}

/** The limits of a parent, and of those above it that sum one of these counts and sums. */
function limitsOf({ parent, by, fields }: ParentRollups): ChildLimit[] {
  const changed = fields.map(({ name }) => name);
  const own = fieldChecks(parent).filter(({ names }) => names.some((name) => changed.includes(name)));
  const above = rollupsOfChild(parent).flatMap((rollups) => {
    const summed = rollups.fields.filter(({ rollup: { sum } }) =>
      storedNames(parent.fields, sum === undefined ? [] : [sum]).some((name) => changed.includes(name)),
    );
    return summed.length > 0 ? limitsOf({ ...rollups, fields: summed }) : [];
  });
  return [...own.map((check) => ({ parent, check, by })), ...above.map((limit) => ({ ...limit, by }))];
}

/**
 * The checks of parents that a write of this entity's records may break, because it changes a count or a sum. Those of
 * the nearest parents come first.
 */
export const childLimits = memoize((child: Entity): readonly ChildLimit[] => rollupsOfChild(child).flatMap(limitsOf));
