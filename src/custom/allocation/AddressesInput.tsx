import { TextField } from '@mui/material';
import { useEffect, useState } from 'react';
import { useFieldInput } from '../../resources/input/shared/useFieldInput.tsx';
import type { FieldInputProps } from '../../resources/slotTypes.ts';
import { parseAddresses } from './parseAddresses.ts';

const isSame = (one: readonly string[], other: readonly string[]): boolean => one.join() === other.join();

/** Several addresses in one input; the form value is a list. */
export function AddressesInput(props: FieldInputProps) {
  const { input, below, label, disabled, name, invalid } = useFieldInput(props);
  const value = (input.value ?? []) as readonly string[];
  const currentText = value.join();
  const [typed, setTyped] = useState(currentText);
  // A value that does not match the input came from elsewhere, for example from a reset of the form.
  useEffect(
    () => setTyped((now) => (isSame(parseAddresses(now), parseAddresses(currentText)) ? now : currentText)),
    [currentText],
  );
  return (
    <TextField
      inputRef={input.ref}
      name={name}
      label={label}
      value={typed}
      disabled={disabled}
      error={invalid}
      helperText={below}
      onChange={({ target }) => {
        setTyped(target.value);
        input.onChange(parseAddresses(target.value));
      }}
      onBlur={() => input.onBlur()}
    />
  );
}
