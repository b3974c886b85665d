import { decimalText } from '../values/format.ts';
import { countCell, withoutTrailingZeros } from './countCell.ts';
import { asItIs, notPicked, plainGroup } from './plain.tsx';
import { type KindView, usualWidth } from './view.ts';

/** An exact decimal. */
export const decimalView: KindView = {
  cell: (value, place) => countCell(decimalText(value), value, place),
  whole: () => undefined,
  group: plainGroup,
  isWide: false,
  column: { givesWay: 'never', figure: 'count', width: usualWidth },

  input: { as: 'decimal' },
  itemsInput: 'values',
  picked: notPicked,

  filter: 'typed',
  filterOptions: () => [],
  filterText: asItIs,
  boundInput: 'number',
  boundText: (value) => withoutTrailingZeros(decimalText(String(value))),
};
