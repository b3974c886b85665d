import { TextField } from '@mui/material';
import { useEffect, useState } from 'react';
import { useFieldInput } from '../../resources/input/shared/useFieldInput.tsx';
import type { FieldInputProps } from '../../resources/slotTypes.ts';
import { addressesIn } from './recipients.ts';

const isSame = (one: readonly string[], other: readonly string[]): boolean => one.join() === other.join();

/** Several addresses in one line; the form holds them one by one. */
export function AddressesInput(props: FieldInputProps) {
  const { input, below, label, disabled, name, invalid } = useFieldInput(props);
  const value = (input.value ?? []) as readonly string[];
  const written = value.join();
  const [typed, setTyped] = useState(written);
  // What is not what stands here came from elsewhere, as from a form that was reset.
  useEffect(() => setTyped((now) => (isSame(addressesIn(now), addressesIn(written)) ? now : written)), [written]);
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
        input.onChange(addressesIn(target.value));
      }}
      onBlur={() => input.onBlur()}
    />
  );
}
