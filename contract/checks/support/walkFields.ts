import type { Entity } from '../../schema/entity.ts';
import type { Field, Fields } from '../../schema/field/field.ts';

/** What the place of a list's items is called. */
type ItemOf = (place: string) => string;

function within(place: string, field: Field | undefined, itemOf: ItemOf): [string, Field][] {
  if (!field) return [];
  const items = field.items ? [[itemOf(place), field.items] as const] : [];
  const inner = Object.entries(field.fields ?? {}).map(([name, one]) => [`${place}.${name}`, one] as const);
  return [...items, ...inner].flatMap(([there, one]) => [[there, one], ...within(there, one, itemOf)]);
}

const below = (prefix: string, fields: Fields = {}, itemOf: ItemOf): [string, Field][] =>
  Object.entries(fields).flatMap(([name, field]) => [[prefix + name, field], ...within(prefix + name, field, itemOf)]);

/**
 * Every field that a declaration names, with its place: its own, the parameters of its list, what its steps and actions ask
 * for, and those within. In: the entity, whose shape nobody has looked at yet, and what the place of a list's items is called.
 */
export const everyField = (
  entity: Entity,
  itemOf: ItemOf = (place) => `${place} (an item)`,
): [place: string, field: Field][] => [
  ...below('', entity.fields, itemOf),
  ...below('list.narrow.', entity.list?.narrow, itemOf),
  ...Object.entries(entity.lifecycle?.transitions ?? {}).flatMap(([name, { input }]) =>
    below(`lifecycle.${name}.input.`, input, itemOf),
  ),
  ...Object.entries(entity.actions ?? {}).flatMap(([name, { call, input }]) => [
    ...below(`actions.${name}.call.which.`, call?.which, itemOf),
    ...below(`actions.${name}.input.`, input, itemOf),
  ]),
];
