import { noRange, plainCell, sameGroup, typed } from './plain.tsx';
import { type KindView, usualWidth } from './view.ts';

/** Several lines of text. */
export const longTextView: KindView = {
  cell: plainCell,
  whole: () => undefined,
  group: sameGroup,
  isWide: true,
  column: { givesWay: 'always', figure: undefined, width: usualWidth },

  input: { as: 'text', type: 'lines' },
  itemsInput: 'values',
  picked: typed,

  filter: 'typed',
  ...noRange,
};
