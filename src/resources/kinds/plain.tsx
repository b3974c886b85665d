import type { ReactNode } from 'react';
import type { Field } from '../../../contract/schema/field/field.ts';
import { dash } from '../values/format.ts';
import type { KindView } from './view.ts';

/** Shows a value unchanged, or a dash if it is empty. */
export const plainCell = (value: unknown): ReactNode =>
  value === null || value === undefined || value === '' ? dash : String(value);

export const asItIs = (value: unknown): string => String(value);

/** For kinds that are filtered by single values, not by ranges. */
export const noRange: Pick<KindView, 'filterOptions' | 'filterText' | 'boundInput' | 'boundText'> = {
  filterOptions: () => [],
  filterText: asItIs,
  boundInput: undefined,
  boundText: asItIs,
};

/** For kinds without a filter. */
export const noFilter: Pick<KindView, 'filter' | 'filterOptions' | 'filterText' | 'boundInput' | 'boundText'> = {
  ...noRange,
  filter: undefined,
};

/** For kinds whose list items are typed, not picked. */
export const notPicked = (): undefined => undefined;

/** Shows the value of a group unchanged. */
export const plainGroup = (value: string | number | boolean, _field: Field): ReactNode => value;
