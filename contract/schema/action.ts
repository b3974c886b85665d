import type { Label } from '../messages/label.ts';
import type { MessageKey } from '../messages/message.ts';
import type { Condition, Role, Scalar } from './access.ts';
import type { AssignedValues, CreatedRecords } from './assignedValues.ts';
import type { Fields } from './field/field.ts';

/** The call by which an action is taken. Actions of an entity that name the same call share it. */
export interface ActionEndpointDeclaration {
  /** What the API document calls it. */
  readonly name: string;
  /** Its path, with `{id}` or another name in braces where the record stands in it. */
  readonly path: string;
  /** What the API document says of it. */
  readonly label: Label;
  /** The unique field whose value stands in the path in place of the id. */
  readonly by?: string;
  /** Where the body names the record, when the path does not. */
  readonly idIn?: string;
  /** What a body says besides the inputs, to tell the actions of the call apart. */
  readonly which?: Fields;
  /** What it answers in place of the record: the records of another entity that refer to it by this field. */
  readonly answers?: { readonly entity: string; readonly by: string };
}

/** What must hold for the record before an action is taken. */
export interface ActionRequirement {
  readonly holds: Condition;
  /** What is said when it does not hold. */
  readonly otherwise: MessageKey;
  /** The field of the body at which that is said; none unless given. */
  readonly at?: string;
}

/** A word that must be typed, letter by letter, before an action is taken. */
export interface TypedWord {
  /** The input that it is typed into. */
  readonly input: string;
  readonly word: string;
  /** What is said of any other. */
  readonly otherwise: MessageKey;
}

/** Something done to a record by a call of its own: who, when, with what input. Its effect stands in server/domain. */
export interface Action {
  readonly endpoint: ActionEndpointDeclaration;
  readonly roles: readonly Role[];
  readonly label: Label;
  /** The values of `which` that mean this action. */
  readonly sends?: Readonly<Record<string, Scalar>>;
  /** What the action asks for. */
  readonly input?: Fields;
  /** Fields of the record that the action sets besides, nobody being asked. */
  readonly assign?: AssignedValues;
  /** Records of other entities that come with it, by their entity: the values of each by field. */
  readonly create?: CreatedRecords;
  /** What follows besides, by its name in the rules of the entity in server/domain. */
  readonly effect?: string;
  /** The inputs of the dialog row by row; one below the other unless given. */
  readonly form?: readonly (readonly string[])[];
  /** Inputs that begin with the record's own value, which also stands for a required one that a body leaves out. */
  readonly prefilled?: readonly string[];
  readonly typed?: TypedWord;
  /** Held against the record in this order; the first that does not hold refuses the action. */
  readonly when?: readonly ActionRequirement[];
  /** The button stands only while this holds; the server does not ask. */
  readonly shownWhen?: Condition;
  /** How the button looks: `primary` moves on, `danger` ends. */
  readonly tone?: 'primary' | 'danger';
  /** What its dialog asks; `{hosts}` stands for a value of the record. With `false` it is taken without a dialog. */
  readonly confirm?: Label | false;
  /** It can be taken for several records at once. */
  readonly bulk?: boolean;
  /** What the audit calls it; its own name unless given. */
  readonly audit?: string;
}

/** The actions of an entity by their names. */
export type Actions = Readonly<Record<string, Action>>;

export interface NamedAction extends Action {
  readonly name: string;
}

/** Every action with its name. */
export const namedActions = ({ actions = {} }: { readonly actions?: Actions }): NamedAction[] =>
  Object.entries(actions).map(([name, action]) => ({ name, ...action }));
