import { requiredCondition } from '../../conditions/checkRules.ts';
import { conditionNames } from '../../conditions/condition.ts';
import { fileItem } from '../../kinds/fileField.ts';
import { isTime } from '../../lists/filters.ts';
import type { Condition } from '../../schema/access.ts';
import { namedActions } from '../../schema/action.ts';
import { type Entity, fieldOf } from '../../schema/entity.ts';
import type { Field } from '../../schema/field/field.ts';
import { entitySteps } from '../../schema/lifecycle.ts';
import type { FieldRule } from '../../schema/rule.ts';
import { checkCondition } from '../support/checkCondition.ts';
import { type Check, type CheckContext, mistake, storedField } from '../support/mistake.ts';
import { checkRequiredWhen, inputHasField } from './requiredWhen.ts';

/** A stored field, or a field inside a stored object; fields inside lists are not supported. */
const ruleField = (entity: Entity, name: string): Field | undefined =>
  storedField(entity, name.split('.')[0] ?? '') && fieldOf(entity, name);

function checkAfter(entity: Entity, place: string, { field: name, after }: FieldRule): string[] {
  if (after === undefined) return [];
  const [field, other] = [ruleField(entity, name), ruleField(entity, after)];
  if (!other) return [mistake(entity, place, `lies after "${after}", which is no stored field; name one`)];
  if (!field || (isTime(field) && field.kind === other.kind && name !== after)) return [];
  const kinds = `${field.kind} after ${other.kind}`;
  return [mistake(entity, place, `sets ${kinds}; name two fields that are both days or both points in time`)];
}

const isText = (field: Field | undefined): boolean => {
  const one = field?.kind === 'list' ? field.items : field;
  return one !== undefined && ['text', 'mail', 'phone', 'url'].includes(one.kind);
};

function checkDistinct(entity: Entity, place: string, { field, distinct }: FieldRule): string[] {
  if (!distinct) return [];
  const wrong = [field, ...distinct.with].filter((name) => !isText(ruleField(entity, name)));
  const names = wrong.map((name) => `"${name}"`).join(', ');
  return [
    ...(wrong.length > 0
      ? [mistake(entity, place, `counts the texts of ${names}; name stored texts or lists of texts`)]
      : []),
    ...(distinct.most >= 1 ? [] : [mistake(entity, place, 'allows fewer than one text; write a higher "most"')]),
  ];
}

/** True if some step or action has the field as an input. */
const isInputOfSome = (entity: Entity, name: string): boolean =>
  [...entitySteps(entity), ...namedActions(entity)].some(({ input = {} }) => inputHasField(input, name));

/** True if only the server sets the field or the object around it. */
const isServerOnly = (entity: Entity, name: string): boolean =>
  [name, name.split('.')[0] ?? ''].some((one) => {
    const field = fieldOf(entity, one);
    return field?.readOnly || field?.hidden;
  });

/** `unlessShown` needs a `shownWhen`, and is not allowed for files, whose content would remain stored. */
function checkUnlessShown(entity: Entity, place: string, { unlessShown }: FieldRule, field: Field): string[] {
  if (unlessShown === undefined) return [];
  const report = (why: string) => [mistake(entity, place, `says "unlessShown", ${why}; leave it out`)];
  if (!['dropped', 'refused'].includes(unlessShown))
    return report(`"${unlessShown}", which is not "dropped" or "refused"`);
  if (!field.shownWhen) return report('and the field has no "shownWhen"');
  return fileItem(field) ? report('and a file is let go by whoever uploaded it') : [];
}

/** A condition must read stored fields, or what is computed from them; on others only forms could check it. */
function checkStoredCondition(entity: Entity, place: string, condition: Condition = {}): string[] {
  const notStored = conditionNames(condition).filter((name) => {
    const field = fieldOf(entity, name);
    return field && !field.formula && !ruleField(entity, name);
  });
  return notStored.map((name) =>
    mistake(entity, place, `asks for "${name}", which no column holds; name a stored field`),
  );
}

function checkRule(context: CheckContext, rule: FieldRule): string[] {
  const { entity } = context;
  const place = `rules, ${rule.field},`;
  const field = ruleField(entity, rule.field);
  const report = (what: string) => [mistake(entity, place, what)];
  if (!field || (isServerOnly(entity, rule.field) && !isInputOfSome(entity, rule.field)))
    return report('is of no field that somebody writes; name one');
  const { after, requiredWhen, unlessShown, distinct } = rule;
  const isOwn = requiredWhen === 'shown';
  return [
    ...([after, requiredWhen, unlessShown, distinct].every((word) => word === undefined)
      ? report('says nothing; write "after", "requiredWhen", "distinct" or "unlessShown"')
      : []),
    ...(requiredWhen && field.required
      ? report('is required in any case; leave out "required" or "requiredWhen"')
      : []),
    ...(isOwn && !field.shownWhen && !rule.field.includes('.')
      ? report('is always shown; write "required" at the field in place of "requiredWhen"')
      : []),
    ...checkAfter(entity, place, rule),
    ...checkDistinct(entity, place, rule),
    ...checkUnlessShown(entity, place, rule, field),
    ...checkRequiredWhen(entity, rule, field),
    ...(isOwn ? [] : checkCondition(context, `${place} "requiredWhen",`, entity, requiredWhen, 'values')),
    ...checkStoredCondition(entity, place, requiredCondition(entity, rule)),
  ];
}

/** Checks that each rule can be evaluated, and that a user can break it. */
export const checkRuleDeclarations: Check = (context) =>
  (context.entity.rules ?? []).flatMap((rule, at, all) => [
    ...checkRule(context, rule),
    ...(all.slice(0, at).some((one) => JSON.stringify(one) === JSON.stringify(rule))
      ? [mistake(context.entity, `rules, ${rule.field},`, 'says the same twice; leave one out')]
      : []),
  ]);
