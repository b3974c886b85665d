import { isTime } from '../../lists/filters.ts';
import type { Entity } from '../../schema/entity.ts';
import type { Field, KindName } from '../../schema/field/field.ts';
import { type NoOverlap, overlapsOf } from '../../schema/rule.ts';
import { type Check, mistake, repeated, storedField, storedFieldsThat } from '../support/mistake.ts';
import { checkRowCondition } from '../support/rowCondition.ts';
import { suggestion } from '../support/suggest.ts';

/** Kinds whose values an exclusion constraint can compare. */
const comparedKinds: readonly KindName[] = ['reference', 'choice', 'integer', 'boolean', 'date', 'text'];

const canBeCompared = (field: Field | undefined): boolean =>
  field !== undefined && !field.encrypted && comparedKinds.includes(field.kind);

function checkEnd(entity: Entity, word: 'from' | 'until', name: string): string[] {
  const field = storedField(entity, name);
  if (field && isTime(field) && !field.encrypted) return [];
  const known = storedFieldsThat(entity, isTime);
  const cure = known.length > 0 ? suggestion(name, known) : 'add a field of the kind date or dateTime';
  return [mistake(entity, 'noOverlap', `has "${name}" as "${word}", which is no stored day or point in time; ${cure}`)];
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
          `is "by" "${name}", which is no stored field of the kinds ${comparedKinds.join(', ')}; ${suggestion(name, storedFieldsThat(entity, canBeCompared))}`,
        ),
      ),
    ...repeated([...by, from, until])
      .filter(() => from !== until)
      .map((name) => report(`names "${name}" twice; leave one out`)),
    ...(when ? checkRowCondition(entity, 'noOverlap "when"', entity, when) : []),
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
