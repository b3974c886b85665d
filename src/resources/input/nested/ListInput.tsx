import type { ComponentType } from 'react';
import { kindViews } from '../../kinds/index.ts';
import type { KindView } from '../../kinds/view.ts';
import type { FieldInputProps } from '../../slotTypes.ts';
import { FilesInput } from '../files/FilesInput.ts';
import { RecordsInput } from '../pickers/RecordsInput.tsx';
import { useDeclaredField } from '../shared/useFieldInput.tsx';
import { ObjectsInput } from './ObjectsInput.tsx';
import { ValuesInput } from './ValuesInput.tsx';

const inputs = {
  objects: ObjectsInput,
  records: RecordsInput,
  files: FilesInput,
  values: ValuesInput,
} satisfies Record<KindView['itemsInput'], ComponentType<FieldInputProps>>;

export function ListInput(props: FieldInputProps) {
  const field = useDeclaredField(props);
  const Input: ComponentType<FieldInputProps> = inputs[kindViews[field.items?.kind ?? 'text'].itemsInput];
  return <Input {...props} field={field} />;
}
