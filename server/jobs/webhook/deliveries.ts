import { type SqlBool, sql } from 'kysely';
import type { switchOffActions } from '../../../contract/choices/webhook.ts';
import { testEvent } from '../../../contract/events/eventTypes.ts';
import type { EntityRows } from '../../../contract/index.ts';
import type { Context } from '../../core/context.ts';
import { storedLonger } from '../../core/setting/retention.ts';
import { decryptField } from '../../db/write/encryptedColumns.ts';
import { purge } from '../../db/write/purge.ts';
import { patch, updateUnversioned } from '../../db/write/store.ts';
import type { ClaimedDelivery } from '../../db/write/webhookQueue.ts';
import type { WebhookAnswer } from '../../gateways/webhook/sendWebhook.ts';
import { nextDelay } from '../../gateways/webhook/webhookSchedule.ts';

/** A webhook that has failed for as long is switched off, in ms. */
const patienceMs = 5 * 24 * 60 * 60 * 1000;

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
  const action = `switch_off_${off_reason}` satisfies keyof typeof switchOffActions;
  await patch(context, 'webhook', row, { state: 9, off_reason, switched_off_at: now }, { action });
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
    failure: answer.error ?? null,
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

/**
 * Deletes the oldest deliveries, at most 2,000.
 * @returns true if there may be more
 */
export async function purgeDeliveries(context: Context): Promise<boolean> {
  const most = 2_000;
  const over = storedLonger('delivery_days', context.now, context.settings.retention.delivery_days);
  return (await purge(context, 'webhook_delivery', over, most)) === most;
}
