import { asItIs, plainCell, sameGroup, typed } from './plain.tsx';
import type { KindView } from './view.ts';

/** A day of the calendar. */
export const dateView: KindView = {
  cell: plainCell,
  whole: () => undefined,
  group: sameGroup,
  isWide: false,
  column: { givesWay: 'never', figure: undefined, width: 146 },

  input: { as: 'day' },
  itemsInput: 'values',
  picked: typed,

  filter: 'typed',
  filterOptions: () => [],
  filterText: asItIs,
  boundInput: 'day',
  boundText: asItIs,
};
