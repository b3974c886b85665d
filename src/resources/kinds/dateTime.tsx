import dayjs from 'dayjs';
import { dateTimeText } from '../values/format.ts';
import { asItIs, notPicked, plainGroup } from './plain.tsx';
import type { KindView } from './view.ts';

/** A point in time; the day alone where a bound begins it, or ends it. */
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
