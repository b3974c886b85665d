import type { FieldInputProps } from '../../slotTypes.ts';
import { useFieldInput } from '../shared/useFieldInput.tsx';
import { useFieldText } from '../shared/useTextValue.ts';
import { NumberField } from './NumberField.tsx';

/** Input of an exact decimal: digits with a point. The form value is its text with all digits of the scale. */
export function DecimalInput(props: FieldInputProps) {
  const state = useFieldInput(props);
  const typing = useFieldText(state);
  return <NumberField state={state} typing={typing} />;
}
