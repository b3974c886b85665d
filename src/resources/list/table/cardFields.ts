import { type Entity, fieldOf } from '../../../../contract/schema/entity.ts';

/** How many fields a card shows below its title, where its declaration names none. */
const defaultCount = 3;

/** What a card of a list shows: what names it, its state, and the fields below. */
export interface CardFields {
  readonly title: string;
  readonly state: string | undefined;
  readonly lines: readonly string[];
}

/**
 * What stands on the card of a record where there is no room for a table.
 * In: the entity and the columns that the list shows. The first is the title; beside it stands the state of the lifecycle,
 * or else the first choice with colours. Below come those columns that `list.card` names, or else the first few.
 */
export function cardFields(entity: Entity, columns: readonly string[]): CardFields {
  const { list, lifecycle } = entity;
  const [title = '', ...others] = columns;
  const isColoured = (name: string) => fieldOf(entity, name)?.choices?.some(({ tone }) => tone) ?? false;
  const state = others.find((name) => name === lifecycle?.field) ?? others.find(isColoured);
  const below = others.filter((name) => name !== state);
  const named = (list.card ?? []).filter((name) => below.includes(name));
  return { title, state, lines: named.length > 0 ? named : below.slice(0, defaultCount) };
}

/** The columns with those before the others that a card would show, in their order: what is read without scrolling. */
export function cardColumnsFirst(entity: Entity, columns: readonly string[]): string[] {
  const { title, state, lines } = cardFields(entity, columns);
  const first = new Set([title, ...(state ? [state] : []), ...lines]);
  return [...columns.filter((name) => first.has(name)), ...columns.filter((name) => !first.has(name))];
}
