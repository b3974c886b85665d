import type { ComponentType } from 'react';
import type { KindName } from '../../../contract/field.ts';
import { ChoiceInput } from './ChoiceInput.tsx';
import { ListInput } from './ListInput.tsx';
import { MomentInput } from './MomentInput.tsx';
import { MoneyInput } from './MoneyInput.tsx';
import { RecordInput } from './RecordInput.tsx';
import { SwitchInput } from './SwitchInput.tsx';
import { TextInput } from './TextInput.tsx';
import { type FieldInputProps, useDeclared } from './useFieldInput.tsx';

/** The input of each kind of field; a kind that is not named here is written as text. */
const inputs: Readonly<Partial<Record<KindName, ComponentType<FieldInputProps>>>> = {
  reference: RecordInput,
  boolean: SwitchInput,
  list: ListInput,
  dateTime: MomentInput,
  choice: ChoiceInput,
  money: MoneyInput,
};

/** A react-admin input for a declared field, drawn by its kind: `<FieldInput source="contact_mail" />`. */
export function FieldInput(props: FieldInputProps) {
  const field = useDeclared(props);
  const Input = inputs[field.kind] ?? TextInput;
  return <Input {...props} field={field} />;
}
