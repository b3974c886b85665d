import { InputAdornment, TextField } from '@mui/material';
import type { FieldState } from '../shared/useFieldInput.tsx';
import type { useTextValue } from '../shared/useTextValue.ts';
import { CalendarButton } from './CalendarButton.tsx';
import { limitedCalendar, useDayLimits } from './useDayLimits.ts';

interface Props {
  source: string;
  state: FieldState;
  typing: ReturnType<typeof useTextValue>;
  /** The day of the typed value. */
  day: Date | undefined;
  placeholder: string;
  onPick: (day: Date) => void;
}

/** An input for a day, with a calendar to pick it from. */
export function CalendarField({ source, state, typing, day, placeholder, onPick }: Props) {
  const { input, below, label, required, disabled, name, invalid } = state;
  const limits = useDayLimits(source, state.declared);
  const onSelect = (close: () => void) => (next: Date | undefined) => {
    close();
    if (next) onPick(next);
  };
  const button = (
    <CalendarButton
      label={label}
      disabled={disabled}
      calendar={(close) => ({
        mode: 'single',
        selected: day,
        onSelect: onSelect(close),
        ...limitedCalendar(limits(), day),
      })}
    />
  );
  return (
    <TextField
      inputRef={input.ref}
      name={name}
      label={label}
      value={typing.typed}
      required={required}
      disabled={disabled}
      error={invalid}
      helperText={below}
      placeholder={placeholder}
      onChange={(event) => typing.type(event.target.value)}
      onBlur={() => {
        typing.settle();
        input.onBlur();
      }}
      slotProps={{
        htmlInput: { maxLength: 30 },
        input: { endAdornment: <InputAdornment position="end">{button}</InputAdornment> },
      }}
    />
  );
}
