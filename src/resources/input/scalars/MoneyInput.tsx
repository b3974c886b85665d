import { useRecordContext, useResourceContext } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { entities } from '../../../../contract/index.ts';
import { fixedDefault } from '../../../../contract/kinds/resolveDefault.ts';
import { valueAt } from '../../../../contract/lib/dottedPath.ts';
import { readPathOf } from '../../../../contract/schema/entity.ts';
import type { Field } from '../../../../contract/schema/field/field.ts';
import { withCurrency } from '../../../../contract/values/amountMessages.ts';
import type { FieldInputProps } from '../../slotTypes.ts';
import { useDialogRecord } from '../shared/DialogRecordContext.ts';
import { useDeclaredField, useFieldInput } from '../shared/useFieldInput.tsx';
import { useFieldText } from '../shared/useTextValue.ts';
import { NumberField } from './NumberField.tsx';

/** The currency of an amount: as the form has it, else as the record has it, else what a new record starts with; '' for none. */
export function useCurrency({ currency = '' }: Field): string {
  const entered = useWatch({ name: currency });
  const subject = useDialogRecord();
  const resource = useResourceContext();
  const beside = useRecordContext();
  const entity = subject?.entity ?? entities.find(({ name }) => name === resource);
  const declared = entity?.fields[currency];
  if (!declared) return String(entered ?? '');
  const kept = valueAt(subject?.record ?? beside, readPathOf(currency, declared));
  return String(entered ?? kept ?? fixedDefault(declared) ?? '');
}

/** An amount, typed in major units of its currency; the form holds minor units, or what is no amount as it was typed. */
export function MoneyInput(props: FieldInputProps) {
  const currency = useCurrency(useDeclaredField(props));
  const state = useFieldInput(props, { formatMessage: (message) => withCurrency(message, () => currency) });
  const { label } = state;
  const typing = useFieldText(state, currency);
  return <NumberField state={{ ...state, label: currency ? `${label} (${currency})` : label }} typing={typing} />;
}
