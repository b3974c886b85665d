import type { FieldInputProps } from '../../slotTypes.ts';
import { useFieldInput } from '../shared/useFieldInput.tsx';
import { useFieldText } from '../shared/useTextValue.ts';
import { NumberField } from './NumberField.tsx';

/** An exact decimal, typed as digits with a point; the form holds its text with all digits of its scale. */
export function DecimalInput(props: FieldInputProps) {
  const state = useFieldInput(props);
  const typing = useFieldText(state);
  return <NumberField state={state} typing={typing} />;
}
