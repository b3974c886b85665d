import type { Entity } from '../schema/entity.ts';

/** One field of the order of a list. */
export interface SortField {
  readonly name: string;
  readonly isDescending: boolean;
}

/** The most fields of a list's own order. */
export const maxSortFields = 5;

/** The fields of an order as requests name it: `year,-quarter`. */
export const parseSort = (sort: string): readonly SortField[] =>
  sort.split(',').map((one) => ({ name: one.replace(/^-/, ''), isDescending: one.startsWith('-') }));

/** The names of the fields of the list's own order, as they are declared. */
export const defaultSortNames = ({ list: { sort } }: Pick<Entity, 'list'>): string[] =>
  [sort].flat().map((one) => one.replace(/^-/, ''));

/** The list's own order as requests name it. */
export const defaultSortText = ({ list: { sort } }: Pick<Entity, 'list'>): string => [sort].flat().join(',');

/** The fields of the list's own order. */
export const defaultSortFields = (entity: Pick<Entity, 'list'>): readonly SortField[] =>
  parseSort(defaultSortText(entity));
