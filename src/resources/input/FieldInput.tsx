import { ListInput } from './ListInput.tsx';
import { PlainInput } from './PlainInput.tsx';
import { type FieldInputProps, useDeclared } from './useFieldInput.tsx';

/** A react-admin input for a declared field, drawn by its kind: `<FieldInput source="contact_mail" />`. */
export function FieldInput(props: FieldInputProps) {
  const field = useDeclared(props);
  const Input = field.kind === 'list' ? ListInput : PlainInput;
  return <Input {...props} field={field} />;
}
