import { conditionNames } from '../../conditions/condition.ts';
import { digitsOf } from '../../kinds/decimalDigits.ts';
import { summedKinds } from '../../lists/totals.ts';
import { type RollupField, rollupFields } from '../../relations/rollups.ts';
import { sharedFields } from '../../relations/sharedFields.ts';
import { mayReadRecords, type Role, roles } from '../../schema/access.ts';
import { type Entity, fieldOf, mayRead } from '../../schema/entity.ts';
import type { Field } from '../../schema/field/field.ts';
import { storedNames } from '../../schema/field/formula.ts';
import type { Rollup } from '../../schema/field/rollup.ts';
import { entitySteps } from '../../schema/lifecycle.ts';
import { type Check, countableField, mistake, storedField } from '../support/mistake.ts';
import { checkRowCondition } from '../support/rowCondition.ts';

/** The only currency of an amount, if its choice has a single one. */
function onlyCurrency(entity: Entity, { currency = '' }: Field): unknown {
  const [first, ...others] = storedField(entity, currency)?.choices ?? [];
  return others.length === 0 ? first?.id : undefined;
}

/**
 * True if each child has the currency of its record: their reference shares it, no child is without one, and the one of
 * the record never changes.
 */
function sharesCurrency(entity: Entity, field: Field, child: Entity, summed: Field, by: string): boolean {
  const [own, theirs] = [field.currency ?? '', summed.currency ?? ''];
  const reference = storedField(child, by);
  const isShared =
    reference !== undefined &&
    sharedFields(reference).some((one) => one.theirs === own && one.own === theirs) &&
    storedField(child, theirs)?.required === true;
  const { required, createOnly, readOnly } = storedField(entity, own) ?? {};
  return isShared && required === true && (createOnly === true || readOnly === true);
}

/** Why the field cannot hold the sum of the other. */
function whyNoSum(entity: Entity, field: Field, child: Entity, { sum = '', by }: Rollup): string | undefined {
  const summed = countableField(child, sum);
  if (!summed || !summedKinds.includes(summed.kind))
    return `sums "${sum}", which is no number of ${child.name}; write a field of the kinds ${summedKinds.join(', ')}`;
  if (summed.kind !== field.kind) return `sums "${sum}", of the kind ${summed.kind}; make it ${summed.kind}`;
  if (field.kind === 'decimal' && digitsOf(field).scale < digitsOf(summed).scale)
    return `has a smaller scale than "${sum}" and would round its values; write scale: ${digitsOf(summed).scale}`;
  if (field.kind !== 'money') return undefined;
  const currency = onlyCurrency(child, summed);
  if (currency !== undefined && currency === onlyCurrency(entity, field)) return undefined;
  if (sharesCurrency(entity, field, child, summed, by)) return undefined;
  return `sums "${sum}", whose amounts may have several currencies; write shares: ['${field.currency}'] at ${child.name}.${by} with a required currency of the children, and make ${entity.name}.${field.currency} required and createOnly, or sum it in list.totals of ${child.name}`;
}

/** True if the role sees all children of each record that it sees. */
function seesAllChildren(entity: Entity, child: Entity, by: string, role: Role): boolean {
  const rule = child.access.rows[role];
  if (rule === 'everything') return true;
  return JSON.stringify(rule) === JSON.stringify({ [by]: entity.access.rows[role] });
}

/** The fields of the children that the number tells something of: the summed one and those of its condition. */
const readOfChildren = (child: Entity, { sum, when = {} }: Rollup): Field[] =>
  [...(sum === undefined ? [] : [sum]), ...conditionNames(when)].flatMap((name) => fieldOf(child, name) ?? []);

/** A count or a sum must not reveal children, or values of them, that the role may not read. */
function whoSeesLess(entity: Entity, child: Entity, { field, rollup }: RollupField): Role[] {
  const { by } = rollup;
  const read = readOfChildren(child, rollup);
  const mayReadAll = (role: Role) => read.every((one) => mayRead(one, role));
  return roles.filter(
    (role) =>
      mayReadRecords(entity.access, role) &&
      mayRead(field, role) &&
      !(mayReadRecords(child.access, role) && mayReadAll(role) && seesAllChildren(entity, child, by, role)),
  );
}

/** True if the sum is, through other sums and what is computed from them, a part of itself. */
function isPartOfItself(entity: Entity, name: string): boolean {
  const reached = new Set<Field>();
  /** Follows a field to the numbers that it is made of. */
  const reach = (owner: Entity, at: string): void => {
    for (const one of storedNames(owner.fields, [at])) {
      const { rollup } = owner.fields[one] ?? {};
      const child = rollup && owner.contract.byName.get(rollup.entity);
      const summed = child && rollup.sum !== undefined && storedNames(child.fields, [rollup.sum]);
      for (const inner of summed || []) {
        const field = child?.fields[inner];
        if (!child || !field || reached.has(field)) continue;
        reached.add(field);
        reach(child, inner);
      }
    }
  };
  reach(entity, name);
  return [...reached].includes(entity.fields[name] as Field);
}

/** Where only people and steps set values. */
function misuses(entity: Entity, name: string): string[] {
  const steps = [...entitySteps(entity), ...Object.values(entity.actions ?? {})];
  const isAssigned = steps.some(({ assign = {} }) => Object.hasOwn(assign, name));
  return isAssigned ? ['is assigned by a step, and the database alone sets it; leave it out of "assign"'] : [];
}

function checkRollup(entity: Entity, one: RollupField): string[] {
  const { name, field, rollup } = one;
  const of = (what: string) => [mistake(entity, name, what)];
  const child = entity.contract.byName.get(rollup.entity);
  if (!child) return of(`counts "${rollup.entity}", which is no entity; name one`);
  if (storedField(child, rollup.by)?.to !== entity.name)
    return of(`counts by "${rollup.by}", which is no reference of ${child.name} to ${entity.name}; name one`);
  if (rollup.sum === undefined && field.kind !== 'integer') return of('counts records; make it an integer');
  const why = rollup.sum === undefined ? undefined : whyNoSum(entity, field, child, rollup);
  if (why !== undefined) return of(why);
  if (isPartOfItself(entity, name)) return of('is a part of itself; sum another field');
  const unfit = rollup.when ? checkRowCondition(entity, `${name} "when"`, child, rollup.when) : [];
  if (unfit.length > 0) return unfit;
  const hidden = whoSeesLess(entity, child, one);
  const sentence = `reveals records of ${child.name} that ${hidden.join(', ')} may not see; write "read" without them`;
  return [...(hidden.length > 0 ? of(sentence) : []), ...misuses(entity, name).flatMap(of)];
}

/** Checks that the database can maintain each count and sum, and that it reveals nothing. */
export const checkRollups: Check = ({ entity }) => rollupFields(entity).flatMap((one) => checkRollup(entity, one));
