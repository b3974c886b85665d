import { Autocomplete } from '@mui/material';
import { useState } from 'react';
import { textOfValue, valueOfText } from '../../../../contract/values/textCodec.ts';
import { language } from '../../../i18n/language.ts';
import { useDirtyPart } from '../../../ui/dialog/DialogFrameContext.ts';
import type { FieldInputProps } from '../../slotTypes.ts';
import { pickerField } from '../pickers/pickerField.tsx';
import { useFieldInput } from '../shared/useFieldInput.tsx';

/** Input of tags: Enter adds one, or several separated by commas; Backspace removes the last one. */
export function TagsInput(props: FieldInputProps) {
  const state = useFieldInput(props);
  const { declared, input, disabled } = state;
  const context = { language: language() };
  const [typed, setTyped] = useState('');
  // What is typed and not completed is not in the form yet.
  useDirtyPart(`typed ${state.name}`, typed !== '');
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
      inputValue={typed}
      onInputChange={(_event, next) => setTyped(next)}
      onBlur={() => input.onBlur()}
      disabled={disabled}
      renderInput={pickerField(state)}
    />
  );
}
