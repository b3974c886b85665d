import { conditionNames, neededWhenOf } from '../../conditions/checkRules.ts';
import { fileItem } from '../../kinds/fileField.ts';
import { isTime } from '../../lists/filters.ts';
import type { Condition } from '../../schema/access.ts';
import { actionsOf } from '../../schema/action.ts';
import { type Entity, fieldOf } from '../../schema/entity.ts';
import type { Field } from '../../schema/field/field.ts';
import { ownTransitions } from '../../schema/lifecycle.ts';
import type { FieldRule } from '../../schema/rule.ts';
import { checkCondition } from '../support/checkCondition.ts';
import { type Check, type Look, mistake, storedField } from '../support/mistake.ts';
import { asksFor, checkFulfilled } from './requiredWhen.ts';

/** A field that a column holds, by itself or within the object that it has; of a list nothing is named. */
const ruledField = (entity: Entity, name: string): Field | undefined =>
  storedField(entity, name.split('.')[0] ?? '') && fieldOf(entity, name);

function checkAfter(entity: Entity, place: string, { field: name, after }: FieldRule): string[] {
  if (after === undefined) return [];
  const [field, other] = [ruledField(entity, name), ruledField(entity, after)];
  if (!other) return [mistake(entity, place, `lies after "${after}", which is no stored field; name one`)];
  if (!field || (isTime(field) && field.kind === other.kind && name !== after)) return [];
  const kinds = `${field.kind} after ${other.kind}`;
  return [mistake(entity, place, `sets ${kinds}; name two fields that are both days or both points in time`)];
}

/** Does a step or an action ask for the field? */
const isAsked = (entity: Entity, name: string): boolean =>
  [...ownTransitions(entity), ...actionsOf(entity)].some(({ input = {} }) => asksFor(input, name));

/** Does the server alone set the field, or the object that it stands in? */
const isOfServer = (entity: Entity, name: string): boolean =>
  [name, name.split('.')[0] ?? ''].some((one) => {
    const field = fieldOf(entity, one);
    return field?.readOnly || field?.hidden;
  });

/** What is never shown again has no value to lose, and what a file lost would still be kept. */
function checkUnlessShown(entity: Entity, place: string, { unlessShown }: FieldRule, field: Field): string[] {
  if (unlessShown === undefined) return [];
  const says = (why: string) => [mistake(entity, place, `says "unlessShown", ${why}; leave it out`)];
  if (!['dropped', 'refused'].includes(unlessShown))
    return says(`"${unlessShown}", which is not "dropped" or "refused"`);
  if (!field.shownWhen) return says('and the field has no "shownWhen"');
  return fileItem(field) ? says('and a file is let go by whoever uploaded it') : [];
}

/** A condition that no column answers would be asked in forms alone. */
function checkAtHand(entity: Entity, place: string, condition: Condition = {}): string[] {
  const lost = conditionNames(condition).filter((name) => fieldOf(entity, name) && !ruledField(entity, name));
  return lost.map((name) => mistake(entity, place, `asks for "${name}", which no column holds; name a stored field`));
}

function checkRule(look: Look, rule: FieldRule): string[] {
  const { entity } = look;
  const place = `rules, ${rule.field},`;
  const field = ruledField(entity, rule.field);
  const says = (what: string) => [mistake(entity, place, what)];
  if (!field || (isOfServer(entity, rule.field) && !isAsked(entity, rule.field)))
    return says('is of no field that somebody writes; name one');
  const { after, requiredWhen, unlessShown } = rule;
  const isOwn = requiredWhen === 'shown';
  return [
    ...(after === undefined && requiredWhen === undefined && unlessShown === undefined
      ? says('says nothing; write "after", "requiredWhen" or "unlessShown"')
      : []),
    ...(requiredWhen && field.required ? says('is required in any case; leave out "required" or "requiredWhen"') : []),
    ...(isOwn && !field.shownWhen && !rule.field.includes('.')
      ? says('is always shown; write "required" at the field in place of "requiredWhen"')
      : []),
    ...checkAfter(entity, place, rule),
    ...checkUnlessShown(entity, place, rule, field),
    ...checkFulfilled(entity, rule, field),
    ...(isOwn ? [] : checkCondition(look, `${place} "requiredWhen",`, entity, requiredWhen, 'values')),
    ...checkAtHand(entity, place, neededWhenOf(entity, rule)),
  ];
}

/** What is said to hold between fields can be looked at, and broken by somebody. */
export const checkRules: Check = (look) => (look.entity.rules ?? []).flatMap((rule) => checkRule(look, rule));
