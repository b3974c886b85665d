import { Autocomplete } from '@mui/material';
import type { Field } from '../../../contract/field.ts';
import { translate } from '../../i18n/text.ts';
import { pickerField } from './pickerField.tsx';
import { type FieldInputProps, useFieldInput } from './useFieldInput.tsx';

/** What was typed as a value of the kind; what is none stays as it is, for the rule to refuse. */
function typedAs(items: Field | undefined, value: unknown): unknown {
  const number = Number(value);
  return items?.kind === 'integer' && String(value).trim() !== '' && !Number.isNaN(number) ? number : value;
}

/** Several values: picked where they are declared choices, typed one after the other where not. */
export function ValuesInput(props: FieldInputProps) {
  const state = useFieldInput(props);
  const { declared, input, disabled } = state;
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
      // What is typed may be there already: a list has the same word or number twice, where a set has not.
      {...(!choices && { isOptionEqualToValue: () => false })}
      onChange={(_event, next: readonly unknown[]) => input.onChange(next.map((one) => typedAs(declared.items, one)))}
      onBlur={() => input.onBlur()}
      disabled={disabled}
      renderInput={pickerField(state)}
    />
  );
}
