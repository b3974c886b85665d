import { TextField } from '@mui/material';
import { unitSlotProps } from '../shared/UnitAdornment.tsx';
import type { FieldState } from '../shared/useFieldInput.tsx';
import type { useTextValue } from '../shared/useTextValue.ts';

interface Props {
  state: FieldState;
  typing: ReturnType<typeof useTextValue>;
}

/** The text field of a number, followed by its unit. */
export function NumberField({ state, typing }: Props) {
  const { declared, input, below, label, required, disabled, name, invalid } = state;
  const { typed, type } = typing;
  return (
    <TextField
      inputRef={input.ref}
      name={name}
      label={label}
      value={typed}
      required={required}
      disabled={disabled}
      error={invalid}
      helperText={below}
      autoComplete="off"
      onChange={(event) => type(event.target.value)}
      onBlur={() => input.onBlur()}
      slotProps={{
        htmlInput: { inputMode: 'decimal', maxLength: 40 },
        input: unitSlotProps(declared, typed),
      }}
    />
  );
}
