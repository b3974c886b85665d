import type { Entity } from '../../schema/entity.ts';
import type { Field, Fields } from '../../schema/field/field.ts';

function within(place: string, field: Field): [string, Field][] {
  const items = field.items ? [[`${place} (an item)`, field.items] as const] : [];
  const inner = Object.entries(field.fields ?? {}).map(([name, one]) => [`${place}.${name}`, one] as const);
  return [...items, ...inner].flatMap(([there, one]) => [[there, one], ...within(there, one)]);
}

const below = (prefix: string, fields: Fields = {}): [string, Field][] =>
  Object.entries(fields).flatMap(([name, field]) => [[prefix + name, field], ...within(prefix + name, field)]);

/**
 * Every field that a declaration names, with its place: its own, the parameters of its list, what its steps and actions ask
 * for, and those within.
 */
export const everyField = (entity: Entity): [place: string, field: Field][] => [
  ...below('', entity.fields),
  ...below('list.narrow.', entity.list.narrow),
  ...Object.entries(entity.lifecycle?.transitions ?? {}).flatMap(([name, { input }]) =>
    below(`lifecycle.${name}.input.`, input),
  ),
  ...Object.entries(entity.actions ?? {}).flatMap(([name, { call, input }]) => [
    ...below(`actions.${name}.call.which.`, call.which),
    ...below(`actions.${name}.input.`, input),
  ]),
];
