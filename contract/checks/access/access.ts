import { storedScopes } from '../../access/storedScope.ts';
import type { ConditionScope } from '../../conditions/compile.ts';
import type { Label } from '../../messages/label.ts';
import { type Condition, hasRight, type Role, rights, roles } from '../../schema/access.ts';
import type { Fields } from '../../schema/field/field.ts';
import { tones } from '../../schema/field/options.ts';
import { lifecycleSteps, type NamedStep } from '../../schema/lifecycle.ts';
import { type Requirements, requirementsOf } from '../../schema/requirement.ts';
import { checkFields, checkLabel } from '../fields/fields.ts';
import { checkCondition } from '../support/checkCondition.ts';
import { type Check, type CheckContext, mistake, wrongLetters } from '../support/mistake.ts';
import { unknownNames } from '../support/suggest.ts';

function checkRole(context: CheckContext, role: Role): string[] {
  const { entity } = context;
  const rule = entity.access.rows[role];
  const named = rights.some((right) => hasRight(entity.access, right, role));
  const place = `access.rows.${role}`;
  if (named && rule === undefined)
    return [
      mistake(entity, 'access', `lets ${role} in and gives no rows for it; add rows.${role}, such as everything`),
    ];
  if (!named && rule !== undefined)
    return [
      mistake(entity, place, 'is for a role that no operation lets in; name the role in list, or leave the rows out'),
    ];
  return rule === undefined || rule === 'everything' ? [] : checkCondition(context, place, entity, rule);
}

/** `storedScope` requires a role whose rows are compared with the caller through exactly one reference. */
const checkStoredScope = ({ entity }: CheckContext): string[] =>
  entity.access.storedScope && storedScopes(entity).length === 0
    ? [
        mistake(
          entity,
          'access.storedScope',
          "has nothing to store: no role's rows are told by a reference, as in { enterprise_id: { sales_user_id: me('id') } }; leave it out",
        ),
      ]
    : [];

const accessWords = [...rights, 'rows', 'storedScope'];

/** Checks the roles of an entity and their row rules. */
export const checkAccess: Check = (context) => [
  ...unknownNames(context.entity, 'access', Object.keys(context.entity.access), accessWords, 'the operation'),
  ...roles.flatMap((role) => checkRole(context, role)),
  ...checkStoredScope(context),
];

/** Checks `shownWhen` of the fields, including those inside objects. */
export const checkShownWhen = (context: CheckContext, over: ConditionScope, fields: Fields, prefix = ''): string[] =>
  Object.entries(fields).flatMap(([name, { shownWhen, fields: inner }]) => [
    ...checkCondition(context, `${prefix}${name}, "shownWhen",`, over, shownWhen, 'values'),
    ...checkShownWhen(context, over, inner ?? {}, `${prefix}${name}.`),
  ]);

/** Checks `tones` of the fields, including those inside objects. */
const checkTones = (context: CheckContext, fields: Fields, prefix = ''): string[] =>
  Object.entries(fields).flatMap(([name, field]) => [
    ...unknownNames(context.entity, `${prefix}${name}.tones`, Object.keys(field.tones ?? {}), tones, 'the colour'),
    ...Object.entries(field.tones ?? {}).flatMap(([tone, when]) =>
      checkCondition(context, `${prefix}${name}, "tones.${tone}",`, context.entity, when, 'values'),
    ),
    ...checkTones(context, field.fields ?? {}, `${prefix}${name}.`),
  ]);

/** Checks `shownWhen`, `readOnlyWhen` and `tones` of the entity's fields. */
export const checkConditionsOfFields: Check = (context) => {
  const { entity } = context;
  return [
    ...checkShownWhen(context, entity, entity.fields),
    ...checkTones(context, entity.fields),
    ...Object.entries(entity.fields).flatMap(([name, { readOnlyWhen, readOnlyBecause }]) => [
      ...checkCondition(context, `${name}, "readOnlyWhen",`, entity, readOnlyWhen),
      ...checkOtherwise(context, `${name}.readOnlyBecause`, readOnlyWhen, readOnlyBecause),
    ]),
  ];
};

/** Checks the sentence for records that do not meet a condition. */
function checkOtherwise({ entity }: CheckContext, place: string, condition?: Condition, sentence?: Label): string[] {
  if (!sentence) return [];
  if (!condition)
    return [mistake(entity, place, 'has a sentence for a condition, and no condition; add it, or leave it out')];
  return checkLabel(entity, place, sentence, 'sentence');
}

