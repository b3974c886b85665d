import type { ComponentType } from 'react';
import type { Field } from '../../../contract/schema/field/field.ts';
import { kindViews } from '../kinds/index.ts';
import type { FieldInputProps } from '../slotTypes.ts';
import { ChildrenInput } from './nested/ChildrenInput.tsx';
import { ListInput } from './nested/ListInput.tsx';
import { ObjectInput } from './nested/ObjectInput.tsx';
import { PlainInput } from './scalars/ScalarInput.tsx';
import { useDeclaredField } from './shared/useFieldInput.tsx';

function inputOf({ kind, fields = {}, forms }: Field): ComponentType<FieldInputProps> {
  if (forms) return ChildrenInput;
  const { as } = kindViews[kind].input;
  if (as === 'list') return ListInput;
  return as === 'object' && Object.keys(fields).length > 0 ? ObjectInput : PlainInput;
}

/** The react-admin input of a declared field, chosen by its kind: `<FieldInput source="contact_mail" />`. */
export function FieldInput(props: FieldInputProps) {
  const field = useDeclaredField(props);
  const Input = inputOf(field);
  return <Input {...props} field={field} />;
}
