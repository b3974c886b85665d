import { TextField } from '@mui/material';
import type { Field } from '../../../../contract/schema/field/field.ts';
import { kindViews } from '../../kinds/index.ts';
import type { TextLook } from '../../kinds/view.ts';
import type { FieldInputProps } from '../../slotTypes.ts';
import { numberHandlers, shownNumber } from '../shared/numberText.ts';
import { unitSlotProps } from '../shared/UnitAdornment.tsx';
import { useFieldInput } from '../shared/useFieldInput.tsx';

const parseNumber = (typed: unknown): number | null => (typed === '' || typed === null ? null : Number(typed));
const parseText = (typed: unknown): unknown => (typed === '' ? null : typed);
const formatValue = (value: unknown): unknown => value ?? '';

/** The type of the input; `text` for a kind that has another input. */
function typeOf({ kind }: Field): TextLook['type'] {
  const { input } = kindViews[kind];
  return input.as === 'text' ? input.type : 'text';
}

const htmlProps = (field: Field) => {
  if (field.secret) return { type: 'password', autoComplete: 'new-password' };
  const type = typeOf(field);
  return { type: type === 'lines' ? 'text' : type, autoComplete: 'off' };
};

/** Input of a text, number, mail address or phone number. A secret field is typed like a password. */
export function TextInput(props: FieldInputProps & { autoComplete?: string | undefined; autoFocus?: boolean }) {
  const isNumber = props.field !== undefined && typeOf(props.field) === 'number';
  const conversion = isNumber ? { format: shownNumber, parse: parseNumber } : { format: formatValue, parse: parseText };
  const state = useFieldInput(props, conversion);
  const { declared, input, below, label, required, disabled, name, invalid } = state;
  const { ref, ...field } = input;
  const isMultiline = typeOf(declared) === 'lines';
  return (
    <TextField
      {...field}
      {...(isNumber && numberHandlers(field.onChange))}
      {...htmlProps(declared)}
      {...(props.autoComplete && { autoComplete: props.autoComplete })}
      {...(props.autoFocus && { autoFocus: true })}
      inputRef={ref}
      name={name}
      label={label}
      multiline={isMultiline}
      minRows={isMultiline ? 2 : undefined}
      required={required}
      disabled={disabled}
      error={invalid}
      helperText={below}
      slotProps={{
        htmlInput: isNumber ? { min: declared.min ?? 0, max: declared.max, step: 1 } : {},
        input: isNumber ? unitSlotProps(declared, field.value) : {},
      }}
    />
  );
}
