import type { Field } from '../../../../contract/schema/field/field.ts';
import { withCurrency } from '../../../../contract/values/amountMessages.ts';
import type { FieldInputProps } from '../../slotTypes.ts';
import { useDeclaredField, useFieldInput } from '../shared/useFieldInput.tsx';
import { useRecordValues } from '../shared/useRecordValues.ts';
import { useReferencedDefault } from '../shared/useReferencedDefault.ts';
import { useFieldText } from '../shared/useTextValue.ts';
import { NumberField } from './NumberField.tsx';

/**
 * @returns the currency of an amount: from the form, else from the record, else its default, which may be the currency of
 *   a record that a reference of the form points to; '' if there is none
 */
export function useCurrency({ currency = '' }: Field): string {
  const [value] = useRecordValues([currency]);
  const copied = useReferencedDefault(currency);
  return String(value ?? copied ?? '');
}

/** Input of an amount in major units. The form value is in minor units, or the typed text if that is not an amount. */
export function MoneyInput(props: FieldInputProps) {
  const currency = useCurrency(useDeclaredField(props));
  const state = useFieldInput(props, { formatMessage: (message) => withCurrency(message, () => currency) });
  const { label } = state;
  const typing = useFieldText(state, currency);
  return <NumberField state={{ ...state, label: currency ? `${label} (${currency})` : label }} typing={typing} />;
}
