import { noRange, notPicked, plainCell, plainGroup } from './plain.tsx';
import { type KindView, usualWidth } from './view.ts';

/** Several lines of text. */
export const longTextView: KindView = {
  cell: plainCell,
  whole: () => undefined,
  group: plainGroup,
  isWide: true,
  column: { givesWay: 'always', figure: undefined, width: usualWidth },

  input: { as: 'text', type: 'lines' },
  itemsInput: 'values',
  picked: notPicked,

  filter: 'typed',
  ...noRange,
};
