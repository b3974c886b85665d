import { noRange, plainCell, sameGroup, typed } from './plain.tsx';
import { type KindView, usualWidth } from './view.ts';

/** One line of text. */
export const textView: KindView = {
  cell: plainCell,
  whole: () => undefined,
  group: sameGroup,
  isWide: false,
  column: { givesWay: 'whenLong', figure: undefined, width: usualWidth },

  input: { as: 'text', type: 'text' },
  itemsInput: 'values',
  picked: typed,

  filter: 'typed',
  ...noRange,
};
