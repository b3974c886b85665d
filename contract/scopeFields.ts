import type { Role } from './access.ts';
import { type ConditionTree, conditionOf } from './condition.ts';
import { type Entity, storedFields } from './entity.ts';

function placesIn(tree: ConditionTree): string[] {
  return tree.node === 'all' || tree.node === 'any' ? tree.of.flatMap(placesIn) : [tree.at.path[0]];
}

function throughIn(tree: ConditionTree): string[] {
  if (tree.node === 'all' || tree.node === 'any') return tree.of.flatMap(throughIn);
  return tree.node === 'through' ? [tree.entity.name, ...throughIn(tree.where)] : [];
}

const treesOf = (entity: Entity): ConditionTree[] =>
  Object.values(entity.access.rows).flatMap((rule) => (rule === 'everything' ? [] : [conditionOf(entity, rule)]));

const known = new WeakMap<Entity, readonly string[]>();

/** The columns of an entity that say whose its rows are: by their change a row can leave somebody's scope. */
export function scopeColumns(entity: Entity): readonly string[] {
  const found = known.get(entity);
  if (found) return found;
  const columns = new Set(storedFields(entity).map(([name]) => name));
  const named = new Set(treesOf(entity).flatMap(placesIn));
  const own = [...named].filter((name) => columns.has(name));
  known.set(entity, own);
  return own;
}

/** The entities by whose records the role has rows of this one: of those it may sell, say. */
export function scopeEntities(entity: Entity, role: Role): readonly string[] {
  const rule = entity.access.rows[role];
  return rule === undefined || rule === 'everything' ? [] : throughIn(conditionOf(entity, rule));
}
