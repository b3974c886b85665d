import { memoize } from '../lib/memoize.ts';
import type { Condition, Role, ThroughCondition } from '../schema/access.ts';
import { type Entity, storedFields } from '../schema/entity.ts';

// Only the names in a condition are read here: parsing it would need every entity (contract/conditions/compile.ts).

/** The entries of a condition, including those of its alternatives. */
const conditionParts = (condition: Condition): readonly Condition[] =>
  Object.entries(condition).flatMap(([name, wanted]) =>
    name === 'anyOf' ? (wanted as readonly Condition[]).flatMap(conditionParts) : [{ [name]: wanted }],
  );

const isThrough = (wanted: unknown): wanted is ThroughCondition =>
  typeof wanted === 'object' && wanted !== null && 'through' in wanted;

function throughEntities(condition: Condition): string[] {
  const wanted = conditionParts(condition).flatMap((part) => Object.values(part));
  return wanted.filter(isThrough).flatMap(({ through, where }) => [through, ...throughEntities(where)]);
}

/** The columns that row rules depend on. A change to one of them can remove a row from a user's scope. */
export const scopeColumns = memoize((entity: Entity): readonly string[] => {
  const rules = Object.values(entity.access.rows).filter((rule) => rule !== 'everything');
  const parts = rules.flatMap(conditionParts).flatMap((part) => Object.keys(part));
  const named = new Set(parts.map((name) => name.split('.')[0]));
  return storedFields(entity).flatMap(([name]) => (named.has(name) ? [name] : []));
});

/** The columns that the role's row rule depends on. */
export function roleScopeColumns(entity: Entity, role: Role): readonly string[] {
  const rule = entity.access.rows[role];
  const parts =
    rule === undefined || rule === 'everything' ? [] : conditionParts(rule).flatMap((part) => Object.keys(part));
  const named = new Set(parts.map((name) => name.split('.')[0]));
  return storedFields(entity).flatMap(([name]) => (named.has(name) ? [name] : []));
}

/** The entities whose records the role's row rule goes through: for example the products it may sell. */
export function scopeEntities(entity: Entity, role: Role): readonly string[] {
  const rule = entity.access.rows[role];
  return rule === undefined || rule === 'everything' ? [] : throughEntities(rule);
}
