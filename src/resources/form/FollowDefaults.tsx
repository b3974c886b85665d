import { useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { followedField } from '../../../contract/kinds/resolveDefault.ts';
import { readPathOf } from '../../../contract/schema/entity.ts';
import type { Field, Fields } from '../../../contract/schema/field/field.ts';
import { useContract } from '../ContractContext.ts';
import { defaultValueOf } from '../formState/defaultValues.ts';

interface Props {
  fields: Fields;
  all: Fields;
}

/**
 * Updates each input whose default is the value of another field, as long as the input still has the value that was
 * filled in.
 */
export function FollowDefaults({ fields, all }: Props) {
  const following = Object.entries(fields).flatMap(([name, field]) => {
    const from = followedField(field);
    return from !== undefined && all[from]
      ? [{ name, source: readPathOf(name, field), from: readPathOf(from, all[from]) }]
      : [];
  });
  const contract = useContract();
  const { getValues, setValue } = useFormContext();
  const watched = useWatch({ name: following.map(({ from }) => from) });
  const filled = useRef<Map<string, unknown>>(undefined);
  useEffect(() => {
    filled.current ??= new Map(following.map(({ source }) => [source, getValues(source)]));
    for (const { name, source } of following) {
      const present = getValues(source);
      const next = defaultValueOf(contract, name, all, (other) => getValues(readPathOf(other, all[other] as Field)));
      // If the form is reset a second later, both values are reset together.
      if (present !== filled.current.get(source) && present !== next) continue;
      filled.current.set(source, next);
      // Mark it as entered, so that a reset of the form preserves it together with the field that it follows.
      if (next !== present) setValue(source, next, { shouldValidate: false, shouldDirty: true });
    }
  }, [JSON.stringify(watched)]);
  return null;
}
