import { useRecordContext } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { fixedDefault } from '../../../../contract/kinds/resolveDefault.ts';
import { valueAt } from '../../../../contract/lib/dottedPath.ts';
import { readPathOf } from '../../../../contract/schema/entity.ts';
import type { Field } from '../../../../contract/schema/field/field.ts';
import { withCurrency } from '../../../../contract/values/amountMessages.ts';
import { useResourceEntity } from '../../ContractContext.ts';
import type { FieldInputProps } from '../../slotTypes.ts';
import { useDialogRecord } from '../shared/DialogRecordContext.ts';
import { useDeclaredField, useFieldInput } from '../shared/useFieldInput.tsx';
import { useFieldText } from '../shared/useTextValue.ts';
import { NumberField } from './NumberField.tsx';

/** @returns the currency of an amount: from the form, else from the record, else its default; '' if there is none */
export function useCurrency({ currency = '' }: Field): string {
  const entered = useWatch({ name: currency });
  const dialogRecord = useDialogRecord();
  const resourceEntity = useResourceEntity();
  const contextRecord = useRecordContext();
  const entity = dialogRecord?.entity ?? resourceEntity;
  const declared = entity?.fields[currency];
  if (!declared) return String(entered ?? '');
  const saved = valueAt(dialogRecord?.record ?? contextRecord, readPathOf(currency, declared));
  return String(entered ?? saved ?? fixedDefault(declared) ?? '');
}

/** Input of an amount in major units. The form value is in minor units, or the typed text if that is not an amount. */
export function MoneyInput(props: FieldInputProps) {
  const currency = useCurrency(useDeclaredField(props));
  const state = useFieldInput(props, { formatMessage: (message) => withCurrency(message, () => currency) });
  const { label } = state;
  const typing = useFieldText(state, currency);
  return <NumberField state={{ ...state, label: currency ? `${label} (${currency})` : label }} typing={typing} />;
}
