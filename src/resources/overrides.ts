import { type ComponentType, createContext, useContext } from 'react';
import type { Label } from '../../contract/messages/label.ts';
import type { Role } from '../../contract/schema/access.ts';
import type { NamedAction } from '../../contract/schema/action.ts';
import type { Entity } from '../../contract/schema/entity.ts';
import type { Fields } from '../../contract/schema/field/field.ts';
import type { RecordData } from '../dataProvider/RecordData.ts';
import type { Columns, FieldInputProps } from './slotTypes.ts';

type Values = Readonly<Record<string, unknown>>;

export interface DialogProps {
  onClose: () => void;
}
export interface DetailProps extends DialogProps {
  id: number;
  /** Called when a step was taken in it, in place of `onClose`. */
  onDone?: (() => void) | undefined;
}
export interface RowActionProps {
  record: RecordData;
}
/** What is given to what is drawn within a record of another entity. */
export interface RelatedTabProps {
  /** That record. */
  holder: RecordData;
}
/** What a cell drawn by hand is given. */
export interface CellProps {
  value: unknown;
  record: Values;
}

/** What a dialog that takes an action is given. */
export interface ActionProps extends DialogProps {
  entity: Entity;
  record: RecordData;
  action: NamedAction;
  /** Called when the action has been taken. */
  onDone?: (() => void) | undefined;
}

export interface SecondStepProps {
  /** What the first step holds. */
  values: Values;
  chosen: ReadonlySet<number>;
  onChange: (chosen: ReadonlySet<number>) => void;
}

/** A second step of the dialog that makes a record: records to choose, sent with the record in one request. */
export interface SecondStep {
  readonly roles: readonly Role[];
  readonly Choose: ComponentType<SecondStepProps>;
  /** The field of the record that takes the ids of the chosen records. */
  readonly source: string;
}

/** What can be done with several rows at once; each row has a result of its own. */
export interface BulkAction {
  readonly name: string;
  readonly label: Label;
  readonly tone?: 'primary' | 'danger' | undefined;
  /** What is said to follow, once for all of them. */
  readonly confirm?: Label | undefined;
  /** What is asked once for all of them. */
  readonly input?: Fields | undefined;
  applies(record: RecordData, role: Role): boolean;
  /** It deletes them, and what was deleted can be restored (D12). */
  readonly restorable?: boolean;
}

/** A bulk action with what it does; a hook, since what it does goes through the DataProvider. */
export interface RunnableAction extends BulkAction {
  run(record: RecordData, input: Values): Promise<unknown>;
}

/** What is drawn by hand for an entity, in place of what its declaration gives. */
export interface EntityOverrides {
  /** Cells of lists and lines of details, by field, in place of what the kind of the field draws. */
  readonly cells?: Readonly<Record<string, ComponentType<CellProps>>>;
  /** Inputs of forms and of steps, by field, in place of what the kind of the field draws; of actions by `action.field`. */
  readonly inputs?: InputOverrides;
  /** In place of the list, by the path of a declared screen; its guard and its menu entry stay. */
  readonly pages?: Readonly<Record<string, ComponentType>>;
  /** Pages at react-admin's own addresses of the resource: `/order/create`, `/order/5`, `/order/5/show`. */
  readonly resource?: Readonly<Partial<Record<'create' | 'edit' | 'show', ComponentType>>>;
  /** In place of the generic dialog that makes a record. */
  readonly create?: ComponentType<DialogProps>;
  /** In place of the generic detail. */
  readonly detail?: ComponentType<DetailProps>;
  /** Fields that the generic detail leaves out, since it says them otherwise. */
  readonly hiddenFields?: readonly string[];
  /** Whether a record that the declaration lets be deleted can be, by what a declaration cannot say. */
  readonly isRemovable?: (record: RecordData, caller: number) => boolean;
  /** Asks the server about a new record before it is made; what it finds stands below the inputs. */
  readonly useCheck?: () => (values: Values) => Promise<Readonly<Record<string, string>>>;
  readonly secondStep?: SecondStep;
  /** Buttons beside the generic ones of a row. */
  readonly rowActions?: ComponentType<RowActionProps>;
  /** The roles that find any of those; all unless given. */
  readonly rowActionRoles?: readonly Role[];
  /** Actions whose buttons stand elsewhere in the record than beside its others. */
  readonly actionsElsewhere?: readonly string[];
  /** Dialogs of actions, in place of the generic one. */
  readonly dialogs?: Readonly<Record<string, ComponentType<ActionProps>>>;
  /** Actions whose button is a picture. */
  readonly icons?: Readonly<Record<string, ComponentType<{ fontSize?: 'small' }>>>;
  /** What the list is called where it is one of several tabs. */
  readonly TabLabel?: ComponentType;
  /** In place of its list within a record of another entity, by the name of that entity. */
  readonly relatedTabs?: Readonly<Record<string, ComponentType<RelatedTabProps>>>;
  /** Buttons above the list. */
  readonly toolbar?: ComponentType;
  /** The steps of the lifecycle are taken in the detail, not from the row. */
  readonly stepsInDetail?: boolean;
  /** What can be done with several rows at once, besides its declared actions and steps. */
  readonly useBulk?: () => readonly RunnableAction[];
  /** While this holds for a row, the list is asked again every two seconds, unless changes are told. */
  readonly isPending?: (record: RecordData) => boolean;
  /** How a record reads where it is chosen or referred to, in place of its title. */
  readonly represent?: (record: Values) => string | null | undefined;
}

/** What is drawn by hand, by the name of the entity. */
export type Overrides = Readonly<Record<string, EntityOverrides>>;

interface OverridesValue {
  readonly entities: Overrides;
  /** What can be done with every list besides what its declaration says. */
  readonly ListTool?: ComponentType<{ columns: Columns }> | undefined;
}

const OverridesContext = createContext<OverridesValue>({ entities: {} });

/** Hands what is drawn by hand to the generic parts, which know no entity. */
export const OverridesProvider = OverridesContext.Provider;

const noOverrides: EntityOverrides = {};

/** What is drawn by hand for each entity, by its name. */
export const useAllOverrides = (): Overrides => useContext(OverridesContext).entities;

/** What is drawn by hand for an entity; nothing for most. */
export const useOverrides = (entity: string): EntityOverrides =>
  useContext(OverridesContext).entities[entity] ?? noOverrides;

export const useListTool = (): OverridesValue['ListTool'] => useContext(OverridesContext).ListTool;

/** Inputs drawn by hand, by field. */
export type InputOverrides = Readonly<Record<string, ComponentType<FieldInputProps>>>;
