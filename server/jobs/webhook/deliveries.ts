import { type SqlBool, sql } from 'kysely';
import type { EntityRows } from '../../../contract/index.ts';
import type { Context } from '../../core/context.ts';
import type { SqlExecutor } from '../../db/connection.ts';
import { decryptField } from '../../db/write/encryptedColumns.ts';
import { patch, updateUnversioned } from '../../db/write/store.ts';
import { testEvent } from '../../domain/webhook/webhook.ts';
import type { WebhookAnswer } from '../../gateways/webhook/sendWebhook.ts';
import { nextDelay } from '../../gateways/webhook/webhookSchedule.ts';

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
/** A webhook that has failed for as long is switched off, in ms. */
const patienceMs = 5 * 24 * 60 * 60 * 1000;

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

/** The secrets that sign a delivery: during a rotation the new and the old one. */
export const secretsOf = (secrets: Context['secrets'], claimed: ClaimedDelivery): string[] =>
  (['current_secret', 'previous_secret'] as const).flatMap((field) => {
    const row = { ...claimed, id: claimed.webhook_id };
    return claimed[field] === null ? [] : [decryptField(secrets, { name: 'webhook' }, field, row) ?? ''];
  });

type Webhook = EntityRows['webhook'];

/** Saves that the receiver works, or since when it does not; one that is gone or keeps failing is switched off. */
async function noteReceiver(context: Context, row: Webhook, answer: WebhookAnswer): Promise<void> {
  const { trx, now, contract } = context;
  const entity = contract.entity('webhook');
  if (answer.ok) {
    if (row.failing_since) await updateUnversioned(trx, entity, row.id, { failing_since: null });
    return;
  }
  const since = row.failing_since ?? now;
  if (!row.failing_since) await updateUnversioned(trx, entity, row.id, { failing_since: now });
  const isOver = now.getTime() - since.getTime() >= patienceMs;
  if (row.state !== 1 || (answer.status !== 410 && !isOver)) return;
  const off_reason = answer.status === 410 ? 'gone' : 'failing';
  await patch(context, 'webhook', row, { state: 9, off_reason, switched_off_at: now }, { action: 'switch_off' });
}

/** The state of a delivery after a try, and when the next one is. */
function stateAfter(answer: WebhookAnswer, tries: number, now: Date) {
  if (answer.ok) return { state: 1, next_at: null, delivered_at: now } as const;
  const delay = answer.status === 410 ? undefined : nextDelay(tries, answer.retryAfter);
  if (delay === undefined) return { state: 9, next_at: null } as const;
  return { state: 2, next_at: new Date(now.getTime() + delay) } as const;
}

/**
 * Saves what came of a try. Nothing is saved where the delivery was sent again meanwhile, or its lease is over and
 * another process has it.
 */
export async function completeDelivery(
  context: Context,
  { id, webhook_id, tries }: ClaimedDelivery,
  answer: WebhookAnswer,
): Promise<void> {
  const { trx, now } = context;
  const isMine = sql<SqlBool>`id = ${id} and tries = ${tries} and leased_until is not null`;
  const { rows } = await sql<{ id: number; type: string }>`select * from webhook_delivery where ${isMine}
    for no key update`.execute(trx);
  const [row] = rows;
  if (!row) return;
  const result = {
    status: answer.status ?? null,
    error: answer.error ?? null,
    answer: answer.answer ?? null,
    headers: answer.headers,
    milliseconds: answer.milliseconds,
  };
  const state = stateAfter(answer, tries, now);
  await patch(context, 'webhook_delivery', row, { ...result, ...state, tried_at: now, leased_until: null });
  if (row.type === testEvent) return;
  const found = await sql<Webhook>`select * from webhook where id = ${webhook_id} for no key update`.execute(trx);
  if (found.rows[0]) await noteReceiver(context, found.rows[0], answer);
}

/** For how many days deliveries are kept. */
const keptDays = 30;

/**
 * Deletes the oldest deliveries, at most 2,000.
 * @returns true if there may be more
 */
export async function purgeDeliveries({ trx, now }: Context): Promise<boolean> {
  const most = 2_000;
  const { rows } = await sql`delete from webhook_delivery where id = any (array(
      select id from webhook_delivery where created_at < ${now}::timestamptz - ${sql.lit(keptDays)} * interval '1 day'
      order by id limit ${sql.lit(most)})) returning 1`.execute(trx);
  return rows.length === most;
}
