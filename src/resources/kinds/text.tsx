import { noRange, notPicked, plainCell, plainGroup } from './plain.tsx';
import { type KindView, usualWidth } from './view.ts';

/** A single line of text. */
export const textView: KindView = {
  cell: plainCell,
  whole: () => undefined,
  group: plainGroup,
  isWide: false,
  column: { givesWay: 'whenLong', figure: undefined, width: usualWidth },

  input: { as: 'text', type: 'text' },
  itemsInput: 'values',
  picked: notPicked,

  filter: 'typed',
  ...noRange,
};
