import type { ComponentType } from 'react';
import type { KindName } from '../../../../contract/schema/field/field.ts';
import type { FieldInputProps } from '../../slotTypes.ts';
import { DateInput } from '../dates/DateInput.tsx';
import { MomentInput } from '../dates/DateTimeInput.tsx';
import { FilesInput } from '../files/FilesInput.ts';
import { RecordInput } from '../pickers/RecordInput.tsx';
import { useDeclared } from '../shared/useFieldInput.tsx';
import { ChoiceInput } from './ChoiceInput.tsx';
import { DecimalInput } from './DecimalInput.tsx';
import { JsonInput } from './JsonInput.tsx';
import { MoneyInput } from './MoneyInput.tsx';
import { RichTextInput } from './RichTextInput.tsx';
import { SwitchInput } from './SwitchInput.tsx';
import { TagsInput } from './TagsInput.tsx';
import { TextInput } from './TextInput.tsx';

/** The input of each kind of single value; a kind that is not named here is written as text. */
const inputs: Readonly<Partial<Record<KindName, ComponentType<FieldInputProps>>>> = {
  reference: RecordInput,
  boolean: SwitchInput,
  dateTime: MomentInput,
  date: DateInput,
  decimal: DecimalInput,
  choice: ChoiceInput,
  money: MoneyInput,
  tags: TagsInput,
  json: JsonInput,
  richText: RichTextInput,
  file: FilesInput,
};

/** The input of a declared field that holds one value. */
export function PlainInput(props: FieldInputProps) {
  const field = useDeclared(props);
  const Input = inputs[field.kind] ?? TextInput;
  return <Input {...props} field={field} />;
}
