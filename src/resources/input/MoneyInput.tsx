import { TextField } from '@mui/material';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { majorOf, minorOf } from '../../../contract/money.ts';
import { type FieldInputProps, useFieldInput } from './useFieldInput.tsx';

/** An amount, typed in major units of its currency; the form holds minor units, or what is no amount as it was typed. */
export function MoneyInput(props: FieldInputProps) {
  const { declared, input, below, label, required, disabled, name, invalid } = useFieldInput(props);
  const { value, onChange } = input;
  const currency = String(useWatch({ name: declared.currency ?? '' }) ?? '');
  const textOf = (amount: unknown) =>
    typeof amount === 'number' && currency ? majorOf(amount, currency) : String(amount ?? '');
  const amountOf = (typed: string) =>
    typed.trim() === '' ? null : ((currency ? minorOf(typed, currency) : undefined) ?? typed);
  const [typed, setTyped] = useState(() => textOf(value));
  useEffect(() => onChange(amountOf(typed)), [currency]);
  useEffect(() => setTyped((before) => (amountOf(before) === (value ?? null) ? before : textOf(value))), [value]);
  return (
    <TextField
      inputRef={input.ref}
      name={name}
      label={currency ? `${label} (${currency})` : label}
      value={typed}
      required={required}
      disabled={disabled}
      error={invalid}
      helperText={below}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(amountOf(event.target.value));
      }}
      onBlur={() => input.onBlur()}
      slotProps={{ htmlInput: { inputMode: 'decimal', maxLength: 30 } }}
    />
  );
}
