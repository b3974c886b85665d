import type { Label } from '../messages/label.ts';
import type { Role } from './access.ts';

/** A filter of a list: its parameters without `filter_`; several values of one as a list. */
export type Narrowing = Readonly<Record<string, number | string | boolean | readonly (number | string)[]>>;

/** A queue of records that wait for a role: which records, for whom, and the steps that process them. */
export interface QueueDeclaration {
  readonly label: Label;
  readonly roles: readonly Role[];
  /** Position among all queues of a role, ascending. */
  readonly order: number;
  /** Filter of the list that selects the waiting records. */
  readonly only: Narrowing;
  /** A point in time that the list can be sorted by; the earliest comes first. */
  readonly since: string;
  /** Fields shown in a line besides the record's title and that time. */
  readonly shows: readonly string[];
  /** Steps and actions offered in a line; the first is the main one. */
  readonly steps?: readonly string[];
}

export type QueueDeclarations = Readonly<Record<string, QueueDeclaration>>;

/** A queue with its name and the name of its entity. */
export interface NamedQueue extends QueueDeclaration {
  readonly name: string;
  readonly entity: string;
}

interface WithQueue {
  readonly name: string;
  readonly queue?: QueueDeclarations;
}

/** The queues of a role, in display order. */
export const queuesFor = (entities: readonly WithQueue[], role: Role): NamedQueue[] =>
  entities
    .flatMap(({ name: entity, queue = {} }) =>
      Object.entries(queue).map(([name, one]): NamedQueue => ({ ...one, name, entity })),
    )
    .filter(({ roles }) => roles.includes(role))
    .sort((one, other) => one.order - other.order);
