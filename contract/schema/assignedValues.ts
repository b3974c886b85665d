import type { Me, Scalar } from './access.ts';
import type { Now } from './now.ts';

/** What a step or an action sets besides its input, by field: a value, something of who takes it, or the time of it. */
export type Sets = Readonly<Record<string, Scalar | Me | Now>>;

/** Is it a value of its own, whoever takes the step and whenever? */
export const isFixed = (value: Sets[string]): value is Scalar => value === null || typeof value !== 'object';

/** What a field of the record holds that the step was taken with. */
export interface Its {
  readonly its: string;
}
/** `{ ticket_id: its('id'), body: its('resolution') }`: a value of the record, as it is after the step. */
export const its = (field: string): Its => ({ its: field });

/** The records of other entities that a step or an action makes: by entity the values of one, by field. */
export type Makes = Readonly<Record<string, Readonly<Record<string, Sets[string] | Its>>>>;

/** Is it a value of the record that the step was taken with? */
export const isIts = (value: Makes[string][string]): value is Its =>
  typeof value === 'object' && value !== null && 'its' in value;
