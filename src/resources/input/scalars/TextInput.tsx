import { TextField } from '@mui/material';
import type { Field } from '../../../../contract/schema/field/field.ts';
import type { FieldInputProps } from '../../slotTypes.ts';
import { unitAdornment } from '../shared/UnitAdornment.tsx';
import { useFieldInput } from '../shared/useFieldInput.tsx';

const types: Readonly<Record<string, string>> = { integer: 'number', mail: 'email', phone: 'tel', url: 'url' };

const numberOf = (typed: unknown): number | null => (typed === '' || typed === null ? null : Number(typed));
const textOf = (typed: unknown): unknown => (typed === '' ? null : typed);
const shown = (value: unknown): unknown => value ?? '';

const look = (field: Field) => {
  if (field.secret) return { type: 'password', autoComplete: 'new-password' };
  return { type: types[field.kind] ?? 'text', autoComplete: 'off' };
};

/** A text, a number, a mail address or a phone number, typed in; what is secret is not shown. */
export function TextInput(props: FieldInputProps & { autoComplete?: string | undefined; autoFocus?: boolean }) {
  const isNumber = props.field?.kind === 'integer';
  const state = useFieldInput(props, { format: shown, parse: isNumber ? numberOf : textOf });
  const { declared, input, below, label, required, disabled, name, invalid } = state;
  const { ref, ...field } = input;
  return (
    <TextField
      {...field}
      {...look(declared)}
      {...(props.autoComplete && { autoComplete: props.autoComplete })}
      {...(props.autoFocus && { autoFocus: true })}
      inputRef={ref}
      name={name}
      label={label}
      multiline={declared.kind === 'longText'}
      minRows={declared.kind === 'longText' ? 2 : undefined}
      required={required}
      disabled={disabled}
      error={invalid}
      helperText={below}
      slotProps={{
        htmlInput: isNumber ? { min: declared.min ?? 0, max: declared.max, step: 1 } : {},
        input: isNumber ? unitAdornment(declared, field.value) : {},
      }}
    />
  );
}
