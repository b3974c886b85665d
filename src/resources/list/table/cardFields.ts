import { type Entity, fieldOf } from '../../../../contract/schema/entity.ts';

/** The number of fields on a card below its title, if its declaration names none. */
const defaultCount = 3;

/** The fields of a card: its title, its state, and the lines below. */
export interface CardFields {
  readonly title: string;
  readonly state: string | undefined;
  readonly lines: readonly string[];
}

/**
 * The fields of a record's card on a phone. The first column is the title; next to it is the state of the lifecycle, or
 * else the first choice with colours. Below are the columns that `list.card` names, or else the first few.
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

/** The columns with those of the card first, in their order: they can be read without scrolling. */
export function cardColumnsFirst(entity: Entity, columns: readonly string[]): string[] {
  const { title, state, lines } = cardFields(entity, columns);
  const first = new Set([title, ...(state ? [state] : []), ...lines]);
  return [...columns.filter((name) => first.has(name)), ...columns.filter((name) => !first.has(name))];
}
