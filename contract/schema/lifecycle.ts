import type { Label } from '../messages/label.ts';
import type { Condition, Role } from './access.ts';
import type { AssignedValues, CreatedRecords } from './assignedValues.ts';
import type { Fields } from './field/field.ts';

/** When a step is taken by itself: at a point in time of the record, or so many days or hours from it. */
export interface StepSchedule {
  /** The field that holds the point in time, or the day, which begins at midnight UTC. */
  readonly by: string;
  /** How many days after it, before it with a minus; 0 unless given. */
  readonly days?: number;
  /** The same in hours, in place of days. */
  readonly hours?: number;
}

/** One way from a state to another: who, from where, with what input. */
export interface StepDeclaration {
  readonly from: readonly number[];
  readonly to: number;
  readonly roles: readonly Role[];
  readonly label: Label;
  /** Fields of the record that the step sets, and what else it asks for. */
  readonly input?: Fields;
  /** Fields of the record that the step sets besides, nobody being asked. */
  readonly assign?: AssignedValues;
  /** Records of other entities that come with it, by their entity: the values of each by field. */
  readonly create?: CreatedRecords;
  /** What follows besides, by its name in the rules of the entity in server/domain. */
  readonly effect?: string;
  /** The clock takes the step, too; one that has no roles is the clock's alone. */
  readonly schedule?: StepSchedule;
  /** Holds for the record before the step, else the step is refused. */
  readonly when?: Condition;
  /** What its dialog says follows from it; `{code}` stands for a value of the record. */
  readonly confirm?: Label;
  /** How the button looks: `primary` moves on, `danger` ends. */
  readonly tone?: 'primary' | 'danger';
}

export interface Lifecycle {
  readonly field: string;
  readonly transitions: { readonly [name: string]: StepDeclaration };
}

export interface NamedStep extends StepDeclaration {
  readonly name: string;
}

/** Every transition with its name. */
export const lifecycleSteps = (lifecycle: Lifecycle): NamedStep[] =>
  Object.entries(lifecycle.transitions).map(([name, transition]) => ({ name, ...transition }));

/** The steps of an entity, each with its name; none where it has no states. */
export const entitySteps = ({ lifecycle }: { readonly lifecycle?: Lifecycle }): NamedStep[] =>
  lifecycle ? lifecycleSteps(lifecycle) : [];
