import { type ActionEndpoint, actionEndpoints } from '../../endpoints/actionEndpoint.ts';
import { ruleOf } from '../../kinds/fieldRule.ts';
import { validate } from '../../kinds/validation.ts';
import { isFilledIn } from '../../kinds/writable.ts';
import { hasRight, rights } from '../../schema/access.ts';
import { type NamedAction, namedActions } from '../../schema/action.ts';
import { type Entity, mayRead } from '../../schema/entity.ts';
import type { Fields } from '../../schema/field/field.ts';
import { checkRequirements, checkShownWhen } from '../access/access.ts';
import { checkFields, checkLabel } from '../fields/fields.ts';
import { checkCondition } from '../support/checkCondition.ts';
import { type Check, type CheckContext, mistake, storedField, wrongLetters } from '../support/mistake.ts';
import { checkConfirmText } from '../support/placeholders.ts';
import { checkStoredInput, checkUnstoredInput } from './steps.ts';

function checkName(entity: Entity, { name }: NamedAction): string[] {
  const isStep = Object.hasOwn(entity.lifecycle?.transitions ?? {}, name);
  const isOperation = [...rights, 'export'].includes(name);
  const letters = wrongLetters(name).map((what) => mistake(entity, `actions.${name}`, what));
  if (!isStep && !isOperation) return letters;
  return [mistake(entity, `actions.${name}`, `has the name of ${isStep ? 'a step' : 'an operation'}; write another`)];
}

/** Every role of an action must be able to read the record. */
function checkActionRoles(entity: Entity, { name, roles }: NamedAction): string[] {
  const place = `actions.${name}`;
  const deniedRoles = roles.filter((role) => !hasRight(entity.access, 'get', role));
  return [
    ...(roles.length === 0 ? [mistake(entity, place, 'is for nobody; write a role in "roles"')] : []),
    ...deniedRoles.map((role) => mistake(entity, place, `is for ${role}, who may not look at a record; leave it out`)),
  ];
}

function checkWhen(context: CheckContext, action: NamedAction, { body }: ActionEndpoint): string[] {
  const { entity } = context;
  const place = `actions.${action.name}`;
  return [
    ...checkRequirements(context, place, action, Object.keys(body)),
    ...checkCondition(context, `${place}, "shownWhen",`, entity, action.shownWhen),
  ];
}

/** A value that selects an action must be declared in its endpoint's `which`, and be valid there. */
function checkSends(entity: Entity, { name, endpoint, sends = {} }: NamedAction): string[] {
  return Object.entries(sends).flatMap(([key, value]) => {
    const place = `actions.${name}.sends.${key}`;
    const field = endpoint.which?.[key];
    if (!field) return [mistake(entity, place, 'is not told by its endpoint; write it in "which"')];
    const fits = field.kind === 'choice' ? field.choices?.some(({ id }) => id === value) : typeof value === field.kind;
    return fits
      ? []
      : [mistake(entity, place, `is ${String(value)}, which "which" does not take; write a value of it`)];
  });
}

/** The word must be one that the user can type into its input. */
function checkTyped(entity: Entity, place: string, input: Fields, typed: NamedAction['typed']): string[] {
  const field = typed && input[typed.input];
  if (!typed || !field) return [];
  const report = (what: string) => [mistake(entity, `${place}.typed`, what)];
  if (typed.word === '') return report('has no word; write one');
  const isTypeable = field.kind === 'text' && validate(ruleOf(field), typed.word) === undefined;
  return isTypeable
    ? []
    : report(`has the word "${typed.word}", which "${typed.input}" does not take; make that a text of its length`);
}

/** Checks that `form`, `prefilled` and `typed` name inputs, and that prefilled inputs match fields of the record. */
function checkInputs(entity: Entity, { name, input = {}, form = [], prefilled = [], typed }: NamedAction): string[] {
  const place = `actions.${name}`;
  const named = [...form.flat(), ...prefilled, ...(typed ? [typed.input] : [])];
  const unknownInputs = [...new Set(named)].filter((one) => !Object.hasOwn(input, one));
  const other = prefilled.filter((one) => input[one] && storedField(entity, one)?.kind !== input[one].kind);
  const twice = prefilled.filter((one) => input[one]?.default !== undefined);
  const unasked = Object.entries(input)
    .filter(([one, field]) => field.required && !isFilledIn(field) && !prefilled.includes(one))
    .filter(([one]) => form.length > 0 && !form.flat().includes(one));
  return [
    ...checkTyped(entity, place, input, typed),
    ...unasked.map(([one]) => mistake(entity, place, `has a "form" without "${one}", which is required; add it`)),
    ...unknownInputs.map((one) =>
      mistake(entity, place, `names "${one}", which is no input of it; write one of "input"`),
    ),
    ...other.map((one) =>
      mistake(entity, place, `begins with "${one}", which is no field of the record of its kind; leave it out`),
    ),
    ...twice.map((one) =>
      mistake(entity, place, `begins "${one}" with what the record has and by a default; write one`),
    ),
  ];
}

