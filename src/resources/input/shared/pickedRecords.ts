import { useEffect, useSyncExternalStore } from 'react';
import type { RaRecord } from 'react-admin';
import { useFormContext } from 'react-hook-form';

/** The value of a picker: the id that the form sends, and its record once it has loaded. */
interface PickedRecord {
  readonly id: number | null;
  readonly record: RaRecord | undefined;
}

/** The values of a form's pickers, each by the path under which the form embeds its record. */
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
  const { picked: pickedByName, listeners } = pickedInForm(form);
  if (picked) pickedByName.set(as, picked);
  else pickedByName.delete(as);
  for (const listener of listeners) listener();
}

/**
 * Publishes the record of a picker to the other inputs of the form.
 * @param as The path under which the form embeds the record, if any: `product`, in a row of children `lines.0.product`.
 */
export function usePublishPicked(as: string | undefined, id: number | null, record: RaRecord | null): void {
  const { control } = useFormContext();
  useEffect(() => {
    if (as === undefined) return undefined;
    setPicked(control, as, { id, record: record ?? undefined });
    return () => setPicked(control, as, undefined);
  }, [control, as, id, record]);
}

/** The value of the picker with this path in the current form; undefined if the form has none. */
export function usePickedRecord(as: string): PickedRecord | undefined {
  const { control } = useFormContext();
  const { picked: pickedByName, listeners } = pickedInForm(control);
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return useSyncExternalStore(subscribe, () => pickedByName.get(as));
}
