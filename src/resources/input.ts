import type { Field } from '../../contract/field.ts';

/** A record that can be chosen. */
export interface Option {
  id: number;
  label: string;
}

/** What the input of a field is given. */
export interface InputProps {
  name: string;
  field: Field;
  value: unknown;
  onChange: (value: unknown) => void;
  onBlur?: () => void;
  error?: string | undefined;
  disabled?: boolean;
  known?: Option | undefined;
  label?: string;
}
