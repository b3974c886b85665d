import type { Label } from '../messages/label.ts';
import type { MessageKey } from '../messages/message.ts';
import type { Condition } from './access.ts';

/** A condition that the record must meet before a step or an action, with its own reason. */
export interface Requirement {
  readonly holds: Condition;
  /** The message if the record does not meet it: one of the catalogue, or a sentence of its own. */
  readonly otherwise?: MessageKey | Label;
  /** The field of the body that the message is reported at; by default the state of the record, or none for an action. */
  readonly at?: string;
}

/** What a step or an action requires of the record, in the words of its declaration. */
export interface Requirements {
  readonly when?: Condition | readonly Requirement[];
  readonly otherwise?: Label;
}

const isList = (when: Condition | readonly Requirement[]): when is readonly Requirement[] => Array.isArray(when);

/** What a step or an action requires, in the order in which it is checked. */
export function requirementsOf({ when, otherwise }: Requirements): readonly Requirement[] {
  if (!when) return [];
  return isList(when) ? when : [{ holds: when, ...(otherwise && { otherwise }) }];
}

/** The conditions on the record of a step or an action, that of its button among them. */
export const conditionsOf = (one: Requirements & { readonly shownWhen?: Condition }): Condition[] => [
  ...requirementsOf(one).map(({ holds }) => holds),
  ...(one.shownWhen ? [one.shownWhen] : []),
];
