import { type ComponentType, createContext, useContext } from 'react';
import type { EndpointName } from '../../contract/endpoints/index.ts';
import type { Label } from '../../contract/messages/label.ts';
import type { Role } from '../../contract/schema/access.ts';
import type { NamedAction } from '../../contract/schema/action.ts';
import type { Entity } from '../../contract/schema/entity.ts';
import type { Field, Fields } from '../../contract/schema/field/field.ts';
import type { RecordData } from '../dataProvider/RecordData.ts';
import type { Columns, FieldInputProps } from './slotTypes.ts';

type Values = Readonly<Record<string, unknown>>;

export interface DialogProps {
  onClose: () => void;
}
export interface DetailProps extends DialogProps {
  id: number;
  /** Called in place of `onClose` after a step. */
  onDone?: (() => void) | undefined;
}
export interface RowActionProps {
  record: RecordData;
  /** The queue that the row is in; absent elsewhere. */
  queue?: string;
  /** True in a list, whose rows have room for one button; the page of the record shows all. */
  inList?: boolean;
}
/** The props of a component inside a record of another entity. */
export interface RelatedTabProps {
  /** The record around the component. */
  holder: RecordData;
}
/** The props of a custom cell. */
export interface CellProps {
  value: unknown;
  field: Field;
  record: Values;
}

/** The props of a dialog for an action. */
export interface ActionProps extends DialogProps {
  entity: Entity;
  record: RecordData;
  action: NamedAction;
  /** Called when the action has succeeded. */
  onDone?: (() => void) | undefined;
}

/** The props of what is shown once a record has been created. */
export interface CreatedProps extends DialogProps {
  /** The record as its creation answered it. */
  record: RecordData;
}

export interface SecondStepProps {
  /** The values of the first step. */
  values: Values;
  chosen: ReadonlySet<number>;
  onChange: (chosen: ReadonlySet<number>) => void;
}

/** A second step of the create dialog: records to choose, sent with the new record in one request. */
export interface SecondStep {
  readonly roles: readonly Role[];
  readonly Choose: ComponentType<SecondStepProps>;
  /** The field for the ids of the chosen records. */
  readonly source: string;
}

/** An action on several records at once; each record has its own result. */
export interface BulkAction {
  readonly name: string;
  readonly label: Label;
  readonly tone?: 'primary' | 'danger' | undefined;
  /** The consequence that is shown once for all records. */
  readonly confirm?: Label | undefined;
  /** The inputs that are asked for once for all records. */
  readonly input?: Fields | undefined;
  applies(record: RecordData, role: Role): boolean;
  /** True if it deletes the records and they can be restored (D12). */
  readonly restorable?: boolean;
}

/** A bulk action with its function. It is made by a hook, since it uses the DataProvider. */
export interface RunnableAction extends BulkAction {
  run(record: RecordData, input: Values): Promise<unknown>;
}

/** The custom components of an entity, in place of the generic ones. */
export interface EntityOverrides {
  /** Custom cells of lists and details, by field. */
  readonly cells?: Readonly<Record<string, ComponentType<CellProps>>>;
  /** Custom inputs of forms and steps, by field; those of actions by `action.field`. */
  readonly inputs?: InputOverrides;
  /** Custom pages in place of the list, by the path of a declared screen; its guard and its menu entry remain. */
  readonly pages?: Readonly<Record<string, ComponentType>>;
  /** Pages at react-admin's own addresses of the resource: `/order/create`, `/order/5`, `/order/5/show`. */
  readonly resource?: Readonly<Partial<Record<'create' | 'edit' | 'show', ComponentType>>>;
  /** The text of the button that creates a record, in place of "Create". */
  readonly createText?: () => string;
  /** A custom create dialog. */
  readonly create?: ComponentType<DialogProps>;
  /** Shown in the create dialog once the record has been created, in place of closing it. */
  readonly created?: ComponentType<CreatedProps>;
  /** A custom detail. */
  readonly detail?: ComponentType<DetailProps>;
  /** Fields that the generic detail leaves out, since they are shown elsewhere. */
  readonly hiddenFields?: readonly string[];
  /** Secrets that nobody has to repeat, because somebody else has chosen them. */
  readonly givenSecrets?: readonly string[];
  /** A further condition for deletion, besides the declared ones. */
  readonly isRemovable?: (record: RecordData, caller: number) => boolean;
  /** Asks the server to check a new record before it is created; the messages are shown below the inputs. */
  readonly useCheck?: () => (values: Values) => Promise<Readonly<Record<string, string>>>;
  readonly secondStep?: SecondStep;
  /** Further buttons in each row. */
  readonly rowActions?: ComponentType<RowActionProps>;
  /** The endpoint that these buttons call: who may not call it does not see them. */
  readonly rowActionsCall?: EndpointName;
  /** Actions whose buttons are shown elsewhere in the record. */
  readonly actionsElsewhere?: readonly string[];
  /** Actions whose buttons are only in the record and not in its row. */
  readonly actionsInDetail?: readonly string[];
  /** What the question of a step or an action in a queue also says, by step or action. */
  readonly askFacts?: Readonly<Record<string, ComponentType<{ record: RecordData }>>>;
  /** Custom dialogs, by action. */
  readonly dialogs?: Readonly<Record<string, ComponentType<ActionProps>>>;
  /** Icons of actions, in place of text buttons. */
  readonly icons?: Readonly<Record<string, ComponentType<{ fontSize?: 'small' }>>>;
  /** A custom label of the list's tab. */
  readonly TabLabel?: ComponentType;
  /** Custom tabs in place of the list inside a record of another entity, by the name of that entity. */
  readonly relatedTabs?: Readonly<Record<string, ComponentType<RelatedTabProps>>>;
  /** Shown in the form of an only record, below its inputs. */
  readonly formEnd?: ComponentType;
  /** Buttons above the list. */
  readonly toolbar?: ComponentType;
  /** True if the steps of the lifecycle are only in the detail and not in the row. */
  readonly stepsInDetail?: boolean;
  /** Bulk actions besides the declared actions and steps. */
  readonly useBulk?: () => readonly RunnableAction[];
  /** While this is true for a row, the list is fetched every two seconds, unless a change feed is connected. */
  readonly isPending?: (record: RecordData) => boolean;
  /** The text of a record where it is chosen or referenced, in place of its title. */
  readonly represent?: (record: Values) => string | null | undefined;
  /**
   * The beginning of that text, before its last slash, which only leads to the record's name: it is shown after the
   * name, in grey.
   */
  readonly wayTo?: (record: Values) => string;
}

/** The overrides, by entity name. */
export type Overrides = Readonly<Record<string, EntityOverrides>>;

interface OverridesValue {
  readonly entities: Overrides;
  /** A custom tool of every list. */
  readonly ListTool?: ComponentType<{ columns: Columns }> | undefined;
}

const OverridesContext = createContext<OverridesValue>({ entities: {} });

/** Provides the overrides to the generic components, which know no entity. */
export const OverridesProvider = OverridesContext.Provider;

const noOverrides: EntityOverrides = {};

/** The overrides of all entities, by name. */
export const useAllOverrides = (): Overrides => useContext(OverridesContext).entities;

/** The overrides of an entity; empty for most. */
export const useOverrides = (entity: string): EntityOverrides =>
  useContext(OverridesContext).entities[entity] ?? noOverrides;

export const useListTool = (): OverridesValue['ListTool'] => useContext(OverridesContext).ListTool;

/** Custom inputs, by field. */
export type InputOverrides = Readonly<Record<string, ComponentType<FieldInputProps>>>;
