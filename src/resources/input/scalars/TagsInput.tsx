import { Autocomplete } from '@mui/material';
import { textOfValue, valueOfText } from '../../../../contract/values/textCodec.ts';
import { language } from '../../../i18n/language.ts';
import type { FieldInputProps } from '../../slotTypes.ts';
import { pickerField } from '../pickers/pickerField.tsx';
import { useFieldInput } from '../shared/useFieldInput.tsx';

/** Input of tags: Enter adds one, or several separated by commas; Backspace removes the last one. */
export function TagsInput(props: FieldInputProps) {
  const state = useFieldInput(props);
  const { declared, input, disabled } = state;
  const context = { language: language() };
  return (
    <Autocomplete<string, true, false, true>
      multiple
      freeSolo
      autoSelect
      options={[]}
      value={Array.isArray(input.value) ? input.value : []}
      onChange={(_event, next) =>
        input.onChange(valueOfText(declared, textOfValue(declared, next, context), context) ?? [])
      }
      onBlur={() => input.onBlur()}
      disabled={disabled}
      renderInput={pickerField(state)}
    />
  );
}
