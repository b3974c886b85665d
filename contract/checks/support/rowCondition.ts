import { type ConditionField, type ConditionTree, parseCondition } from '../../conditions/compile.ts';
import type { Condition } from '../../schema/access.ts';
import type { Entity } from '../../schema/entity.ts';
import type { Field, KindName } from '../../schema/field/field.ts';
import { checkCondition } from './checkCondition.ts';
import { mistake, storedFieldsThat } from './mistake.ts';
import { suggestion } from './suggest.ts';

/** Kinds that a condition in a constraint or a trigger may compare. */
const conditionKinds: readonly KindName[] = ['choice', 'boolean', 'integer'];

/** Counts and sums of children are left out: they change without a write of the record. So are computed fields. */
const canBeAskedFor = (field: Field): boolean =>
  !field.encrypted && !field.rollup && !field.computed && conditionKinds.includes(field.kind);

/** The parts of a condition that the database cannot have for one row, each as the rest of a sentence. */
function unfitParts(entity: Entity, tree: ConditionTree): string[] {
  if (tree.node === 'all' || tree.node === 'any') return tree.of.flatMap((one) => unfitParts(entity, one));
  if (tree.node === 'not') return unfitParts(entity, tree.of);
  if (tree.node === 'compared') return [tree.at, tree.other].flatMap((at) => unfitField(entity, at));
  if (tree.node === 'is' || tree.node === 'bounded') return unfitField(entity, tree.at);
  const name = tree.at.path.join('.');
  return [`asks of "${name}" for the caller, the time or another record; write a value, or a list of values`];
}

/** Why a condition for one row cannot ask for a field. */
function unfitField(entity: Entity, { path, field }: ConditionField): string[] {
  if (path.length === 1 && canBeAskedFor(field)) return [];
  const name = path.join('.');
  const known = storedFieldsThat(entity, canBeAskedFor);
  const cure = known.length > 0 ? suggestion(name, known) : 'leave it out';
  const unfit = `no stored field of the kinds ${conditionKinds.join(', ')}`;
  const what = field.rollup ? 'a count or sum of children' : unfit;
  return [`asks for "${name}", which is ${what}; ${cure}`];
}

/**
 * Checks a condition that a constraint or a trigger of a table has, so that it reads nothing but the row itself.
 * @param entity the entity that declares the condition
 * @param place its place in that entity
 * @param over the entity whose records have to meet it
 */
export function checkRowCondition(entity: Entity, place: string, over: Entity, when: Condition): string[] {
  const unreadable = checkCondition({ entity }, place, over, when);
  if (unreadable.length > 0) return unreadable;
  const { tree } = parseCondition(over, when);
  return unfitParts(over, tree).map((what) => mistake(entity, place, what));
}
