import { storedScopes } from '../../../contract/access/storedScope.ts';
import { type ConditionTree, compileCondition } from '../../../contract/conditions/compile.ts';
import { memoize } from '../../../contract/lib/memoize.ts';
import type { Condition } from '../../../contract/schema/access.ts';
import type { Entity } from '../../../contract/schema/entity.ts';

/** A row rule that reads its stored scopes instead of the referenced records. */
export const storedRule = (entity: Entity, rule: Condition): ConditionTree =>
  withStoredScopes(entity)(compileCondition(entity, rule));

const withStoredScopes = memoize((entity: Entity) => memoize((tree: ConditionTree) => readStored(entity, tree)));

function readStored(entity: Entity, tree: ConditionTree): ConditionTree {
  const scopes = storedScopes(entity);
  const stored = (one: ConditionTree): ConditionTree => {
    const [mine, ...more] = one.node === 'referenced' && one.where.node === 'all' ? one.where.of : [];
    if (one.node !== 'referenced' || mine?.node !== 'mine' || more.length > 0) return one;
    const found = scopes.find(
      (each) => each.reference === one.at.path.join('.') && each.field === mine.at.path.join('.'),
    );
    return found ? { ...mine, at: { ...mine.at, path: [found.column] } } : one;
  };
  return tree.node === 'all' ? { ...tree, of: tree.of.map(stored) } : tree;
}
