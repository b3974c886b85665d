import { createContext, useContext } from 'react';
import { useRecordContext } from 'react-admin';
import type { Entity } from '../../../../contract/schema/entity.ts';
import { useResourceEntity } from '../../ContractContext.ts';
import { useDialogRecord } from './DialogRecordContext.ts';

type Values = Readonly<Record<string, unknown>>;

/** A record that inputs are about, and where the form has its values. */
export interface FormRecord {
  readonly entity: Entity | undefined;
  /** The record as it was read; undefined for a new one. */
  readonly saved: Values | undefined;
  /** What precedes the names of its fields in the form: nothing, or for a row of children `lines.0.`. */
  readonly prefix: string;
}

/** A row of a form: a child that is saved together with its parent. */
interface RowScope extends FormRecord {
  /** The reference of the child to its parent, whose inputs are beside the rows. */
  readonly by: string;
}

const RowScopeContext = createContext<RowScope | undefined>(undefined);

/** Provides the inputs of a row of children with the child. */
export const RowScopeProvider = RowScopeContext.Provider;

export const useRowScope = (): RowScope | undefined => useContext(RowScopeContext);

/** The record of the whole form: that of a dialog, else the one of react-admin's current resource. */
export function useWholeRecord(): FormRecord {
  const dialog = useDialogRecord();
  const entity = useResourceEntity();
  const record = useRecordContext();
  return dialog ? { entity: dialog.entity, saved: dialog.record, prefix: '' } : { entity, saved: record, prefix: '' };
}

/** The record that an input is about: a child in its row, else the record of the whole form. */
export function useFormRecord(): FormRecord {
  const whole = useWholeRecord();
  return useRowScope() ?? whole;
}
