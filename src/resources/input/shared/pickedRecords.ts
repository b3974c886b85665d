import { useEffect, useSyncExternalStore } from 'react';
import type { RaRecord } from 'react-admin';
import { useFormContext } from 'react-hook-form';

/** What a picker holds: the id that the form sends, and its record once that is there. */
interface Picked {
  readonly id: number | null;
  readonly record: RaRecord | undefined;
}

/** What the pickers of one form hold, each by the name that answers embed its record under. */
interface PickedInForm {
  readonly held: Map<string, Picked>;
  readonly listeners: Set<() => void>;
}

const forms = new WeakMap<object, PickedInForm>();

function pickedIn(form: object): PickedInForm {
  const found = forms.get(form) ?? { held: new Map(), listeners: new Set() };
  forms.set(form, found);
  return found;
}

function put(form: object, as: string, picked: Picked | undefined): void {
  const { held, listeners } = pickedIn(form);
  if (picked) held.set(as, picked);
  else held.delete(as);
  for (const listener of listeners) listener();
}

/** Tells the other inputs of the form which record a picker holds. In: the name that answers embed it under, if any. */
export function useTellPicked(as: string | undefined, id: number | null, record: RaRecord | null): void {
  const { control } = useFormContext();
  useEffect(() => {
    if (as === undefined) return undefined;
    put(control, as, { id, record: record ?? undefined });
    return () => put(control, as, undefined);
  }, [control, as, id, record]);
}

/** What the picker of this name holds in the form around; undefined where the form has none. */
export function usePicked(as: string): Picked | undefined {
  const { control } = useFormContext();
  const { held, listeners } = pickedIn(control);
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return useSyncExternalStore(subscribe, () => held.get(as));
}
