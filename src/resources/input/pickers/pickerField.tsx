import { type AutocompleteRenderInputParams, TextField } from '@mui/material';
import type { ReactNode } from 'react';
import type { FieldState } from '../shared/useFieldInput.tsx';

type PickerFieldState = Pick<FieldState, 'input' | 'below' | 'label' | 'required' | 'name' | 'invalid'>;

const isFilled = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value));

interface PickerFieldExtras {
  /** Replaces the text below the field. */
  instead?: ReactNode;
  placeholder?: string | undefined;
  /** Shown at the end, after the picker's own icons. */
  end?: ReactNode;
}

/** The end adornment of a picker, with one more element. */
const withEndAdornment = ({ InputProps }: AutocompleteRenderInputParams, end: ReactNode) => ({
  ...InputProps,
  endAdornment: (
    <>
      {InputProps.endAdornment}
      {end}
    </>
  ),
});

/** Renders the text field of a picker. */
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
