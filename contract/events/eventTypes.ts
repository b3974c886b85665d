import { isRestorable } from '../access/retention.ts';
import { scopeWord } from '../access/scopeWord.ts';
import { memoize } from '../lib/memoize.ts';
import { capitalized, type Label } from '../messages/label.ts';
import { namedActions } from '../schema/action.ts';
import type { Contract, Entity } from '../schema/entity.ts';
import { entitySteps } from '../schema/lifecycle.ts';
import { pastTense } from './pastTense.ts';

/**
 * Events: what a webhook can be sent of a record (issue 34). Every declared entity has them: `order.created`,
 * `order.confirmed`. They follow from its operations, steps, actions, notices by the clock, and its own `events`.
 */

/** Entities whose records are nobody's business outside: what a user sees and keeps alone, the audit, and webhooks. */
const withoutEvents: readonly string[] = [
  'session',
  'user_oauth',
  'saved_view',
  'notification',
  'audit',
  'webhook',
  'webhook_delivery',
];

/** The event of a test, which no record causes and every webhook gets. */
export const testEvent = 'webhook.test';

/** An event that a webhook can subscribe to. */
export interface EventType {
  /** Such as `order.confirmed`. */
  readonly type: string;
  readonly label: Label;
  readonly entity: Entity;
}

const recordOperations = {
  create: { en: 'Created', zh: '已新建' },
  update: { en: 'Changed', zh: '已修改' },
  remove: { en: 'Deleted', zh: '已删除' },
  restore: { en: 'Restored', zh: '已恢复' },
} as const satisfies Record<string, Label>;

/** True if webhooks are sent the records of the entity; comments and files follow the entity that they belong to. */
export const hasEvents = ({ name, addedBy = name }: Pick<Entity, 'name' | 'addedBy'>): boolean =>
  !withoutEvents.includes(addedBy);

/** The product's word for an entity in events. */
const eventWord = (entity: Entity): string => (entity.name === 'service_token' ? 'token' : scopeWord(entity));

/** The operations of an entity that can change a record by themselves; a step or an action may always do so. */
function operationsOf(entity: Entity): [name: string, label: Label][] {
  const names = (Object.keys(recordOperations) as (keyof typeof recordOperations)[]).filter(
    (name) => name !== 'restore' || isRestorable(entity),
  );
  return names.map((name) => [name, recordOperations[name]]);
}

/** The events of the operations that every entity has. */
export const recordEventTypes = (entity: Entity): string[] =>
  operationsOf(entity).map(([name]) => `${eventWord(entity)}.${pastTense(name)}`);

/** Every event of an entity by the name of the operation that causes it. */
const eventsByOperation = memoize((entity: Entity): ReadonlyMap<string, EventType> => {
  const word = eventWord(entity);
  const found = new Map<string, EventType>();
  const add = (operation: string, label: Label, type = `${word}.${pastTense(operation)}`) =>
    found.set(operation, { type, label, entity });
  if (!hasEvents(entity)) return found;
  for (const [name, label] of operationsOf(entity)) add(name, label);
  for (const { name, label, done = label, event } of [...entitySteps(entity), ...namedActions(entity)])
    add(name, capitalized(done), event);
  for (const [name, notice] of Object.entries(entity.notices ?? {}))
    if (notice.schedule) add(name, { en: 'Reminder', zh: '提醒' }, `${word}.${name}`);
  for (const [name, { label, type }] of Object.entries(entity.events ?? {})) add(name, label, type);
  return found;
});

/** The events of an entity, each type once. */
export const eventTypesOf = (entity: Entity): EventType[] => [
  ...new Map([...eventsByOperation(entity).values()].map((event) => [event.type, event])).values(),
];

/** All events of the contract, in the order of the registry. */
export const allEventTypes = memoize((contract: Contract): readonly EventType[] =>
  contract.entities.flatMap(eventTypesOf),
);

/**
 * The event of an operation on a record.
 * @param operation the name under which the write is audited, or its own name for events
 * @param change what the write was, for an operation without an event of its own
 */
export function eventOf(
  entity: Entity,
  operation: string | null,
  change: 'create' | 'update' | 'remove',
): EventType | undefined {
  const events = eventsByOperation(entity);
  return events.get(operation ?? change) ?? events.get(change);
}

/** True if a webhook with these patterns (`order.confirmed`, `order.*`, `*`) hears of the event. */
export const coversEvent = (patterns: readonly string[], type: string): boolean =>
  patterns.some((one) => one === '*' || one === type || (one.endsWith('.*') && type.startsWith(one.slice(0, -1))));

/** The patterns of a list that match no event of the contract. */
export const unknownEvents = (contract: Contract, patterns: readonly string[]): string[] =>
  patterns.filter((pattern) => !allEventTypes(contract).some(({ type }) => coversEvent([pattern], type)));
