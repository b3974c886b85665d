import { createContext, useContext } from 'react';
import type { Entity } from '../../../../contract/schema/entity.ts';

/** The record that a dialog is about, for inputs whose form does not contain it. */
interface DialogRecord {
  readonly entity: Entity;
  readonly record: Readonly<Record<string, unknown>>;
}

const DialogRecordContext = createContext<DialogRecord | undefined>(undefined);

/** Provides the inputs of a step or an action with its record. */
export const DialogRecordProvider = DialogRecordContext.Provider;

export const useDialogRecord = (): DialogRecord | undefined => useContext(DialogRecordContext);