function checkAction(context: CheckContext, action: NamedAction, endpoint: ActionEndpoint): string[] {
  const { entity } = context;
  const { name, input = {}, confirm } = action;
  const place = `actions.${name}`;
  return [
    ...checkName(entity, action),
    ...checkActionRoles(entity, action),
    ...checkLabel(entity, place, action.label),
    ...(action.done ? checkLabel(entity, place, action.done, '"done"') : []),
    ...(confirm
      ? [...checkLabel(entity, place, confirm, 'question'), ...checkConfirmText(entity, place, confirm, action.roles)]
      : []),
    ...checkFields(context, `${place}.input`, input),
    ...checkUnstoredInput(entity, `${place}.input`, input),
    ...checkStoredInput(entity, `${place}.input`, input),
    ...checkShownWhen(context, { name, fields: input }, input, `${place}.`),
    ...checkInputs(entity, action),
    ...checkWhen(context, action, endpoint),
    ...checkSends(entity, action),
  ];
}

/** The endpoint identifies its record in exactly one way: by id, by a unique text, or in the body. */
function checkRecordNaming(entity: Entity, { path, by, idIn, actions }: ActionEndpoint): string[] {
  const place = `actions.${actions[0]?.name}.endpoint`;
  const braces = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const report = (what: string) => [mistake(entity, place, what)];
  if (!/^\/v1(\/(\w+|\{\w+\}))+$/.test(path))
    return report(`has the path "${path}"; write words and {id} of letters, digits and _ after /v1/`);
  if (idIn !== undefined)
    return braces.length > 0 || by !== undefined ? report('names the record twice; leave "idIn" out') : [];
  if (braces.length !== 1) return report('does not name its record; write {id} in the path, or "idIn"');
  if (by === undefined)
    return braces[0] === 'id' ? [] : report(`has {${braces[0]}} in its path; write {id}, or "by" the field that it is`);
  const field = storedField(entity, by);
  const hidden = field && actions.some(({ roles }) => roles.some((role) => !mayRead(field, role)));
  if (field?.kind !== 'text' || !field.unique)
    return report(`goes by "${by}", which is no unique text of the record; name one, or write {id}`);
  return hidden ? report(`goes by "${by}", which not all of its roles may read; write {id}`) : [];
}

/** Finds actions that the same body of a role could select, and inputs that differ between actions of one endpoint. */
function checkDistinctActions(entity: Entity, { actions }: ActionEndpoint): string[] {
  return actions.flatMap((action, index) =>
    actions.slice(0, index).flatMap((other) => {
      const place = `actions.${action.name}`;
      const isShared = action.roles.some((role) => other.roles.includes(role));
      const [mine, theirs] = [Object.entries(action.sends ?? {}), other.sends ?? {}];
      const isDistinguished = mine.some(([name, value]) => Object.hasOwn(theirs, name) && theirs[name] !== value);
      const differing = Object.entries(action.input ?? {}).filter(([name, field]) => {
        const same = other.input?.[name];
        return same && JSON.stringify({ ...same, required: 0 }) !== JSON.stringify({ ...field, required: 0 });
      });
      return [
        ...(isShared && !isDistinguished
          ? [mistake(entity, place, `is sent as ${other.name} is; part them by "sends", or by "roles"`)]
          : []),
        ...differing.map(([name]) =>
          mistake(entity, `${place}.input.${name}`, `is another field than in ${other.name}; declare it the same`),
        ),
      ];
    }),
  );
}

/** The records returned in place of this one must refer to it, and be readable by every role of the action. */
function checkAnswers({ entity, entities }: CheckContext, { answers, actions, roles }: ActionEndpoint): string[] {
  if (!answers) return [];
  const place = `actions.${actions[0]?.name}.endpoint`;
  const target = entities.get(answers.entity);
  if (!target || storedField(target, answers.by)?.to !== entity.name)
    return [
      mistake(
        entity,
        place,
        `answers "${answers.entity}" by "${answers.by}", which does not refer to the record; name a reference to ${entity.name}`,
      ),
    ];
  const deniedRoles = roles.filter((role) => !hasRight(target.access, 'get', role));
  return deniedRoles.map((role) =>
    mistake(entity, place, `answers "${answers.entity}", which ${role} may not look at; leave ${role} out`),
  );
}

function checkEndpoint(context: CheckContext, endpoint: ActionEndpoint): string[] {
  const { entity } = context;
  const place = `actions.${endpoint.actions[0]?.name}.endpoint`;
  const { which = {} } = endpoint;
  const other = endpoint.actions.find((one) => one.endpoint.path !== endpoint.path);
  return [
    ...wrongLetters(endpoint.name).map((what) => mistake(entity, place, what)),
    ...checkLabel(entity, place, endpoint.label),
    ...checkFields(context, `${place}.which`, which),
    ...checkUnstoredInput(entity, `${place}.which`, which),
    ...checkRecordNaming(entity, endpoint),
    ...checkDistinctActions(entity, endpoint),
    ...checkAnswers(context, endpoint),
    ...(other
      ? [
          mistake(
            entity,
            `actions.${other.name}.endpoint`,
            `has the name "${endpoint.name}" of another endpoint; write another`,
          ),
        ]
      : []),
  ];
}

/** Checks the actions of an entity and their endpoints. */
export const checkActions: Check = (context) => {
  const endpoints = actionEndpoints(context.entity);
  return [
    ...endpoints.flatMap((endpoint) => checkEndpoint(context, endpoint)),
    ...namedActions(context.entity).flatMap((action) => {
      if (action.endpoint?.path === undefined)
        return [mistake(context.entity, `actions.${action.name}`, 'has no endpoint; write { name, path, label }')];
      const endpoint = endpoints.find((one) => one.name === action.endpoint.name);
      return endpoint ? checkAction(context, action, endpoint) : [];
    }),
  ];
};
