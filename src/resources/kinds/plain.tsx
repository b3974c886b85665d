import type { ReactNode } from 'react';
import type { Field } from '../../../contract/schema/field/field.ts';
import { dash } from '../values/format.ts';
import type { KindView } from './view.ts';

/** A value as it is, or a dash. */
export const plainCell = (value: unknown): ReactNode =>
  value === null || value === undefined || value === '' ? dash : String(value);

export const asItIs = (value: unknown): string => String(value);

/** A kind that a filter picks or types single values of, which have no bounds. */
export const noRange: Pick<KindView, 'filterOptions' | 'filterText' | 'boundInput' | 'boundText'> = {
  filterOptions: () => [],
  filterText: asItIs,
  boundInput: undefined,
  boundText: asItIs,
};

/** A kind that no list is narrowed by. */
export const noFilter: Pick<KindView, 'filter' | 'filterOptions' | 'filterText' | 'boundInput' | 'boundText'> = {
  ...noRange,
  filter: undefined,
};

/** A kind of which a person types the values of a list one after the other. */
export const notPicked = (): undefined => undefined;

/** A group by its value as it is. */
export const plainGroup = (value: string | number | boolean, _field: Field): ReactNode => value;
