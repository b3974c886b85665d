import { identifyingColumns } from '../../../../contract/lists/identifies.ts';
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
 * else the first choice with colours. Below are the columns that `list.card` names, and those that tell one record from
 * another; without `list.card` these come first, and then a few others.
 */
export function cardFields(entity: Entity, columns: readonly string[]): CardFields {
  const { list, lifecycle } = entity;
  const [title = '', ...rest] = columns;
  const isColoured = (name: string) => fieldOf(entity, name)?.choices?.some(({ tone }) => tone) ?? false;
  const state = rest.find((name) => name === lifecycle?.field) ?? rest.find(isColoured);
  const below = rest.filter((name) => name !== state);
  const named = (list.card ?? []).filter((name) => below.includes(name));
  const identifying = identifyingColumns(entity).filter((name) => below.includes(name) && !named.includes(name));
  if (named.length > 0) return { title, state, lines: [...named, ...identifying] };
  const others = below.filter((name) => !identifying.includes(name));
  return { title, state, lines: [...identifying, ...others.slice(0, Math.max(0, defaultCount - identifying.length))] };
}

/**
 * The columns that are shown below the name of a row next to an open record, where there is no room beside it: the first
 * two of those that tell it from others.
 * @param columns All columns that the role may read.
 */
export const columnsBelow = (entity: Entity, columns: readonly string[]): string[] =>
  identifyingColumns(entity)
    .filter((name) => columns.indexOf(name) > 0)
    .slice(0, 2);

/** The columns with those of the card first, in their order: they can be read without scrolling. */
export function cardColumnsFirst(entity: Entity, columns: readonly string[]): string[] {
  const { title, state, lines } = cardFields(entity, columns);
  const first = new Set([title, ...(state ? [state] : []), ...lines]);
  return [...columns.filter((name) => first.has(name)), ...columns.filter((name) => !first.has(name))];
}
