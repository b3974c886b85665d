import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import type { InverseRelation } from '../../contract/relations/inverse.ts';
import type { Entity } from '../../contract/schema/entity.ts';
import type { NamedStep } from '../../contract/schema/lifecycle.ts';
import type { RecordData } from '../dataProvider/RecordData.ts';
import type { FormOptions } from './form/entityFields.ts';
import type { FormValues } from './formState/contractResolver.ts';
import type { FilterValues, ListFilter } from './list/filters/activeFilters.ts';
import type { OpenRecord } from './list/useOpenRecord.ts';
import type { ActionProps, DetailProps, RunnableAction } from './overrides.ts';

/** The props of a component that draws a list, or of a dialog about one. */
export interface EntityProps {
  entity: Entity;
}

/** The props of every dialog about an entity. */
export interface EntityDialogProps extends EntityProps {
  onClose: () => void;
}

export interface FormProps extends EntityDialogProps {
  options: FormOptions;
  /** Replaces the declared title. */
  title?: string;
}
export interface CreateFormProps extends FormProps {
  /** Initial values of the inputs, besides the preset ones. */
  start?: FormValues;
}
export interface EditFormProps extends FormProps {
  id: number;
}
export interface InlineFormProps extends EntityDialogProps {
  options: FormOptions;
  /** The record to change; without one the form creates one. */
  record?: RecordData | undefined;
  /** Fetches the record again, after somebody else has changed it. */
  onReload?: (() => void) | undefined;
}

interface NamedRecordProps extends EntityDialogProps {
  record: RecordData;
  /** The title of the record. */
  name: string;
}
export interface StepDialogProps extends NamedRecordProps {
  step: NamedStep;
  /** Initial values of the inputs. */
  start?: FormValues | undefined;
  /** Called after the step. */
  onDone?: (() => void) | undefined;
}
export interface RemoveDialogProps extends NamedRecordProps {
  /** Called after the record was deleted. */
  onDone?: () => void;
}
export interface BulkDialogProps extends EntityDialogProps {
  action: RunnableAction;
  records: readonly RecordData[];
  /** Called on leaving, if something was done, with the records that were not done. */
  onDone: (left: readonly number[]) => void;
}

/** A many-to-many relation, from the side that does not store it. */
export type Join = Pick<InverseRelation, 'entity' | 'by'>;

export interface JoinDialogProps extends Join {
  /** The id of the record that is added to other records, and its title. */
  holder: number;
  name: string;
  onClose: () => void;
}
export interface UnjoinDialogProps extends JoinDialogProps {
  record: RecordData;
}

export interface RecordDrawerProps extends EntityDialogProps {
  id: number;
  options: FormOptions | undefined;
  /** True if no rows are drawn under the record, as on a phone whose page began with it: nothing there can scroll. */
  isAlone: boolean;
  onOpen: OpenRecord;
  children: ReactNode;
}

export interface TabBarProps {
  readonly names: readonly string[];
  /** The number of the tab in front, from 1. */
  readonly active: string;
  onActive(active: string): void;
}

/** The props of a list's records in another display than the table. */
export interface DisplayProps extends EntityProps {
  readonly addressOf: (id: number) => string;
  readonly onOpen: (id: number) => void;
  /** The id of the open record. */
  readonly opened?: number | undefined;
  /** Shown if there are no records. */
  readonly empty: ReactNode;
}

export interface AddFilterMenuProps {
  anchor: HTMLElement;
  filters: readonly ListFilter[];
  onAdd: (name: string) => void;
  onClose: () => void;
}
export interface TextFilterProps {
  filter: ListFilter;
  values: FilterValues;
}
export interface FilterEditorProps extends TextFilterProps {
  isNew: boolean;
  onChange: (more: FilterValues) => void;
}

/** The components of lists, records and forms that load on demand, by name. */
export interface DialogSlots {
  readonly CreateForm: ComponentType<CreateFormProps>;
  readonly EditForm: ComponentType<EditFormProps>;
  readonly InlineForm: ComponentType<InlineFormProps>;
  readonly StepDialog: ComponentType<StepDialogProps>;
  readonly ActionDialog: ComponentType<ActionProps>;
  readonly RemoveDialog: ComponentType<RemoveDialogProps>;
  readonly JoinDialog: ComponentType<JoinDialogProps>;
  readonly UnjoinDialog: ComponentType<UnjoinDialogProps>;
  readonly BulkDialog: ComponentType<BulkDialogProps>;
  readonly BulkBar: ComponentType<EntityProps>;
  readonly EntityDetail: ComponentType<DetailProps>;
  readonly RecordDrawer: ComponentType<RecordDrawerProps>;
  readonly AddFilterMenu: ComponentType<AddFilterMenuProps>;
  readonly TextFilter: ComponentType<TextFilterProps>;
  readonly PickerFilter: ComponentType<FilterEditorProps>;
  readonly TypedFilter: ComponentType<FilterEditorProps>;
  readonly ImportDialog: ComponentType<EntityDialogProps>;
  readonly Totals: ComponentType<EntityProps>;
  readonly TabBar: ComponentType<TabBarProps>;
  readonly DisplaySwitch: ComponentType<EntityProps>;
  readonly Board: ComponentType<DisplayProps>;
  readonly Calendar: ComponentType<DisplayProps>;
}

const DialogSlotsContext = createContext<DialogSlots | undefined>(undefined);

/** Provides the lazy components, so that no generic part imports a dialog which imports that part. */
export const DialogSlotsProvider = DialogSlotsContext.Provider;

/**
 * The lazy components that `App` provides.
 * @throws Error outside a `DialogSlotsProvider`.
 */
export function useDialogSlots(): DialogSlots {
  const slots = useContext(DialogSlotsContext);
  if (!slots) throw new Error('There is no DialogSlotsProvider around this component');
  return slots;
}
