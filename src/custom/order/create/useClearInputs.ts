import { useFormContext } from 'react-hook-form';
import { valueAt } from '../../../../contract/lib/dottedPath.ts';
import { useContract } from '../../../resources/ContractContext.ts';
import { startValues } from './orderFields.ts';

/** Resets values of the order form to their initial ones, and removes their messages. */
export function useClearInputs(): (sources: readonly string[]) => void {
  const start = startValues(useContract());
  const { setValue, clearErrors } = useFormContext();
  return (sources) => {
    for (const source of sources) setValue(source, valueAt(start, source), { shouldDirty: true });
    clearErrors([...sources]);
  };
}
