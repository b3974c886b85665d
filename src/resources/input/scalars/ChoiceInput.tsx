import { MenuItem, TextField } from '@mui/material';
import { translate } from '../../../i18n/text.ts';
import type { FieldInputProps } from '../../slotTypes.ts';
import { useFieldInput } from '../shared/useFieldInput.tsx';
import { wholeTextStyle } from '../shared/wholeTextStyle.ts';

/** Selects one of the declared choices. */
export function ChoiceInput(props: FieldInputProps) {
  const choices = props.field?.choices ?? [];
  const { input, below, label, required, disabled, name, invalid } = useFieldInput(props, {
    format: (value) => (choices.some(({ id }) => id === value) ? value : ''),
    parse: (value: unknown) => choices.find(({ id }) => String(id) === String(value))?.id ?? null,
  });
  const { ref, ...field } = input;
  return (
    <TextField
      {...field}
      inputRef={ref}
      select
      name={name}
      label={label}
      required={required}
      disabled={disabled}
      error={invalid}
      helperText={below}
      slotProps={{ select: { sx: wholeTextStyle } }}
    >
      {choices.map((choice) => (
        <MenuItem key={choice.id} value={choice.id}>
          {translate(choice.label)}
        </MenuItem>
      ))}
    </TextField>
  );
}
