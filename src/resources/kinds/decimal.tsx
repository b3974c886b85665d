import { decimalText } from '../values/format.ts';
import { countCell, short } from './countCell.ts';
import { asItIs, sameGroup, typed } from './plain.tsx';
import { type KindView, usualWidth } from './view.ts';

/** An exact decimal. */
export const decimalView: KindView = {
  cell: (value, place) => countCell(decimalText(value), value, place),
  whole: () => undefined,
  group: sameGroup,
  isWide: false,
  column: { givesWay: 'never', figure: 'count', width: usualWidth },

  input: { as: 'decimal' },
  itemsInput: 'values',
  picked: typed,

  filter: 'typed',
  filterOptions: () => [],
  filterText: asItIs,
  boundInput: 'number',
  boundText: (value) => short(decimalText(String(value))),
};
