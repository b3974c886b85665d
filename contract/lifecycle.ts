import type { Condition, Role } from './access.ts';
import type { Fields } from './field.ts';
import type { Label } from './label.ts';

/** One way from a state to another: who, from where, with what input. */
export interface Transition {
  readonly from: readonly number[];
  readonly to: number;
  readonly roles: readonly Role[];
  readonly label: Label;
  /** Fields of the record that the step sets, and what else it asks for. */
  readonly input?: Fields;
  /** Holds for the record before the step, else the step is refused. */
  readonly when?: Condition;
  /** What its dialog says follows from it; `{code}` stands for a value of the record. */
  readonly confirm?: Label;
  /** How the button looks: `primary` moves on, `danger` ends. */
  readonly tone?: 'primary' | 'danger';
}

export interface Lifecycle {
  readonly field: string;
  readonly transitions: { readonly [name: string]: Transition };
}

export interface NamedTransition extends Transition {
  readonly name: string;
}

/** Every transition with its name. */
export const transitionsOf = (lifecycle: Lifecycle): NamedTransition[] =>
  Object.entries(lifecycle.transitions).map(([name, transition]) => ({ name, ...transition }));
