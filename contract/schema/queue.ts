import { type CallerValue, type ConditionCaller, callerProperty, isCallerValue } from '../conditions/condition.ts';
import type { Label } from '../messages/label.ts';
import type { Role } from './access.ts';

type FilterValue = number | string | boolean | readonly (number | string)[];

/** A filter of a list for one reader: its parameters without `filter_`; several values of one as a list. */
export type ReaderFilter = Readonly<Record<string, FilterValue>>;

/** A declared filter of a list. `{ assignee_id: me('id') }` are the records of the reader. */
export type Narrowing = Readonly<Record<string, FilterValue | CallerValue>>;

/** The id of no record, for a property that the reader does not have. */
const nobody = 0;

/** A declared filter for one reader. */
export const narrowingFor = (only: Narrowing, reader: ConditionCaller | undefined): ReaderFilter =>
  Object.fromEntries(
    Object.entries(only).map(([name, value]) => [
      name,
      isCallerValue(value) ? (callerProperty(reader, value.me) ?? nobody) : value,
    ]),
  );

/** A queue of records that wait for a role: which records, for whom, and the steps that process them. */
export interface QueueDeclaration {
  readonly label: Label;
  readonly roles: readonly Role[];
  /** Position among all queues of a role, ascending. */
  readonly order: number;
  /** Filter of the list that selects the waiting records. */
  readonly only: Narrowing;
  /** A point in time or a day that the list can be sorted by; the earliest comes first. */
  readonly since: string;
  /** Fields shown in a line besides the record's title and that time. */
  readonly shows: readonly string[];
  /** Steps and actions offered in a line; the first is the main one. */
  readonly steps?: readonly string[];
}

export type QueueDeclarations = Readonly<Record<string, QueueDeclaration>>;

/** A queue with its name and the name of its entity, for one reader. */
export interface NamedQueue extends Omit<QueueDeclaration, 'only'> {
  readonly only: ReaderFilter;
  readonly name: string;
  readonly entity: string;
}

interface WithQueue {
  readonly name: string;
  readonly queue?: QueueDeclarations;
}

/** The queues of a reader with the role, in display order. */
export const queuesFor = (
  entities: readonly WithQueue[],
  role: Role,
  reader: ConditionCaller | undefined,
): NamedQueue[] =>
  entities
    .flatMap(({ name: entity, queue = {} }) =>
      Object.entries(queue).map(
        ([name, one]): NamedQueue => ({ ...one, only: narrowingFor(one.only, reader), name, entity }),
      ),
    )
    .filter(({ roles }) => roles.includes(role))
    .sort((one, other) => one.order - other.order);
