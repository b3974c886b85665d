import { sql } from 'kysely';
import { coversEvent, type EventType, eventOf } from '../../../contract/events/eventTypes.ts';
import { type Role, roleIds } from '../../../contract/schema/access.ts';
import type { Caller, Context } from '../../core/context.ts';
import { tryAdvisoryLock } from '../../db/maintenance/advisoryLock.ts';
import { insertAll } from '../../db/write/store.ts';
import { mayHear, newEventId } from '../../domain/webhook/webhook.ts';
import { readableChanges, recordAtEvent } from '../../resource/read/eventRecord.ts';

/** An event as the transaction that changed the record wrote it. */
interface RecordEvent {
  readonly id: string;
  readonly created_at: Date;
  readonly entity: string;
  readonly record_id: number;
  readonly action: 'create' | 'update' | 'remove';
  readonly operation: string;
  readonly changed: readonly string[] | null;
  readonly record: Record<string, unknown>;
}

/** A webhook that is on, with the user by whose rights it hears. */
interface Listener {
  readonly id: number;
  readonly created_at: Date;
  readonly events: readonly string[];
  readonly role: Role;
  readonly enterprise_id: number | null;
  readonly user_id: number | null;
}

/** The largest body of a delivery, in bytes (issue 34). */
const mostBytes = 20_000;

const takeEvents = (limit: number) => sql<RecordEvent>`delete from record_event where id in (
    select id from record_event order by id limit ${sql.lit(limit)})
  returning id::text, created_at, entity, record_id, action, operation, changed, record`;

/** The rules for an enterprise are those of its own user; else those of whoever made the webhook. */
const listeners = sql<Listener>`select w.id, w.created_at, w.events, w.role, w.enterprise_id,
    case when w.enterprise_id is null then w.created_by_id else (
      select u.id from users u where u.enterprise_id = w.enterprise_id and u.role_id = ${sql.lit(roleIds.Enterprise)} and u.kind = 'person'
        and u.deleted_at is null order by u.id limit 1) end as user_id
  from webhook w where w.state = 1 and w.deleted_at is null order by w.id`;

const callerOfListener = ({ role, enterprise_id, user_id }: Listener): Caller => ({
  id: user_id ?? 0,
  role,
  name: '',
  enterprise_id,
  parent_id: null,
  tags: 0,
  behalf_id: null,
  session_id: 0,
  must_change_password: false,
  must_enrol: false,
});

/** The body of an event for one reader; undefined if the reader may not see the record. */
async function bodyFor(
  context: Context,
  { created_at, changed, record }: RecordEvent,
  { type, entity }: EventType,
  caller: Caller,
): Promise<string | undefined> {
  const answer = await recordAtEvent(context, entity, caller, record);
  if (!answer) return undefined;
  const names = readableChanges(entity, caller.role, changed ?? []);
  const about = { type, timestamp: created_at.toISOString() };
  const whole = JSON.stringify({ ...about, data: { ...answer, changed: names } });
  if (Buffer.byteLength(whole) <= mostBytes) return whole;
  const { id, version } = answer;
  return JSON.stringify({ ...about, data: { id, version, changed: names, is_shortened: true } });
}

/** The deliveries of one event, to the webhooks whose owners may see the record. */
async function deliveriesOf(context: Context, event: RecordEvent, all: readonly Listener[]) {
  const entity = context.contract.byName.get(event.entity);
  const meant = entity && eventOf(entity, event.operation, event.action);
  if (!meant) return [];
  const bodies = new Map<string, string | undefined>();
  const event_id = newEventId();
  const deliveries = [];
  for (const listener of all) {
    if (!coversEvent(listener.events, meant.type) || !mayHear(listener.role, meant)) continue;
    if (listener.created_at > event.created_at) continue;
    const caller = callerOfListener(listener);
    const reader = `${caller.role} ${caller.id} ${caller.enterprise_id}`;
    if (!bodies.has(reader)) bodies.set(reader, await bodyFor(context, event, meant, caller));
    const body = bodies.get(reader);
    if (body === undefined) continue;
    const { entity: name, record_id } = event;
    const about = { type: meant.type, event_id, entity: name, record_id, body };
    deliveries.push({ webhook_id: listener.id, next_at: context.now, ...about });
  }
  return deliveries;
}

/**
 * Turns the oldest events into deliveries, in their order. One process does so at a time.
 * @param limit how many events at most
 * @returns how many events it took
 */
export async function publishEvents(context: Context, limit: number): Promise<number> {
  if (!(await tryAdvisoryLock(context.trx, 'webhook events'))) return 0;
  const { rows } = await takeEvents(limit).execute(context.trx);
  if (rows.length === 0) return 0;
  const { rows: all } = await listeners.execute(context.trx);
  const inOrder = [...rows].sort((one, other) => Number(BigInt(one.id) - BigInt(other.id)));
  const deliveries = [];
  for (const event of inOrder) deliveries.push(...(await deliveriesOf(context, event, all)));
  await insertAll(context, 'webhook_delivery', deliveries);
  return rows.length;
}

/** Takes the oldest event without telling anybody of it: it cannot be put into words, and would block the others. */
export async function dropEvent(context: Context): Promise<RecordEvent | undefined> {
  return (await takeEvents(1).execute(context.trx)).rows[0];
}
