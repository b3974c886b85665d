import type { Label } from '../messages/label.ts';
import type { MessageKey } from '../messages/message.ts';
import type { Condition, Role, Scalar } from './access.ts';
import type { AssignedValues, CreatedRecords, UpdatedRecords } from './assignedValues.ts';
import type { Fields } from './field/field.ts';
import type { Requirement } from './requirement.ts';

/**
 * The endpoint that runs an action. Several actions of an entity can share one endpoint by naming the same endpoint.
 */
export interface ActionEndpointDeclaration {
  /** The operation's name in the API document. */
  readonly name: string;
  /** The path. A placeholder in braces, `{id}` or another name, marks the position of the record. */
  readonly path: string;
  /** The operation's summary in the API document. */
  readonly label: Label;
  /** The unique field that identifies the record in the path, in place of the id. */
  readonly by?: string;
  /** The field of the request body with the record's id, if the URL has no placeholder for it. */
  readonly idIn?: string;
  /** Fields of the body, besides the inputs, that select one of the endpoint's actions. */
  readonly which?: Fields;
  /** Returns the records of another entity that refer to this one by this field, instead of the record itself. */
  readonly answers?: { readonly entity: string; readonly by: string };
}

/** A word that the user must type exactly to confirm an action. */
export interface TypedWord {
  /** The input that the user types the word into. */
  readonly input: string;
  readonly word: string;
  /** The message if the text differs: one of the catalogue, or a sentence of its own. */
  readonly otherwise: MessageKey | Label;
}

/** An operation on one record with its own endpoint. Its effect is in server/domain. */
export interface Action {
  readonly endpoint: ActionEndpointDeclaration;
  readonly roles: readonly Role[];
  readonly label: Label;
  /** The values of the endpoint's `which` fields that select this action. */
  readonly sends?: Readonly<Record<string, Scalar>>;
  /** The input fields. */
  readonly input?: Fields;
  /** Fields of the record that the action also sets, without input. */
  readonly assign?: AssignedValues;
  /** Records of other entities to create with the action: entity name to field values. */
  readonly create?: CreatedRecords;
  /** Values that it writes to records that this one refers to: reference to field values. */
  readonly update?: UpdatedRecords;
  /** Steps that it takes with children of the record: their section to the name of their step. */
  readonly takes?: Readonly<Record<string, string>>;
  /** An additional effect, by its name in the entity's rules in server/domain. */
  readonly effect?: string;
  /** Layout of the dialog's inputs, row by row. By default one input per row. */
  readonly form?: readonly (readonly string[])[];
  /** Inputs that start with the record's current value. If the body omits a required one, the current value is used. */
  readonly prefilled?: readonly string[];
  readonly typed?: TypedWord;
  /** What it requires of the record: one condition, or several, each with its own sentence. */
  readonly when?: Condition | readonly Requirement[];
  /** The sentence of the refusal when the record does not meet the one condition. */
  readonly otherwise?: Label;
  /** The button is shown only if the record meets this; the server does not check it. */
  readonly shownWhen?: Condition;
  /** Style of the button: `primary` for the main way forward, `danger` for ending or destroying something. */
  readonly tone?: 'primary' | 'danger';
  /**
   * Text of the confirmation dialog; `{hosts}` inserts a value of the record. `false` runs the action without a dialog.
   */
  readonly confirm?: Label | false;
  /** What the record then is, for the notice after it: `approved` for “Order LO-1 approved”. */
  readonly done?: Label;
  /** The action can run on several selected records at once. */
  readonly bulk?: boolean;
  /** Its name in the audit; by default the action's own name. */
  readonly audit?: string;
  /** The event that webhooks are sent; by default `project.relocated` for the action `relocate` of `project`. */
  readonly event?: string;
}

export type Actions = Readonly<Record<string, Action>>;

export interface NamedAction extends Action {
  readonly name: string;
}

/** The actions of an entity as a list, each with its name. */
export const namedActions = ({ actions = {} }: { readonly actions?: Actions }): NamedAction[] =>
  Object.entries(actions).map(([name, action]) => ({ name, ...action }));
