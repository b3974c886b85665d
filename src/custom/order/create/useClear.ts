import { useFormContext } from 'react-hook-form';
import { valueAt } from '../../../../contract/lib/dottedPath.ts';
import { startValues } from './orderFields.ts';

/** Puts values of the order form back to what they were at first, and takes their messages away. */
export function useClear(): (sources: readonly string[]) => void {
  const { setValue, clearErrors } = useFormContext();
  return (sources) => {
    for (const source of sources) setValue(source, valueAt(startValues, source), { shouldDirty: true });
    clearErrors([...sources]);
  };
}
