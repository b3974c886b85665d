import { Box } from '@mui/material';
import dayjs from 'dayjs';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { kinds } from '../../../../contract/kinds/index.ts';
import type { Field } from '../../../../contract/schema/field/field.ts';
import { type FieldState, listValues } from '../shared/useFieldInput.tsx';
import { CalendarButton } from './CalendarButton.tsx';
import { calendarDay } from './useDayLimits.ts';

interface Props {
  state: FieldState;
  items: Field;
  /** The texts of the list's values. */
  texts: readonly string[];
  onChange: (texts: readonly string[]) => void;
  /** Puts the given start of a value into the text input, for the user to complete. */
  onDraft: (typed: string) => void;
}

const dayText = (day: Date): string => dayjs(day).format('YYYY-MM-DD');
/** Events in the calendar must not reach the picker around it, which would take the focus and the keys. */
const stopPropagation = (event: SyntheticEvent) => event.stopPropagation();
const buttonStyle = { position: 'absolute', right: 8, top: '50%', transform: 'translateY(-50%)' } as const;

/**
 * The calendar of a list input. For days, a click adds a day to the list or removes it, and the calendar stays open.
 * For dates with time, the chosen day is put into the text input, where the user types the time.
 */
export function DaysButton({ state, items, texts, onChange, onDraft }: Props) {
  const container = useRef<HTMLDivElement>(null);
  const [focusCount, setFocusCount] = useState(0);
  useEffect(() => {
    const input = focusCount > 0 ? container.current?.parentElement?.querySelector('input') : undefined;
    input?.focus();
    input?.setSelectionRange('YYYY-MM-DD '.length, input.value.length);
  }, [focusCount]);
  const days = listValues(state).flatMap((one) => calendarDay(one) ?? []);
  const toggle = (_days: unknown, day: Date) => {
    const matches = listValues(state).map((one) => one === dayText(day));
    onChange(matches.includes(true) ? texts.filter((_, at) => !matches[at]) : [...texts, dayText(day)]);
  };
  const startTyping = (close: () => void) => (_day: unknown, day: Date) => {
    close();
    onDraft(`${dayText(day)} 00:00:00`);
    setFocusCount((before) => before + 1);
  };
  const [last] = days.slice(-1);
  return (
    <Box
      ref={container}
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
            : { mode: 'single', onSelect: startTyping(close) }
        }
      />
    </Box>
  );
}
