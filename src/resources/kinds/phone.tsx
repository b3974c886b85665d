import { noRange, plainCell, sameGroup, typed } from './plain.tsx';
import { type KindView, usualWidth } from './view.ts';

/** A telephone number. */
export const phoneView: KindView = {
  cell: plainCell,
  whole: () => undefined,
  group: sameGroup,
  isWide: false,
  column: { givesWay: 'never', figure: undefined, width: usualWidth },

  input: { as: 'text', type: 'tel' },
  itemsInput: 'values',
  picked: typed,

  filter: 'typed',
  ...noRange,
};
