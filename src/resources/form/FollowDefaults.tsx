import { useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { type DefaultContext, followedFields } from '../../../contract/kinds/resolveDefault.ts';
import { readPathOf } from '../../../contract/schema/entity.ts';
import { isFromReference } from '../../../contract/schema/field/default.ts';
import type { Fields } from '../../../contract/schema/field/field.ts';
import { useContract, useReferencedDeclarations } from '../ContractContext.ts';
import { recordValue } from '../dialog/recordValues.ts';
import { defaultValueOf } from '../formState/defaultValues.ts';
import { useDialogRecord } from '../input/shared/DialogRecordContext.ts';
import { useRowScope } from '../input/shared/RowScope.ts';
import { useReferencedValues } from './useReferencedValues.ts';

type Referenced = NonNullable<DefaultContext['referenced']>;

/**
 * True if the value of the referenced record is not known: nothing was chosen yet, the record is still being loaded, or
 * the caller may not read it.
 */
const isUnknown = (referenced: Referenced, from: string, id: unknown, name: string, present: unknown): boolean =>
  typeof id === 'number' ? referenced(from, id, name) === undefined : present === undefined;

interface Props {
  fields: Fields;
  all: Fields;
}

/**
 * Updates each input whose default depends on other fields or on a record that one of them refers to, as long as the
 * input still has the value that was filled in.
 * @param fields the fields of the form
 * @param all all fields of a new record; those of the form, if it is about a record that is there
 */
export function FollowDefaults({ fields, all }: Props) {
  const dialog = useDialogRecord();
  const { prefix = '' } = useRowScope() ?? {};
  const known = { ...dialog?.entity.fields, ...all };
  const following = Object.entries(fields).flatMap(([name, field]) =>
    followedFields(field).flatMap((from) =>
      known[from] ? [{ name, source: prefix + readPathOf(name, field), from, field }] : [],
    ),
  );
  const contract = useContract();
  const { getValues, setValue } = useFormContext();
  const asked = following.flatMap(({ from }) => (all[from] ? [prefix + readPathOf(from, all[from])] : []));
  const watched = useWatch({ name: asked });
  // A field that the form does not ask for is one of the record that the dialog is about.
  const given = (name: string): unknown => {
    const field = all[name];
    if (field) return getValues(prefix + readPathOf(name, field));
    return dialog && recordValue(dialog.entity, name, dialog.record);
  };
  const pointed = following.flatMap(({ from, field }) =>
    isFromReference(field.default) ? [{ from, id: given(from) }] : [],
  );
  useReferencedDeclarations(
    Object.fromEntries(pointed.flatMap(({ from }) => (known[from] ? [[from, known[from]]] : []))),
  );
  const referenced = useReferencedValues(known, pointed);
  const filled = useRef<Map<string, unknown>>(undefined);
  useEffect(() => {
    filled.current ??= new Map(following.map(({ source }) => [source, getValues(source)]));
    for (const { name, source, from, field } of following) {
      const present = getValues(source);
      if (isFromReference(field.default) && isUnknown(referenced, from, given(from), field.default.field, present))
        continue;
      const next = defaultValueOf(contract, name, all, given, referenced);
      // If the form is reset a second later, both values are reset together.
      if (present !== filled.current.get(source) && present !== next) continue;
      filled.current.set(source, next);
      // Mark it as entered, so that a reset of the form preserves it together with the field that it follows.
      if (next !== present) setValue(source, next, { shouldValidate: false, shouldDirty: true });
    }
  }, [JSON.stringify(watched), referenced]);
  return null;
}
