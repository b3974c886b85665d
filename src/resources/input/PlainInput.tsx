import type { ComponentType } from 'react';
import type { KindName } from '../../../contract/field.ts';
import { ChoiceInput } from './ChoiceInput.tsx';
import { DateInput } from './DateInput.tsx';
import { DecimalInput } from './DecimalInput.tsx';
import { FilesInput } from './FilesInput.ts';
import { JsonInput } from './JsonInput.tsx';
import { MomentInput } from './MomentInput.tsx';
import { MoneyInput } from './MoneyInput.tsx';
import { RecordInput } from './RecordInput.tsx';
import { RichTextInput } from './RichTextInput.tsx';
import { SwitchInput } from './SwitchInput.tsx';
import { TagsInput } from './TagsInput.tsx';
import { TextInput } from './TextInput.tsx';
import { type FieldInputProps, useDeclared } from './useFieldInput.tsx';

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
