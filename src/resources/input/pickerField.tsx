import { type AutocompleteRenderInputParams, TextField } from '@mui/material';
import type { ReactNode } from 'react';
import type { useFieldInput } from './useFieldInput.tsx';

type State = Pick<ReturnType<typeof useFieldInput>, 'input' | 'below' | 'label' | 'required' | 'name' | 'invalid'>;

const isFilled = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value));

/** How a picker draws what is typed into. In: the state of its field, and what stands below in place of its own. */
export const pickerField =
  ({ input, below, label, required, name, invalid }: State, instead?: ReactNode, placeholder?: string) =>
  (params: AutocompleteRenderInputParams) => (
    <TextField
      {...params}
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
