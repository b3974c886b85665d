import { numberText } from '../values/format.ts';
import { countCell } from './countCell.ts';
import { asItIs, notPicked, plainGroup } from './plain.tsx';
import { type KindView, usualWidth } from './view.ts';

/** A whole number. */
export const integerView: KindView = {
  cell: (value, place) => countCell(place.field.plain ? String(value) : numberText(value), value, place),
  whole: () => undefined,
  group: plainGroup,
  isWide: false,
  column: { givesWay: 'never', figure: 'count', width: usualWidth },

  input: { as: 'text', type: 'number' },
  itemsInput: 'values',
  picked: notPicked,

  filter: 'typed',
  filterOptions: () => [],
  filterText: asItIs,
  boundInput: 'number',
  boundText: (value, { isPlain }) =>
    Number.isSafeInteger(Number(value)) && !isPlain ? numberText(Number(value)) : String(value),
};
