import { useEffect, useSyncExternalStore } from 'react';
import type { RaRecord } from 'react-admin';
import { useFormContext } from 'react-hook-form';

/** What a picker holds: the id that the form sends, and its record once that is there. */
interface PickedRecord {
  readonly id: number | null;
  readonly record: RaRecord | undefined;
}

/** What the pickers of one form hold, each by the name that answers embed its record under. */
interface FormPickedRecords {
  readonly picked: Map<string, PickedRecord>;
  readonly listeners: Set<() => void>;
}

const pickedByForm = new WeakMap<object, FormPickedRecords>();

function pickedInForm(form: object): FormPickedRecords {
  const found = pickedByForm.get(form) ?? { picked: new Map(), listeners: new Set() };
  pickedByForm.set(form, found);
  return found;
}

function setPicked(form: object, as: string, picked: PickedRecord | undefined): void {
  const { picked: held, listeners } = pickedInForm(form);
  if (picked) held.set(as, picked);
  else held.delete(as);
  for (const listener of listeners) listener();
}

/** Tells the other inputs of the form which record a picker holds. In: the name that answers embed it under, if any. */
export function usePublishPicked(as: string | undefined, id: number | null, record: RaRecord | null): void {
  const { control } = useFormContext();
  useEffect(() => {
    if (as === undefined) return undefined;
    setPicked(control, as, { id, record: record ?? undefined });
    return () => setPicked(control, as, undefined);
  }, [control, as, id, record]);
}

/** What the picker of this name holds in the form around; undefined where the form has none. */
export function usePickedRecord(as: string): PickedRecord | undefined {
  const { control } = useFormContext();
  const { picked: held, listeners } = pickedInForm(control);
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return useSyncExternalStore(subscribe, () => held.get(as));
}
