import type { Label } from '../messages/label.ts';
import type { Condition, Role } from './access.ts';
import type { Choice } from './field/options.ts';

export type Tone = NonNullable<Choice['tone']>;

/** What the timeline says of something that was done to a record, as the audit has it. */
export interface TimelineEvent {
  /** What it says; the label of the step or action of this name unless given. */
  readonly label?: Label;
  readonly tone?: Tone;
  /** What the audit calls it; its own name unless given. */
  readonly of?: readonly string[];
  /** It was tried in vain. */
  readonly failed?: true;
  /** The field that holds when it was done, which tells it where no line of the audit does. */
  readonly at?: string;
  /** The field that holds what was said with it. */
  readonly comment?: string;
}

/** A point in time of the record that the timeline tells, be it past or still to come. */
export interface TimelineDate {
  readonly at: string;
  /** It is told while this holds for the record. */
  readonly when?: Condition;
  /** What it says; the label of the field unless given. */
  readonly label?: Label;
  readonly tone?: Tone;
  readonly comment?: string;
}

/** Other records whose timeline is part of this one. */
export interface TimelinePart {
  readonly entity: string;
  /** What of them refers to the record: a reference, or a set of them. */
  readonly by: string;
  /** A condition over the record: they are told of while it holds. */
  readonly when?: Condition;
  /** What an entry names the record by: one of its texts, or one of a record that it embeds. */
  readonly names?: string;
  /** The quantity that an entry tells. */
  readonly counts?: string;
  /** What is told of them; all that their own timeline tells unless given. */
  readonly only?: readonly string[];
  /** What is told of them in place of their own timeline. */
  readonly dates?: Readonly<Record<string, TimelineDate>>;
  /** Who is told of them; those who may list them, of the records in their scope, unless given. */
  readonly roles?: readonly Role[];
}

/** What the timeline of a record tells besides, or in other words than, its steps, actions and points in time. */
export interface TimelineDeclaration {
  readonly events?: Readonly<Record<string, TimelineEvent>>;
  readonly dates?: Readonly<Record<string, TimelineDate>>;
  readonly parts?: Readonly<Record<string, TimelinePart>>;
}
