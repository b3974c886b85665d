import { Autocomplete, TextField } from '@mui/material';
import { translate } from '../../i18n/text.ts';
import { type FieldInputProps, useFieldInput } from './useFieldInput.tsx';

/** Several values of one kind: picked where they are declared choices, typed one after the other where not. */
export function ListInput(props: FieldInputProps) {
  const { declared, input, below, label, required, disabled, name, invalid } = useFieldInput(props);
  const choices = declared.items?.choices;
  const labelOf = (one: unknown) => {
    const choice = choices?.find(({ id }) => id === one);
    return choice ? translate(choice.label) : String(one);
  };
  return (
    <Autocomplete
      multiple
      freeSolo={!choices}
      autoSelect={!choices}
      disableCloseOnSelect
      options={choices?.map(({ id }) => id) ?? []}
      value={Array.isArray(input.value) ? input.value : []}
      getOptionLabel={labelOf}
      onChange={(_event, next) => input.onChange(next)}
      onBlur={() => input.onBlur()}
      disabled={disabled}
      renderInput={(params) => (
        <TextField
          {...params}
          inputRef={input.ref}
          name={name}
          label={label}
          required={required}
          error={invalid}
          helperText={below}
        />
      )}
    />
  );
}
