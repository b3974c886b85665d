import { Autocomplete, TextField } from '@mui/material';
import type { Field } from '../../contract/field.ts';
import { say } from '../i18n/text.ts';

interface Props {
  name: string;
  field: Field;
  label: string;
  value: unknown;
  onChange: (value: unknown[]) => void;
  onBlur?: (() => void) | undefined;
  error?: string | undefined;
  disabled?: boolean;
}

/** Several values of one kind: picked where they are declared choices, typed one after the other where not. */
export function ListInput({ name, field, label, value, onChange, onBlur, error, disabled }: Props) {
  const choices = field.items?.choices;
  const labelOf = (one: unknown) => {
    const choice = choices?.find(({ id }) => id === one);
    return choice ? say(choice.label) : String(one);
  };
  return (
    <Autocomplete
      multiple
      freeSolo={!choices}
      autoSelect={!choices}
      disableCloseOnSelect
      options={choices?.map(({ id }) => id) ?? []}
      value={Array.isArray(value) ? value : []}
      getOptionLabel={labelOf}
      onChange={(_event, next) => onChange(next)}
      onBlur={onBlur}
      disabled={disabled ?? false}
      renderInput={(params) => (
        <TextField
          {...params}
          name={name}
          label={label}
          required={field.required ?? false}
          error={Boolean(error)}
          helperText={error ?? (field.hint ? say(field.hint) : ' ')}
        />
      )}
    />
  );
}
