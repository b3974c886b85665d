import { actionsOf } from '../action.ts';
import type { Entity } from '../entity.ts';
import type { FieldRule } from '../fieldRule.ts';
import { transitionsOf } from '../lifecycle.ts';
import { checkCondition } from './condition.ts';
import { checkFulfilled } from './fulfilled.ts';
import { type Check, type Look, mistake, storedField } from './mistake.ts';

const ordered = ['date', 'dateTime'];

function checkAfter(entity: Entity, place: string, { field: name, after }: FieldRule): string[] {
  if (after === undefined) return [];
  const [field, other] = [storedField(entity, name), storedField(entity, after)];
  if (!other) return [mistake(entity, place, `lies after "${after}", which is no stored field; name one`)];
  if (!field || (ordered.includes(field.kind) && field.kind === other.kind && name !== after)) return [];
  const kinds = `${field.kind} after ${other.kind}`;
  return [mistake(entity, place, `sets ${kinds}; name two fields that are both days or both points in time`)];
}

/** Does a step or an action ask for the field? */
const isAsked = ({ lifecycle, ...entity }: Entity, name: string): boolean =>
  [...(lifecycle ? transitionsOf(lifecycle) : []), ...actionsOf(entity)].some(({ input = {} }) =>
    Object.hasOwn(input, name),
  );

function checkRule(look: Look, rule: FieldRule): string[] {
  const { entity } = look;
  const place = `rules, ${rule.field},`;
  const field = storedField(entity, rule.field);
  const says = (what: string) => [mistake(entity, place, what)];
  if (!field || ((field.readOnly || field.hidden) && !isAsked(entity, rule.field)))
    return says('is of no field that somebody writes; name one');
  return [
    ...(rule.after === undefined && rule.requiredWhen === undefined
      ? says('says nothing; write "after" or "requiredWhen"')
      : []),
    ...(rule.requiredWhen && field.required
      ? says('is required in any case; leave out "required" or "requiredWhen"')
      : []),
    ...checkAfter(entity, place, rule),
    ...checkFulfilled(entity, rule, field),
    ...checkCondition(look, `${place} "requiredWhen",`, entity, rule.requiredWhen, 'values'),
  ];
}

/** What is said to hold between fields can be looked at, and broken by somebody. */
export const checkRules: Check = (look) => (look.entity.rules ?? []).flatMap((rule) => checkRule(look, rule));
