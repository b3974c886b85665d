import { useEffect, useRef, useState } from 'react';
import { type UseFormReturn, useFormContext } from 'react-hook-form';
import type { Fields } from '../../../contract/schema/field/field.ts';
import { Drafts } from '../../authProvider/drafts.ts';
import { useDialogFrame } from '../../ui/dialog/DialogFrameContext.ts';
import { onDiscardAll } from '../../ui/dialog/unsaved.ts';
import type { FormValues } from '../formState/contractResolver.ts';
import { changedValues } from './draftValues.ts';

/** What a form says about itself, so that what is typed into it survives a reload and the end of the session. */
export interface DraftOptions {
  /** The purpose of the form and its record: `edit enterprise 12`. */
  readonly name: string;
  /** The fields whose values a draft contains; never secrets and files. */
  readonly fields: Fields;
  /** The version of the record that the form began with. */
  readonly version?: number | undefined;
  /** What was chosen beside the inputs. */
  readonly extra?: unknown;
  readonly onExtra?: ((extra: unknown) => void) | undefined;
  /**
   * Puts rows of children into the form, together with the present ones.
   * @param values The values of the form, with the rows of the draft.
   */
  readonly restoreRows?: ((values: FormValues, form: UseFormReturn) => Promise<void>) | undefined;
}

/** Delay before typed text is written down, in milliseconds. */
const writeDelay = 300;

/**
 * Writes down what is typed into the form around it, for as long as it is neither saved nor discarded.
 * @returns The draft that was found when the form opened, until it was restored or discarded; functions for both; and
 * one that removes the draft, once the form is saved.
 */
export function useDraft(options: DraftOptions) {
  const form = useFormContext();
  const [drafts] = useState(() => new Drafts());
  const [offered, setOffered] = useState(() => drafts.read(options.name));
  const latest = useRef({ options, offered });
  latest.current = { options, offered };
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isWritten = useRef(false);

  const write = () => {
    timer.current = undefined;
    const { name, fields, version, extra } = latest.current.options;
    const values = changedValues(fields, form.getValues(), form.control._defaultValues as FormValues);
    if (values.length > 0) {
      drafts.write(name, { at: Date.now(), values, version, extra });
      isWritten.current = true;
    } else if (isWritten.current) {
      // Nothing is changed any more; the draft from before is still offered.
      isWritten.current = false;
      if (latest.current.offered) drafts.write(name, latest.current.offered);
      else drafts.remove(name);
    }
  };
  const cancel = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
  };
  const schedule = () => {
    cancel();
    timer.current = setTimeout(write, writeDelay);
  };
  const flush = () => {
    if (timer.current === undefined) return;
    cancel();
    write();
  };
  const remove = () => {
    cancel();
    if (isWritten.current || !latest.current.offered) drafts.remove(latest.current.options.name);
    isWritten.current = false;
  };

  const { onDiscard } = useDialogFrame();
  useEffect(() => {
    const { unsubscribe } = form.watch(schedule);
    const stops = [unsubscribe, onDiscard(remove), onDiscardAll(remove)];
    window.addEventListener('pagehide', flush);
    return () => {
      flush();
      for (const stop of stops) stop();
      window.removeEventListener('pagehide', flush);
    };
  }, []);
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) schedule();
    isFirst.current = false;
  }, [options.extra]);

  const restore = async () => {
    if (!offered) return;
    const { fields, onExtra, restoreRows } = options;
    const isRows = (path: string) => restoreRows !== undefined && fields[path]?.forms !== undefined;
    const single = offered.values.filter(([path]) => !isRows(path));
    for (const [path, value] of single) form.setValue(path, value, { shouldDirty: true });
    // An input that was left empty on the way to the button has a message about that.
    const touched = single.flatMap(([path]) => (form.getFieldState(path).isTouched ? [path] : []));
    if (touched.length > 0) void form.trigger(touched);
    if (offered.extra !== undefined) onExtra?.(offered.extra);
    const rows = offered.values.filter(([path]) => isRows(path));
    if (rows.length > 0) await restoreRows?.({ ...form.getValues(), ...Object.fromEntries(rows) }, form);
    setOffered(undefined);
  };
  const discard = () => {
    setOffered(undefined);
    if (!isWritten.current) drafts.remove(options.name);
  };
  return { offered, restore, discard, remove };
}
