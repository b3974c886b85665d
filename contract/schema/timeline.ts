import type { Label } from '../messages/label.ts';
import type { Condition, Role } from './access.ts';
import type { Choice } from './field/options.ts';

export type Tone = NonNullable<Choice['tone']>;

/** How the timeline shows an audited operation on a record. */
export interface TimelineEvent {
  /** Text; by default the label of the step or action of this name. */
  readonly label?: Label;
  readonly tone?: Tone;
  /** Names of the operation in the audit; by default the event's own name. */
  readonly of?: readonly string[];
  /** Shows only failed attempts. */
  readonly failed?: true;
  /** The field with the time of the event, used if no audit entry has it. */
  readonly at?: string;
  /** The field with the comment of the event. */
  readonly comment?: string;
}

/**
 * A point in time of the record, past or future, that the timeline shows. One with the name of an event
 * replaces that event, with its text and tone, where the audit has no entry of it.
 */
export interface TimelineDate {
  readonly at: string;
  /** Shown only if the record meets this condition. */
  readonly when?: Condition;
  /** Text; by default the label of the field. */
  readonly label?: Label;
  readonly tone?: Tone;
  readonly comment?: string;
}

/** Includes the timelines of other records in this one. */
export interface TimelinePart {
  readonly entity: string;
  /** The field of those records that refers to this record: a reference or a set of references. */
  readonly by: string;
  /** Included only if this record meets the condition. */
  readonly when?: Condition;
  /** The field that identifies the other record in an entry: a text of it, or of a record that it embeds. */
  readonly names?: string;
  /** The quantity that an entry shows. */
  readonly counts?: string;
  /** Names of the entries to include; by default all entries of their own timelines. */
  readonly only?: readonly string[];
  /** Dates to show in place of their own timelines. */
  readonly dates?: Readonly<Record<string, TimelineDate>>;
  /** Roles that see these entries; by default those that may list the records, within their scope. */
  readonly roles?: readonly Role[];
}

/** Entries of a record's timeline that differ from, or add to, its steps, actions and points in time. */
export interface TimelineDeclaration {
  readonly events?: Readonly<Record<string, TimelineEvent>>;
  readonly dates?: Readonly<Record<string, TimelineDate>>;
  readonly parts?: Readonly<Record<string, TimelinePart>>;
}
