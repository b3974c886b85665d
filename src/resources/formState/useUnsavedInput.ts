import { useFormContext, useWatch } from 'react-hook-form';

/**
 * Compares the values of the form around it with those it began with. `isDirty` of react-hook-form is not enough: a form
 * that gets other default values, since its record was read again, keeps what was typed and no longer calls itself dirty.
 * @returns true while the form has input that was not sent
 */
export function useUnsavedInput(): boolean {
  const { control } = useFormContext();
  // Draws again when a value changes, and when the form is reset.
  useWatch({ control });
  return control._getDirty();
}