/**
 * Checks what a step or an action requires of the record, with the sentences of its refusals.
 * @param body the names in its body, where a refusal may be reported
 */
export function checkRequirements(
  context: CheckContext,
  place: string,
  required: Requirements,
  body: readonly string[],
): string[] {
  const { entity } = context;
  const { when, otherwise } = required;
  const requirements = requirementsOf(required);
  return [
    ...requirements.flatMap(({ holds }) => checkCondition(context, `${place}, "when",`, entity, holds)),
    ...requirements.flatMap(({ otherwise: sentence }) =>
      typeof sentence === 'object' ? checkLabel(entity, `${place}.otherwise`, sentence, 'sentence') : [],
    ),
    ...requirements.flatMap(({ at }) =>
      at === undefined || body.includes(at)
        ? []
        : [mistake(entity, place, `is refused at "${at}", which no body of it says; leave "at" out`)],
    ),
    ...(Array.isArray(when) && otherwise !== undefined
      ? [mistake(entity, `${place}.otherwise`, 'is for one condition; write each sentence beside its "holds"')]
      : []),
    ...(when ? [] : checkOtherwise(context, `${place}.otherwise`, undefined, otherwise)),
  ];
}

/** Checks `editWhile` and `removeWhile`, with the sentences for records that do not meet them. */
export const checkEditAndRemoveWhile: Check = (context) =>
  (['edit', 'remove'] as const).flatMap((word) => {
    const [condition, sentence] = [context.entity[`${word}While`], context.entity[`${word}Otherwise`]];
    const isForNobody = condition !== undefined && (context.entity.access[word] ?? []).length === 0;
    return [
      ...checkCondition(context, `${word}While`, context.entity, condition),
      ...(isForNobody
        ? [mistake(context.entity, `${word}While`, `has a condition, and nobody may ${word}; leave it out`)]
        : []),
      ...checkOtherwise(context, `${word}Otherwise`, condition, sentence),
    ];
  });

function checkStep(context: CheckContext, states: readonly unknown[], step: NamedStep): string[] {
  const { entity } = context;
  const place = `lifecycle.${step.name}`;
  const unknownStates = [...step.from, step.to ?? []].flat().filter((state) => !states.includes(state));
  const deniedRoles = step.roles.filter((role) => !hasRight(entity.access, 'edit', role));
  const isReserved = [...rights, 'export'].includes(step.name);
  return [
    ...wrongLetters(step.name).map((what) => mistake(entity, place, what)),
    ...(isReserved ? [mistake(entity, place, 'has the name of an operation; write another')] : []),
    ...[...new Set(unknownStates)].map((state) =>
      mistake(
        entity,
        place,
        `names the state ${state}, which is no choice of "${entity.lifecycle?.field}"; write one of ${states.join(', ')}`,
      ),
    ),
    ...deniedRoles.map((role) =>
      mistake(entity, place, `is for ${role}, who may not edit; name ${role} in access.edit, or leave it out`),
    ),
    ...checkLabel(entity, place, step.label),
    ...checkFields(context, place, step.input ?? {}),
    ...checkShownWhen(context, { name: step.name, fields: step.input ?? {} }, step.input ?? {}, `${place}.`),
    ...checkRequirements(context, place, step, [entity.lifecycle?.field ?? '', ...Object.keys(step.input ?? {})]),
  ];
}

/** Checks the steps of the lifecycle. */
export const checkLifecycle: Check = (context) => {
  const { lifecycle, fields } = context.entity;
  if (!lifecycle) return [];
  const field = Object.hasOwn(fields, lifecycle.field) ? fields[lifecycle.field] : undefined;
  if (field?.kind !== 'choice')
    return [
      mistake(
        context.entity,
        'lifecycle',
        `is over "${lifecycle.field}", which is no choice; name a choice of the record`,
      ),
    ];
  if (Object.keys(lifecycle.transitions ?? {}).length === 0)
    return [
      mistake(context.entity, 'lifecycle', 'has no steps; write one in "transitions", or leave the lifecycle out'),
    ];
  const states = (field.choices ?? []).map(({ id }) => id);
  return lifecycleSteps(lifecycle).flatMap((step) => checkStep(context, states, step));
};
