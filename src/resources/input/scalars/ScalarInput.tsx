import type { ComponentType } from 'react';
import { kindViews } from '../../kinds/index.ts';
import type { InputName } from '../../kinds/view.ts';
import type { FieldInputProps } from '../../slotTypes.ts';
import { DateInput } from '../dates/DateInput.tsx';
import { DateTimeInput } from '../dates/DateTimeInput.tsx';
import { FilesInput } from '../files/FilesInput.ts';
import { RecordInput } from '../pickers/RecordInput.tsx';
import { useDeclaredField } from '../shared/useFieldInput.tsx';
import { ChoiceInput } from './ChoiceInput.tsx';
import { DecimalInput } from './DecimalInput.tsx';
import { JsonInput } from './JsonInput.tsx';
import { LocalizedTextInput } from './LocalizedTextInput.tsx';
import { MoneyInput } from './MoneyInput.tsx';
import { RichTextInput } from './RichTextInput.tsx';
import { SwitchInput } from './SwitchInput.tsx';
import { TagsInput } from './TagsInput.tsx';
import { TextInput } from './TextInput.tsx';

/** The inputs of single values. An object or a list without an input of its own is typed as text. */
const inputs = {
  text: TextInput,
  localized: LocalizedTextInput,
  decimal: DecimalInput,
  money: MoneyInput,
  switch: SwitchInput,
  choice: ChoiceInput,
  moment: DateTimeInput,
  day: DateInput,
  markdown: RichTextInput,
  tags: TagsInput,
  json: JsonInput,
  files: FilesInput,
  record: RecordInput,
  object: TextInput,
  list: TextInput,
} satisfies Record<InputName, ComponentType<FieldInputProps>>;

/** The input of a declared field that holds one value. */
export function PlainInput(props: FieldInputProps) {
  const field = useDeclaredField(props);
  const Input: ComponentType<FieldInputProps> = inputs[kindViews[field.kind].input.as];
  return <Input {...props} field={field} />;
}
