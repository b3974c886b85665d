import { Autocomplete } from '@mui/material';
import type { Field } from '../../../../contract/schema/field/field.ts';
import { inCurrency } from '../../../../contract/values/amountMessages.ts';
import { words } from '../../../../contract/values/textCodec.ts';
import { translate } from '../../../i18n/text.ts';
import type { FieldInputProps } from '../../slotTypes.ts';
import { pickerField } from '../pickers/pickerField.tsx';
import { useCurrency } from '../scalars/MoneyInput.tsx';
import { type FieldState, listValues, useDeclaredField, useFieldInput } from '../shared/useFieldInput.tsx';
import { TypedValues } from './TypedValues.tsx';

const unknownField: Field = { kind: 'text', label: { en: '', zh: '' } };

/** The options of a list's items: choices, each at most once, or yes and no, any number of times. */
const pickOptions = ({ kind, choices }: Field): { readonly id: unknown; readonly label: string }[] | undefined =>
  kind === 'boolean'
    ? [true, false].map((id) => ({ id, label: translate(words[id ? 'yes' : 'no']) }))
    : choices?.map(({ id, label }) => ({ id, label: translate(label) }));

function PickedValues({ state, items }: { state: FieldState; items: Field }) {
  const all = pickOptions(items) ?? [];
  const { input, disabled } = state;
  return (
    <Autocomplete
      multiple
      disableCloseOnSelect
      options={all.map(({ id }) => id)}
      value={[...listValues(state)]}
      getOptionLabel={(one) => all.find(({ id }) => id === one)?.label ?? String(one)}
      {...(items.kind === 'boolean' && { isOptionEqualToValue: () => false })}
      onChange={(_event, next: readonly unknown[]) => input.onChange(next)}
      onBlur={() => input.onBlur()}
      disabled={disabled}
      renderInput={pickerField(state)}
    />
  );
}

/** Several values: picked if they are declared choices or yes and no, else typed one after the other. */
export function ValuesInput(props: FieldInputProps) {
  const { items = unknownField } = useDeclaredField(props);
  const currency = useCurrency(items);
  const state = useFieldInput(props, { formatMessage: (message) => inCurrency(message, () => currency) });
  if (pickOptions(items)) return <PickedValues state={state} items={items} />;
  const label = currency ? `${state.label} (${currency})` : state.label;
  return <TypedValues state={{ ...state, label }} items={items} currency={currency} />;
}
