import dayjs from 'dayjs';
import type { FieldInputProps } from '../../slotTypes.ts';
import { useFieldInput } from '../shared/useFieldInput.tsx';
import { useFieldText } from '../shared/useTextValue.ts';
import { CalendarField } from './CalendarField.tsx';
import { calendarDay } from './useDayLimits.ts';

/** A day, typed or picked, without time and time zone. */
export function DateInput(props: FieldInputProps) {
  const state = useFieldInput(props);
  const typing = useFieldText(state);
  return (
    <CalendarField
      source={props.source}
      state={state}
      typing={typing}
      day={calendarDay(typing.read(typing.typed))}
      placeholder="YYYY-MM-DD"
      onPick={(day) => state.input.onChange(dayjs(day).format('YYYY-MM-DD'))}
    />
  );
}
