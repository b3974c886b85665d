import dayjs from 'dayjs';
import { datePattern } from '../../../../contract/lib/dateTime.ts';
import type { FieldInputProps } from '../../slotTypes.ts';
import { useFieldInput } from '../shared/useFieldInput.tsx';
import { useFieldText } from '../shared/useTextValue.ts';
import { CalendarField } from './CalendarField.tsx';

/** A day for the calendar: midnight in the local time zone. */
export const calendarDay = (value: unknown): Date | undefined => {
  const [year = 0, month = 1, day = 1] = String(value).split('-').map(Number);
  return typeof value === 'string' && datePattern.test(value) ? new Date(year, month - 1, day) : undefined;
};

/** A day, typed or picked, without time and time zone. */
export function DateInput(props: FieldInputProps) {
  const state = useFieldInput(props);
  const typing = useFieldText(state);
  return (
    <CalendarField
      state={state}
      typing={typing}
      day={calendarDay(typing.read(typing.typed))}
      placeholder="YYYY-MM-DD"
      onPick={(day) => state.input.onChange(dayjs(day).format('YYYY-MM-DD'))}
    />
  );
}
