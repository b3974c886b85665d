import type { ComponentType } from 'react';
import type { KindName } from '../../../../contract/schema/field/field.ts';
import type { FieldInputProps } from '../../slotTypes.ts';
import { FilesInput } from '../files/FilesInput.ts';
import { RecordsInput } from '../pickers/RecordsInput.tsx';
import { useDeclaredField } from '../shared/useFieldInput.tsx';
import { ObjectsInput } from './ObjectsInput.tsx';
import { ValuesInput } from './ValuesInput.tsx';

/** The inputs of lists, by the kind of their items; items of other kinds are picked or typed one by one. */
const inputs: Readonly<Partial<Record<KindName, ComponentType<FieldInputProps>>>> = {
  object: ObjectsInput,
  reference: RecordsInput,
  file: FilesInput,
};

export function ListInput(props: FieldInputProps) {
  const field = useDeclaredField(props);
  const Input = inputs[field.items?.kind ?? 'text'] ?? ValuesInput;
  return <Input {...props} field={field} />;
}
