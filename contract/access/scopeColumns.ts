import { memoize } from '../lib/memoize.ts';
import type { Condition, Role, ThroughCondition } from '../schema/access.ts';
import { type Entity, storedFields } from '../schema/entity.ts';

// What a condition names is read off its words: to read all it says needs every entity at hand (contract/conditions/compile.ts).

/** The alternatives of a condition, and itself. */
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

/** The columns of an entity that say whose its rows are: by their change a row can leave somebody's scope. */
export const scopeColumns = memoize((entity: Entity): readonly string[] => {
  const rules = Object.values(entity.access.rows).filter((rule) => rule !== 'everything');
  const parts = rules.flatMap(conditionParts).flatMap((part) => Object.keys(part));
  const named = new Set(parts.map((name) => name.split('.')[0]));
  return storedFields(entity).flatMap(([name]) => (named.has(name) ? [name] : []));
});

/** The columns by which rows of the entity are the role's. */
export function roleScopeColumns(entity: Entity, role: Role): readonly string[] {
  const rule = entity.access.rows[role];
  const parts =
    rule === undefined || rule === 'everything' ? [] : conditionParts(rule).flatMap((part) => Object.keys(part));
  const named = new Set(parts.map((name) => name.split('.')[0]));
  return storedFields(entity).flatMap(([name]) => (named.has(name) ? [name] : []));
}

/** The entities by whose records the role has rows of this one: of those it may sell, say. */
export function scopeEntities(entity: Entity, role: Role): readonly string[] {
  const rule = entity.access.rows[role];
  return rule === undefined || rule === 'everything' ? [] : throughEntities(rule);
}
