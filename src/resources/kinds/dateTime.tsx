import dayjs from 'dayjs';
import { dateTimeText } from '../values/format.ts';
import { asItIs, notPicked, plainGroup } from './plain.tsx';
import type { KindView } from './view.ts';

/** The text of a bound: the date alone if a lower bound is the first second of a day or an upper bound its last. */
function boundText(value: unknown, isLeast: boolean): string {
  if (!dayjs(String(value)).isValid()) return String(value);
  const shown = dateTimeText(value);
  const [day = shown, time] = shown.split(' ');
  return time === (isLeast ? '00:00:00' : '23:59:59') ? day : shown;
}

/** A point in time, in the time zone of the browser. */
export const dateTimeView: KindView = {
  cell: dateTimeText,
  whole: () => undefined,
  group: plainGroup,
  isWide: false,
  column: { givesWay: 'never', figure: undefined, width: 146 },

  input: { as: 'moment' },
  itemsInput: 'values',
  picked: notPicked,

  filter: 'typed',
  filterOptions: () => [],
  filterText: asItIs,
  boundInput: 'moment',
  boundText: (value, { isLeast }) => boundText(value, isLeast),
};
