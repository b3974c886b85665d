import { textOfValue, valueOfText } from '../../../contract/kindText.ts';
import { language } from '../../i18n/language.ts';
import { NumberField } from './NumberField.tsx';
import { type FieldInputProps, useFieldInput } from './useFieldInput.tsx';
import { useTyped } from './useTyped.ts';

/** An exact decimal, typed as digits with a point; the form holds its text with all digits of its scale. */
export function DecimalInput(props: FieldInputProps) {
  const state = useFieldInput(props);
  const { declared, input } = state;
  const around = { language: language() };
  const typing = useTyped(
    input,
    (value) => textOfValue(declared, value, around),
    (typed) => valueOfText(declared, typed, around),
  );
  return <NumberField state={state} typing={typing} />;
}
