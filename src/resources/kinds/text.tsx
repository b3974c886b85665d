import { isCode } from '../../../contract/values/code.ts';
import { CodeText } from '../values/CodeText.tsx';
import { dash } from '../values/format.ts';
import { noRange, notPicked, plainCell, plainGroup } from './plain.tsx';
import { type KindView, usualWidth } from './view.ts';

/** A single line of text. */
export const textView: KindView = {
  cell: (value, { field }) => {
    const shown = plainCell(value);
    return isCode(field) && shown !== dash ? <CodeText>{shown}</CodeText> : shown;
  },
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
