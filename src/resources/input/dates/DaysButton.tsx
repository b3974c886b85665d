import { Box } from '@mui/material';
import dayjs from 'dayjs';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { kinds } from '../../../../contract/kinds/index.ts';
import type { Field } from '../../../../contract/schema/field/field.ts';
import { type FieldState, listValues } from '../shared/useFieldInput.tsx';
import { CalendarButton } from './CalendarButton.tsx';
import { calendarDay } from './DateInput.tsx';

interface Props {
  state: FieldState;
  items: Field;
  /** The values of the list as they are typed. */
  texts: readonly string[];
  onChange: (texts: readonly string[]) => void;
  /** Puts what was begun where it is typed on. */
  onBegin: (typed: string) => void;
}

const dayText = (day: Date): string => dayjs(day).format('YYYY-MM-DD');
/** What is done here is nothing to the picker around, which would take the focus and the keys. */
const stopPropagation = (event: SyntheticEvent) => event.stopPropagation();
const buttonStyle = { position: 'absolute', right: 8, top: '50%', transform: 'translateY(-50%)' } as const;

/**
 * The calendar of a list. Of days, each that is chosen comes into the list, or leaves it, while the calendar stays. Of
 * points in time, the chosen day stands where one types, with its time to be written over.
 */
export function DaysButton({ state, items, texts, onChange, onBegin }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [begun, setBegun] = useState(0);
  useEffect(() => {
    const input = begun > 0 ? place.current?.parentElement?.querySelector('input') : undefined;
    input?.focus();
    input?.setSelectionRange('YYYY-MM-DD '.length, input.value.length);
  }, [begun]);
  const days = listValues(state).flatMap((one) => calendarDay(one) ?? []);
  const toggle = (_days: unknown, day: Date) => {
    const places = listValues(state).map((one) => one === dayText(day));
    onChange(places.includes(true) ? texts.filter((_, at) => !places[at]) : [...texts, dayText(day)]);
  };
  const begin = (close: () => void) => (_day: unknown, day: Date) => {
    close();
    onBegin(`${dayText(day)} 00:00:00`);
    setBegun((before) => before + 1);
  };
  const [last] = days.slice(-1);
  return (
    <Box
      ref={place}
      sx={buttonStyle}
      onClick={stopPropagation}
      onMouseDown={stopPropagation}
      onKeyDown={stopPropagation}
    >
      <CalendarButton
        label={state.label}
        disabled={state.disabled}
        calendar={(close) =>
          kinds[items.kind].time === 'day'
            ? { mode: 'multiple', selected: days, onSelect: toggle, ...(last && { defaultMonth: last }) }
            : { mode: 'single', onSelect: begin(close) }
        }
      />
    </Box>
  );
}
