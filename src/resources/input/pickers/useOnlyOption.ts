import { useLayoutEffect, useState } from 'react';
import type { RaRecord } from 'react-admin';
import { useFormContext } from 'react-hook-form';

/**
 * Fills in the only record that can be picked, as if the form had started with it: it does not count as unsaved input,
 * and it is not filled in again if the user clears it.
 * @param source The path of the value.
 * @param onlyOption The record, if it is the only one.
 * @returns The record that was filled in; it remains known whatever is searched for afterwards.
 */
export function useOnlyOption(source: string, onlyOption: RaRecord | undefined): RaRecord | undefined {
  const { resetField, getValues, formState } = useFormContext();
  const [known, setKnown] = useState<RaRecord>();
  const { isReady } = formState;
  const id = onlyOption?.id;
  // Before the options are painted, so that nothing can be typed in between.
  useLayoutEffect(() => {
    if (!onlyOption || !isReady || (getValues(source) ?? null) !== null) return;
    setKnown(onlyOption);
    resetField(source, { defaultValue: onlyOption.id });
  }, [id, isReady]);
  return known;
}
