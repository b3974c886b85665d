import { useWatch } from 'react-hook-form';
import { RecordInput } from '../../resources/input/pickers/RecordInput.tsx';
import { useDeclaredField } from '../../resources/input/shared/useFieldInput.tsx';
import type { FieldInputProps } from '../../resources/slotTypes.ts';

/** The variant of a user: one of those of their role. */
export default function VariantInput(props: FieldInputProps) {
  const role = useWatch({ name: 'role_id' }) as number | null | undefined;
  return <RecordInput {...props} field={useDeclaredField(props)} filter={{ role_id: role ?? 0 }} />;
}
