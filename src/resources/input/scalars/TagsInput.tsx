import { Autocomplete } from '@mui/material';
import { textOfValue, valueOfText } from '../../../../contract/values/textCodec.ts';
import { language } from '../../../i18n/language.ts';
import type { FieldInputProps } from '../../slotTypes.ts';
import { pickerField } from '../pickers/pickerField.tsx';
import { useFieldInput } from '../shared/useFieldInput.tsx';

/** Tags, each written and closed by Enter, a comma between several; Backspace takes the last one away. */
export function TagsInput(props: FieldInputProps) {
  const state = useFieldInput(props);
  const { declared, input, disabled } = state;
  const around = { language: language() };
  return (
    <Autocomplete<string, true, false, true>
      multiple
      freeSolo
      autoSelect
      options={[]}
      value={Array.isArray(input.value) ? input.value : []}
      onChange={(_event, next) =>
        input.onChange(valueOfText(declared, textOfValue(declared, next, around), around) ?? [])
      }
      onBlur={() => input.onBlur()}
      disabled={disabled}
      renderInput={pickerField(state)}
    />
  );
}
