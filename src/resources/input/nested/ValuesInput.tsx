import { Autocomplete } from '@mui/material';
import type { Field } from '../../../../contract/schema/field/field.ts';
import { withCurrency } from '../../../../contract/values/amountMessages.ts';
import { kindViews } from '../../kinds/index.ts';
import type { Picked } from '../../kinds/view.ts';
import type { FieldInputProps } from '../../slotTypes.ts';
import { pickerField } from '../pickers/pickerField.tsx';
import { useCurrency } from '../scalars/MoneyInput.tsx';
import { type FieldState, listValues, useDeclaredField, useFieldInput } from '../shared/useFieldInput.tsx';
import { TypedValues } from './TypedValues.tsx';

const unknownField: Field = { kind: 'text', label: { en: '', zh: '' } };

/** Several values that are picked. */
function PickedValues({ state, picked }: { state: FieldState; picked: Picked }) {
  const { values: all, isRepeatable } = picked;
  const { input, disabled } = state;
  return (
    <Autocomplete
      multiple
      disableCloseOnSelect
      options={all.map(({ id }) => id)}
      value={[...listValues(state)]}
      getOptionLabel={(one) => all.find(({ id }) => id === one)?.label ?? String(one)}
      {...(isRepeatable && { isOptionEqualToValue: () => false })}
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
  const state = useFieldInput(props, { formatMessage: (message) => withCurrency(message, () => currency) });
  const picked = kindViews[items.kind].picked(items);
  if (picked) return <PickedValues state={state} picked={picked} />;
  const label = currency ? `${state.label} (${currency})` : state.label;
  return <TypedValues state={{ ...state, label }} items={items} currency={currency} />;
}
