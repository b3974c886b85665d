import { testEvent } from '../../../contract/events/eventTypes.ts';
import type { SqlExecutor } from '../connection.ts';

/** The queue of webhooks: the deliveries that are due. All times are those of the database. */

/** A delivery that this process sends now. */
export interface ClaimedDelivery {
  readonly id: number;
  readonly webhook_id: number;
  /** Counted up by the claim: what another claim or a replay has changed meanwhile is not overwritten. */
  readonly tries: number;
  readonly event_id: string;
  readonly body: string;
  readonly url: string;
  readonly signature: 'v1' | 'v1a';
  readonly current_secret: string;
  readonly previous_secret: string | null;
}

/** Longer than an exchange may take (server/gateways/webhook): what a killed process was sending is free after it. */
const leaseSeconds = 30;
const isOpen = 'd.state in (0, 2) and d.deleted_at is null';

const statements = {
  isDue: `select exists (select from record_event) as events,
    exists (select from webhook_delivery d where ${isOpen} and d.next_at <= now()) as due`,
  // A delivery waits for the earlier ones of its record, until each of those has been tried once.
  claim: `with due as (
      select one.id from webhook w cross join lateral (
        select d.id, d.next_at from webhook_delivery d
        where d.webhook_id = w.id and ${isOpen} and d.next_at <= now()
          and (d.leased_until is null or d.leased_until < now())
          and (w.state = 1 or d.type = '${testEvent}')
          and not exists (select from webhook_delivery e where e.webhook_id = w.id and e.state = 0 and e.deleted_at is null
            and e.entity = d.entity and e.record_id = d.record_id and e.id < d.id)
        order by d.next_at, d.id
        limit greatest(0, $2 - coalesce(($3::jsonb ->> w.id::text)::int, 0))) as one
      where w.deleted_at is null order by one.next_at, one.id limit $1),
    free as (select id from webhook_delivery where id in (select id from due) and (leased_until is null or leased_until < now())
      for update skip locked)
    update webhook_delivery d set tries = d.tries + 1, leased_until = now() + interval '${leaseSeconds} seconds'
    from free, webhook w where d.id = free.id and w.id = d.webhook_id
    returning d.id, d.webhook_id, d.tries, d.event_id, d.body, w.url, w.signature, w.current_secret,
      case when w.previous_until > now() then w.previous_secret end as previous_secret`,
  freeAll: 'update webhook_delivery set leased_until = null, tries = tries - 1 where leased_until is not null',
};

/** True if there are events to put into deliveries, and deliveries to send. */
export async function waitingWork(database: SqlExecutor): Promise<{ events: boolean; due: boolean }> {
  const { rows } = await database.executeSql(statements.isDue);
  return rows[0] as { events: boolean; due: boolean };
}

/**
 * Claims due deliveries for one lease.
 * @param most the limit
 * @param each the limit for one webhook, with what this process is already sending to it
 */
export async function claimDeliveries(
  database: SqlExecutor,
  most: number,
  each: number,
  sending: Readonly<Record<string, number>>,
): Promise<ClaimedDelivery[]> {
  return (await database.executeSql(statements.claim, [most, each, JSON.stringify(sending)])).rows as never;
}

/** Frees every delivery, at the start of the only process. */
export async function freeDeliveries(database: SqlExecutor): Promise<void> {
  await database.executeSql(statements.freeAll);
}
