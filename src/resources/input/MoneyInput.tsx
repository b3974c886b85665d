import { useWatch } from 'react-hook-form';
import { NumberField } from './NumberField.tsx';
import { type FieldInputProps, useFieldInput } from './useFieldInput.tsx';
import { useTypedText } from './useTyped.ts';

/** An amount, typed in major units of its currency; the form holds minor units, or what is no amount as it was typed. */
export function MoneyInput(props: FieldInputProps) {
  const state = useFieldInput(props);
  const { declared, label } = state;
  const currency = String(useWatch({ name: declared.currency ?? '' }) ?? '');
  const typing = useTypedText(state, currency);
  return <NumberField state={{ ...state, label: currency ? `${label} (${currency})` : label }} typing={typing} />;
}
