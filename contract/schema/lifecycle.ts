import type { Label } from '../messages/label.ts';
import type { Condition, Role } from './access.ts';
import type { AssignedValues, CreatedRecords, UpdatedRecords } from './assignedValues.ts';
import type { Fields } from './field/field.ts';
import type { Requirement } from './requirement.ts';

/** When the clock applies a step: at a point in time of the record, or a number of days or hours before or after it. */
export interface StepSchedule {
  /** The field with the point in time, or with the day, which begins at midnight UTC. */
  readonly by: string;
  /** Days after the point in time; negative for days before. 0 by default. */
  readonly days?: number;
  /** Hours in place of days. */
  readonly hours?: number;
}

/** A state of a record: the id of a choice, a number or a word. */
export type State = number | string;

/** A transition between states. */
export interface StepDeclaration {
  readonly from: readonly State[];
  /** The state after the step. A step of the clock alone may leave it out, and keeps the state. */
  readonly to?: State;
  readonly roles: readonly Role[];
  readonly label: Label;
  /** Input fields: fields of the record that the step sets, and others. */
  readonly input?: Fields;
  /** Fields of the record that the step also sets, without input. */
  readonly assign?: AssignedValues;
  /** Records of other entities to create with the step: entity name to field values. */
  readonly create?: CreatedRecords;
  /** Values that it writes to records that this one refers to: reference to field values. */
  readonly update?: UpdatedRecords;
  /** Steps that it takes with children of the record: their section to the name of their step. */
  readonly takes?: Readonly<Record<string, string>>;
  /** An additional effect, by its name in the entity's rules in server/domain. */
  readonly effect?: string;
  /** The clock also applies the step; without roles, only the clock does. */
  readonly schedule?: StepSchedule;
  /** What it requires of the record: one condition, or several, each with its own sentence. */
  readonly when?: Condition | readonly Requirement[];
  /** The sentence of the refusal when the record does not meet the one condition. */
  readonly otherwise?: Label;
  /** Text of the confirmation dialog; `{code}` inserts a value of the record. */
  readonly confirm?: Label;
  /** What the record then is, for the notice after it: `approved` for “Order LO-1 approved”. */
  readonly done?: Label;
  /** Style of the button: `primary` for the main way forward, `danger` for ending or destroying something. */
  readonly tone?: 'primary' | 'danger';
  /** The event that webhooks are sent; by default `order.confirmed` for the step `confirm` of `order`. */
  readonly event?: string;
}

export interface Lifecycle {
  readonly field: string;
  readonly transitions: { readonly [name: string]: StepDeclaration };
}

export interface NamedStep extends StepDeclaration {
  readonly name: string;
}

/** The steps of a lifecycle as a list, each with its name. */
export const lifecycleSteps = (lifecycle: Lifecycle): NamedStep[] =>
  Object.entries(lifecycle.transitions).map(([name, transition]) => ({ name, ...transition }));

/** The steps of an entity as a list; empty if it has no lifecycle. */
export const entitySteps = ({ lifecycle }: { readonly lifecycle?: Lifecycle }): NamedStep[] =>
  lifecycle ? lifecycleSteps(lifecycle) : [];
