import { type ConditionTree, parseCondition } from '../../conditions/compile.ts';
import { isTime } from '../../lists/filters.ts';
import type { Condition } from '../../schema/access.ts';
import type { Entity } from '../../schema/entity.ts';
import type { Field, KindName } from '../../schema/field/field.ts';
import { type NoOverlap, overlapsOf } from '../../schema/rule.ts';
import { checkCondition } from '../support/checkCondition.ts';
import { type Check, mistake, repeated, storedField } from '../support/mistake.ts';
import { suggestion } from '../support/suggest.ts';

/** Kinds whose values an exclusion constraint can compare. */
const comparedKinds: readonly KindName[] = ['reference', 'choice', 'integer', 'boolean', 'date', 'text'];

const canBeCompared = (field: Field | undefined): boolean =>
  field !== undefined && !field.encrypted && comparedKinds.includes(field.kind);

/** The names of the stored fields that this holds for. */
const namesOf = (entity: Entity, isWanted: (field: Field) => boolean): string[] =>
  Object.keys(entity.fields).filter((name) => {
    const field = storedField(entity, name);
    return field !== undefined && isWanted(field);
  });

function checkEnd(entity: Entity, word: 'from' | 'until', name: string): string[] {
  const field = storedField(entity, name);
  if (field && isTime(field) && !field.encrypted) return [];
  const known = namesOf(entity, isTime);
  const cure = known.length > 0 ? suggestion(name, known) : 'add a field of the kind date or dateTime';
  return [mistake(entity, 'noOverlap', `has "${name}" as "${word}", which is no stored day or point in time; ${cure}`)];
}

/** Kinds that the condition of an exclusion constraint may compare. */
const conditionKinds: readonly KindName[] = ['choice', 'boolean', 'integer'];

const canBeAskedFor = (field: Field): boolean => !field.encrypted && conditionKinds.includes(field.kind);

/** The parts of a condition that a constraint of the table cannot have, each as the rest of a sentence. */
function unfitParts(entity: Entity, tree: ConditionTree): string[] {
  if (tree.node === 'all' || tree.node === 'any') return tree.of.flatMap((one) => unfitParts(entity, one));
  const name = tree.at.path.join('.');
  if (tree.node !== 'is')
    return [
      `asks of "${name}" for the caller, the time, a bound or another record; write a value, or a list of values`,
    ];
  if (tree.at.path.length === 1 && canBeAskedFor(tree.at.field)) return [];
  const known = suggestion(name, namesOf(entity, canBeAskedFor));
  return [`asks for "${name}", which is no stored field of the kinds ${conditionKinds.join(', ')}; ${known}`];
}

function checkWhen(entity: Entity, when: Condition): string[] {
  const unreadable = checkCondition({ entity }, 'noOverlap "when"', entity, when);
  if (unreadable.length > 0) return unreadable;
  const { tree } = parseCondition(entity, when);
  const empty = Object.keys(when).length === 0 ? ['is empty; write { status: [0, 1] }, or leave it out'] : [];
  return [...empty, ...unfitParts(entity, tree)].map((what) => mistake(entity, 'noOverlap "when"', what));
}

function checkOne(entity: Entity, { by = [], from, until, when }: NoOverlap): string[] {
  const ends = [...checkEnd(entity, 'from', from), ...checkEnd(entity, 'until', until)];
  const [first, last] = [storedField(entity, from), storedField(entity, until)];
  const ofKind = (name: string, field: Field | undefined) => `"${name}" (${field?.kind})`;
  const period = `${ofKind(from, first)} until ${ofKind(until, last)}`;
  const report = (what: string) => mistake(entity, 'noOverlap', what);
  return [
    ...ends,
    ...(ends.length === 0 && (first?.kind !== last?.kind || from === until)
      ? [report(`lasts from ${period}; name two different fields that are both days or both points in time`)]
      : []),
    ...by
      .filter((name) => !canBeCompared(storedField(entity, name)))
      .map((name) =>
        report(
          `is "by" "${name}", which is no stored field of the kinds ${comparedKinds.join(', ')}; ${suggestion(name, namesOf(entity, canBeCompared))}`,
        ),
      ),
    ...repeated([...by, from, until])
      .filter(() => from !== until)
      .map((name) => report(`names "${name}" twice; leave one out`)),
    ...(when ? checkWhen(entity, when) : []),
  ];
}

/** Checks that each period has a beginning and an end of one kind, and that its records can be compared. */
export const checkNoOverlap: Check = ({ entity }) => {
  const rules = overlapsOf(entity);
  const same = repeated(rules.map(({ by = [] }) => by.join(', ')));
  return [
    ...rules.flatMap((one) => checkOne(entity, one)),
    ...same.map((by) => mistake(entity, 'noOverlap', `has two periods by "${by}"; leave one out`)),
  ];
};
