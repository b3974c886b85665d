import { useWatch } from 'react-hook-form';
import { textOfValue, valueOfText } from '../../../contract/kindText.ts';
import { language } from '../../i18n/language.ts';
import { NumberField } from './NumberField.tsx';
import { type FieldInputProps, useFieldInput } from './useFieldInput.tsx';
import { useTyped } from './useTyped.ts';

/** An amount, typed in major units of its currency; the form holds minor units, or what is no amount as it was typed. */
export function MoneyInput(props: FieldInputProps) {
  const state = useFieldInput(props);
  const { declared, input, label } = state;
  const currency = String(useWatch({ name: declared.currency ?? '' }) ?? '');
  const around = { language: language(), currency: currency || undefined };
  const typing = useTyped(
    input,
    (amount) => textOfValue(declared, amount, around),
    (typed) => valueOfText(declared, typed, around),
    currency,
  );
  return <NumberField state={{ ...state, label: currency ? `${label} (${currency})` : label }} typing={typing} />;
}
