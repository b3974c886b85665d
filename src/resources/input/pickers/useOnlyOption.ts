import { useEffect, useState } from 'react';
import type { RaRecord } from 'react-admin';
import { useFormContext } from 'react-hook-form';

/**
 * Fills in the only record that can be picked, as if the form had begun with it: whoever leaves is not asked about it, and
 * whoever empties the input is not contradicted. In: where the value stands, and the record while there is one alone.
 * Out: the record that was filled in, which stays known whatever is looked for afterwards.
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
