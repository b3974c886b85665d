import { createContext, useContext } from 'react';
import type { Entity } from '../../../../contract/schema/entity.ts';

/** The record that the inputs of a dialog are about, where the form around them does not hold it. */
interface DialogRecord {
  readonly entity: Entity;
  readonly record: Readonly<Record<string, unknown>>;
}

const DialogRecordContext = createContext<DialogRecord | undefined>(undefined);

/** Hands the inputs of a step or an action the record that it is taken with. */
export const DialogRecordProvider = DialogRecordContext.Provider;

export const useDialogRecord = (): DialogRecord | undefined => useContext(DialogRecordContext);
