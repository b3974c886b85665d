import { noRange, notPicked, plainCell, plainGroup } from './plain.tsx';
import { type KindView, usualWidth } from './view.ts';

export const phoneView: KindView = {
  cell: plainCell,
  whole: () => undefined,
  group: plainGroup,
  isWide: false,
  column: { givesWay: 'never', figure: undefined, width: usualWidth },

  input: { as: 'text', type: 'tel' },
  itemsInput: 'values',
  picked: notPicked,

  filter: 'typed',
  ...noRange,
};
