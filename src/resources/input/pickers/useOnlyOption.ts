import { useEffect, useState } from 'react';
import type { RaRecord } from 'react-admin';
import { useFormContext } from 'react-hook-form';

/**
 * Fills in the only record that can be picked, as if the form had started with it: it does not count as unsaved input,
 * and it is not filled in again if the user clears it.
 * @param source The path of the value.
 * @param sole The record, if it is the only one.
 * @returns The record that was filled in; it remains known whatever is searched for afterwards.
 */
export function useOnlyOption(source: string, sole: RaRecord | undefined): RaRecord | undefined {
  const { resetField, getValues, formState } = useFormContext();
  const [known, setKnown] = useState<RaRecord>();
  const { isReady } = formState;
  const id = sole?.id;
  useEffect(() => {
    if (!sole || !isReady || (getValues(source) ?? null) !== null) return;
    setKnown(sole);
    resetField(source, { defaultValue: sole.id });
  }, [id, isReady]);
  return known;
}
