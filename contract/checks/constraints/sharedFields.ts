import { kinds } from '../../kinds/index.ts';
import { sharedFields } from '../../relations/sharedFields.ts';
import type { Entity } from '../../schema/entity.ts';
import type { Field } from '../../schema/field/field.ts';
import { type Check, type CheckContext, mistake, storedField } from '../support/mistake.ts';
import { suggestion } from '../support/suggest.ts';
import { everyField, stepAndActionInputs } from '../support/walkFields.ts';

/** What is wrong with one value that the records share, as the end of a sentence with its correction. */
function problemOf(entity: Entity, target: Entity, theirs: string, own: string): string | undefined {
  const [mine, other] = [storedField(entity, own), storedField(target, theirs)];
  if (!other) return `shares "${theirs}", which is no stored field of ${target.name}; name one`;
  if (!mine)
    return `shares "${own}", which is no stored field beside it; ${suggestion(own, Object.keys(entity.fields))}`;
  if (mine.kind !== other.kind || mine.to !== other.to)
    return `shares "${own}" with "${theirs}" of ${target.name}, which is of another kind; name two fields of the same kind`;
  if (!kinds[mine.kind].scalar || mine.encrypted || other.encrypted)
    return `shares "${own}", which cannot be compared; name a choice or a reference`;
  return target.list.filters?.includes(theirs)
    ? undefined
    : `shares "${theirs}", by which no list of ${target.name} is filtered; add it to list.filters of ${target.name}`;
}

/** True for a field of the record, or an input of a step or an action that is stored in one. */
const isOfRecord = (entity: Entity, place: string): boolean =>
  Object.hasOwn(entity.fields, place) ||
  stepAndActionInputs(entity).some(([group, asked]) =>
    Object.keys(asked).some((name) => place === `${group}.${name}` && Object.hasOwn(entity.fields, name)),
  );

function checkField({ entity, entities }: CheckContext, place: string, field: Field): string[] {
  const pairs = sharedFields(field);
  if (pairs.length === 0) return [];
  const report = (what: string) => [mistake(entity, place, what)];
  if (field.kind !== 'reference') return report('has "shares" and is no reference; leave it out');
  if (!isOfRecord(entity, place)) return report('has "shares" and is no field of the record; write it at one');
  const target = entities.get(field.to ?? '');
  if (!target) return [];
  return pairs.flatMap(({ theirs, own }) => {
    const problem = problemOf(entity, target, theirs, own);
    return problem === undefined ? [] : report(problem);
  });
}

/** Checks references whose records share values with the record that refers to them. */
export const checkSharedFields: Check = (context) =>
  everyField(context.entity).flatMap(([place, field]) => checkField(context, place, field));
