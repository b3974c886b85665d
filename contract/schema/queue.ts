import type { Label } from '../messages/label.ts';
import type { Role } from './access.ts';

/** What a list is narrowed to: its parameters without `filter_`, several values of one as a list. */
export type Narrowing = Readonly<Record<string, number | string | boolean | readonly (number | string)[]>>;

/** Records that wait for somebody: which of them, for whom, and what is done with one. */
export interface QueueDeclaration {
  readonly label: Label;
  readonly roles: readonly Role[];
  /** Small numbers stand first among all that waits for a role. */
  readonly order: number;
  /** Which records wait: what their list is narrowed to. */
  readonly only: Narrowing;
  /** A point in time of the record that a list can be sorted by: the earliest stands first. */
  readonly since: string;
  /** What a line says of a record besides its title and that time. */
  readonly shows: readonly string[];
  /** Steps and actions that stand in the line, the first of them as its main one. */
  readonly steps?: readonly string[];
}

export type QueueDeclarations = Readonly<Record<string, QueueDeclaration>>;

/** A queue with its name and that of its entity. */
export interface NamedQueue extends QueueDeclaration {
  readonly name: string;
  readonly entity: string;
}

interface WithQueue {
  readonly name: string;
  readonly queue?: QueueDeclarations;
}

/** What waits for a role, in the order in which it stands. */
export const queuesFor = (entities: readonly WithQueue[], role: Role): NamedQueue[] =>
  entities
    .flatMap(({ name: entity, queue = {} }) =>
      Object.entries(queue).map(([name, one]): NamedQueue => ({ ...one, name, entity })),
    )
    .filter(({ roles }) => roles.includes(role))
    .sort((one, other) => one.order - other.order);
