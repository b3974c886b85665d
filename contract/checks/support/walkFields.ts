import type { Entity } from '../../schema/entity.ts';
import type { Field, Fields } from '../../schema/field/field.ts';

function innerFields(place: string, field: Field): [string, Field][] {
  const items = field.items ? [[`${place} (an item)`, field.items] as const] : [];
  const inner = Object.entries(field.fields ?? {}).map(([name, one]) => [`${place}.${name}`, one] as const);
  return [...items, ...inner].flatMap(([there, one]) => [[there, one], ...innerFields(there, one)]);
}

const fieldsBelow = (prefix: string, fields: Fields = {}): [string, Field][] =>
  Object.entries(fields).flatMap(([name, field]) => [[prefix + name, field], ...innerFields(prefix + name, field)]);

/**
 * Every field in a declaration with its place: the entity's fields, list parameters, inputs of steps and actions, and
 * fields nested in these.
 */
export const everyField = (entity: Entity): [place: string, field: Field][] => [
  ...fieldsBelow('', entity.fields),
  ...fieldsBelow('list.parameters.', entity.list.parameters),
  ...Object.entries(entity.lifecycle?.transitions ?? {}).flatMap(([name, { input }]) =>
    fieldsBelow(`lifecycle.${name}.input.`, input),
  ),
  ...Object.entries(entity.actions ?? {}).flatMap(([name, { endpoint, input }]) => [
    ...fieldsBelow(`actions.${name}.endpoint.which.`, endpoint.which),
    ...fieldsBelow(`actions.${name}.input.`, input),
  ]),
];

/** Inputs of steps and actions, with their places in the declaration. */
export const stepAndActionInputs = (entity: Entity): [place: string, asked: Fields][] => [
  ...Object.entries(entity.lifecycle?.transitions ?? {}).map(([name, { input = {} }]): [string, Fields] => [
    `lifecycle.${name}.input`,
    input,
  ]),
  ...Object.entries(entity.actions ?? {}).map(([name, { input = {} }]): [string, Fields] => [
    `actions.${name}.input`,
    input,
  ]),
];
