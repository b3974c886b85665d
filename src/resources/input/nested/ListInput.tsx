import type { ComponentType } from 'react';
import type { KindName } from '../../../../contract/schema/field/field.ts';
import type { FieldInputProps } from '../../slotTypes.ts';
import { FilesInput } from '../files/FilesInput.ts';
import { RecordsInput } from '../pickers/RecordsInput.tsx';
import { useDeclared } from '../shared/useFieldInput.tsx';
import { ObjectsInput } from './ObjectsInput.tsx';
import { ValuesInput } from './ValuesInput.tsx';

/** The input of a list by the kind of its items; those that are not named here are picked or typed one by one. */
const inputs: Readonly<Partial<Record<KindName, ComponentType<FieldInputProps>>>> = {
  object: ObjectsInput,
  reference: RecordsInput,
  file: FilesInput,
};

/** Several values of one kind. */
export function ListInput(props: FieldInputProps) {
  const field = useDeclared(props);
  const Input = inputs[field.items?.kind ?? 'text'] ?? ValuesInput;
  return <Input {...props} field={field} />;
}
