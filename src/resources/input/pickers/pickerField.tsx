import { type AutocompleteRenderInputParams, TextField } from '@mui/material';
import type { ReactNode } from 'react';
import type { FieldState } from '../shared/useFieldInput.tsx';

type PickerFieldState = Pick<FieldState, 'input' | 'below' | 'label' | 'required' | 'name' | 'invalid'>;

const isFilled = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value));

interface PickerFieldExtras {
  /** Stands below in place of the field's own. */
  instead?: ReactNode;
  placeholder?: string | undefined;
  /** Stands at its end, behind what the picker itself has there. */
  end?: ReactNode;
}

/** What stands at the end of a picker, with something more. */
const withEndAdornment = ({ InputProps }: AutocompleteRenderInputParams, end: ReactNode) => ({
  ...InputProps,
  endAdornment: (
    <>
      {InputProps.endAdornment}
      {end}
    </>
  ),
});

/** How a picker draws what is typed into. In: the state of its field. */
export const pickerField =
  (
    { input, below, label, required, name, invalid }: PickerFieldState,
    { instead, placeholder, end }: PickerFieldExtras = {},
  ) =>
  (params: AutocompleteRenderInputParams) => (
    <TextField
      {...params}
      {...(end !== undefined && { slotProps: { input: withEndAdornment(params, end) } })}
      data-filled={isFilled(input.value)}
      inputRef={input.ref}
      name={name}
      label={label}
      placeholder={placeholder}
      required={required}
      error={invalid}
      helperText={instead ?? below}
    />
  );
