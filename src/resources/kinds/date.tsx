import { asItIs, notPicked, plainCell, plainGroup } from './plain.tsx';
import type { KindView } from './view.ts';

/** A calendar date. */
export const dateView: KindView = {
  cell: plainCell,
  whole: () => undefined,
  group: plainGroup,
  isWide: false,
  column: { givesWay: 'never', figure: undefined, width: 146 },

  input: { as: 'day' },
  itemsInput: 'values',
  picked: notPicked,

  filter: 'typed',
  filterOptions: () => [],
  filterText: asItIs,
  boundInput: 'day',
  boundText: asItIs,
};
