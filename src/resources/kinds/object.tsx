import { noFilter, notPicked, plainCell, plainGroup } from './plain.tsx';
import { type KindView, usualWidth } from './view.ts';

/** A group of fields under one name; a detail shows a line for each of them. */
export const objectView: KindView = {
  cell: plainCell,
  whole: () => undefined,
  group: plainGroup,
  isWide: false,
  column: { givesWay: 'never', figure: undefined, width: usualWidth },

  input: { as: 'object' },
  itemsInput: 'objects',
  picked: notPicked,

  ...noFilter,
};
