import { numberText } from '../values/format.ts';
import { countCell } from './countCell.ts';
import { asItIs, sameGroup, typed } from './plain.tsx';
import { type KindView, usualWidth } from './view.ts';

/** A whole number. */
export const integerView: KindView = {
  cell: (value, place) => countCell(numberText(value), value, place),
  whole: () => undefined,
  group: sameGroup,
  isWide: false,
  column: { givesWay: 'never', figure: 'count', width: usualWidth },

  input: { as: 'text', type: 'number' },
  itemsInput: 'values',
  picked: typed,

  filter: 'typed',
  filterOptions: () => [],
  filterText: asItIs,
  boundInput: 'number',
  boundText: (value) => (Number.isSafeInteger(Number(value)) ? numberText(Number(value)) : String(value)),
};
