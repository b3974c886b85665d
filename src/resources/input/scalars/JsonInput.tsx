import { TextField } from '@mui/material';
import { valueOfText } from '../../../../contract/values/textCodec.ts';
import { language } from '../../../i18n/language.ts';
import type { FieldInputProps } from '../../slotTypes.ts';
import { jsonText } from '../../values/format.ts';
import { useFieldInput } from '../shared/useFieldInput.tsx';
import { useTextValue } from '../shared/useTextValue.ts';

/** Input of JSON text. A mistake is shown with its line; valid JSON is formatted when the input loses the focus. */
export function JsonInput(props: FieldInputProps) {
  const state = useFieldInput(props);
  const { declared, input, below, label, required, disabled, name, invalid } = state;
  const { typed, type, settle } = useTextValue(input, jsonText, (text) =>
    valueOfText(declared, text, { language: language() }),
  );
  return (
    <TextField
      inputRef={input.ref}
      name={name}
      label={label}
      value={typed}
      multiline
      minRows={3}
      maxRows={16}
      required={required}
      disabled={disabled}
      error={invalid}
      helperText={below}
      autoComplete="off"
      placeholder="{ }"
      onChange={(event) => type(event.target.value)}
      onBlur={() => {
        settle();
        input.onBlur();
      }}
      slotProps={{ htmlInput: { spellCheck: false, style: { fontFamily: 'monospace' } } }}
    />
  );
}
