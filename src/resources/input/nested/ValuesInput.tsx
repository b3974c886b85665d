import { Autocomplete } from '@mui/material';
import { yesAndNo } from '../../../../contract/kinds/boolean.ts';
import type { Field } from '../../../../contract/schema/field/field.ts';
import { inCurrency } from '../../../../contract/values/amountMessages.ts';
import { translate } from '../../../i18n/text.ts';
import { pickerField } from '../pickers/pickerField.tsx';
import { useCurrency } from '../scalars/MoneyInput.tsx';
import {
  type FieldInputProps,
  type FieldState,
  useDeclared,
  useFieldInput,
  valuesOf,
} from '../shared/useFieldInput.tsx';
import { TypedValues } from './TypedValues.tsx';

const unknown: Field = { kind: 'text', label: { en: '', zh: '' } };

/** What of a list is picked: the values of a choice, each once, or yes and no as often as is meant. */
const pickedOf = ({ kind, choices }: Field): { readonly id: unknown; readonly label: string }[] | undefined =>
  kind === 'boolean'
    ? [true, false].map((id) => ({ id, label: translate(yesAndNo[id ? 'yes' : 'no']) }))
    : choices?.map(({ id, label }) => ({ id, label: translate(label) }));

/** Several values that are picked. */
function PickedValues({ state, items }: { state: FieldState; items: Field }) {
  const all = pickedOf(items) ?? [];
  const { input, disabled } = state;
  return (
    <Autocomplete
      multiple
      disableCloseOnSelect
      options={all.map(({ id }) => id)}
      value={[...valuesOf(state)]}
      getOptionLabel={(one) => all.find(({ id }) => id === one)?.label ?? String(one)}
      {...(items.kind === 'boolean' && { isOptionEqualToValue: () => false })}
      onChange={(_event, next: readonly unknown[]) => input.onChange(next)}
      onBlur={() => input.onBlur()}
      disabled={disabled}
      renderInput={pickerField(state)}
    />
  );
}

/** Several values: picked where they are declared choices or yes and no, typed one after the other where not. */
export function ValuesInput(props: FieldInputProps) {
  const { items = unknown } = useDeclared(props);
  const currency = useCurrency(items);
  const state = useFieldInput(props, { tell: (message) => inCurrency(message, () => currency) });
  if (pickedOf(items)) return <PickedValues state={state} items={items} />;
  const label = currency ? `${state.label} (${currency})` : state.label;
  return <TypedValues state={{ ...state, label }} items={items} currency={currency} />;
}
