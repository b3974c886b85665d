import { useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { followed } from '../../../contract/kinds/resolveDefault.ts';
import { readPathOf } from '../../../contract/schema/entity.ts';
import type { Field, Fields } from '../../../contract/schema/field/field.ts';
import { defaultValueOf } from '../formState/defaultValues.ts';

interface Props {
  /** The fields of the form. */
  fields: Fields;
  /** All fields of the record. */
  all: Fields;
}

/** Lets each input that starts from another field follow it, while what stands there is what was filled in for it. */
export function FollowDefaults({ fields, all }: Props) {
  const following = Object.entries(fields).flatMap(([name, field]) => {
    const from = followed(field);
    return from !== undefined && all[from]
      ? [{ name, source: readPathOf(name, field), from: readPathOf(from, all[from]) }]
      : [];
  });
  const { getValues, setValue } = useFormContext();
  const watched = useWatch({ name: following.map(({ from }) => from) });
  const filled = useRef<Map<string, unknown>>(undefined);
  useEffect(() => {
    filled.current ??= new Map(following.map(({ source }) => [source, getValues(source)]));
    for (const { name, source } of following) {
      const present = getValues(source);
      const next = defaultValueOf(name, all, (other) => getValues(readPathOf(other, all[other] as Field)));
      // A form that begins anew, a second later, brings both along.
      if (present !== filled.current.get(source) && present !== next) continue;
      filled.current.set(source, next);
      // It counts as entered, so that a form that begins anew keeps it as it keeps what it follows.
      if (next !== present) setValue(source, next, { shouldValidate: false, shouldDirty: true });
    }
  }, [JSON.stringify(watched)]);
  return null;
}
