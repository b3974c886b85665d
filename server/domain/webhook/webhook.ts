import { randomBytes, randomUUID } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import { covers, scopeOf } from '../../../contract/access/scopes.ts';
import {
  allEventTypes,
  coversEvent,
  type EventType,
  testEvent,
  unknownEvents,
} from '../../../contract/events/eventTypes.ts';
import type { EntityRows } from '../../../contract/index.ts';
import { message } from '../../../contract/messages/message.ts';
import { isRole } from '../../../contract/roles/index.ts';
import { mayReadRecords, type Role } from '../../../contract/schema/access.ts';
import { AppError } from '../../core/appError.ts';
import { type Context, callerOf } from '../../core/context.ts';
import type { EntityRules, FieldValues, Reader } from '../../core/rules.ts';
import { decryptField } from '../../db/write/encryptedColumns.ts';
import { insert, patch, patchAll } from '../../db/write/store.ts';
import { refuseWhileActing } from '../serviceAccount/serviceAccount.ts';

type Webhook = EntityRows['webhook'];

/** After a rotation, deliveries are signed with the old secret as well for this time, in ms. */
const overlapMs = 24 * 60 * 60 * 1000;

/** A new secret in the form of Standard Webhooks 1.0.0: `whsec_` and 32 random bytes in base64. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** What a new webhook needs before its transaction: its secret. */
export const prepareWebhook = () => ({ webhookSecret: newWebhookSecret() });

/** The message ID of a new event (`webhook-id`). */
export const newEventId = (): string => `msg_${randomUUID().replaceAll('-', '')}`;

/** The records of an event can be read by the role. */
export const mayHear = (role: Role, { entity }: EventType): boolean => mayReadRecords(entity.access, role);

/**
 * Refuses events that do not exist, or whose records the caller may not read: nobody hears more than they see. A `*`
 * covers whatever can be heard.
 */
function checkEvents(context: Context, role: Role, patterns: readonly string[]): void {
  const { contract } = context;
  if (patterns.length === 0) throw AppError.invalid({ events: [message('required')] });
  const [unknown] = unknownEvents(contract, patterns);
  if (unknown !== undefined) throw AppError.unprocessable('event_unknown', { event: unknown }, 'events');
  const { token } = callerOf(context);
  const isOpen = ({ entity }: EventType) => {
    const scope = scopeOf(entity, 'read');
    return token === undefined || (scope !== undefined && covers(token.scopes, scope));
  };
  for (const pattern of patterns) {
    const meant = allEventTypes(contract).filter(({ type }) => coversEvent([pattern], type));
    const heard = meant.filter((event) => mayHear(role, event));
    if (heard.length === 0) throw AppError.unprocessable('event_unreadable', { event: pattern }, 'events');
    // A token hears nothing that it could not read.
    if (!heard.every(isOpen)) throw AppError.unprocessable('event_unreadable', { event: pattern }, 'events');
  }
}

function checkUrl({ settings }: Context, url: string): void {
  const mistake = settings.webhookUrlMistake(url);
  if (mistake)
    throw AppError.unprocessable(`webhook_url_${mistake === 'too_long' ? 'invalid' : mistake}`, undefined, 'url');
}

/** Refuses a second webhook of one owner with the same address: its receiver would hear everything twice. */
async function checkDuplicate(context: Context, row: Pick<Webhook, 'url' | 'enterprise_id'>, id = 0): Promise<void> {
  const url = new URL(row.url).href;
  const others = await context.trx
    .selectFrom('webhook')
    .select(['id', 'url'])
    .where('deleted_at', 'is', null)
    .where('id', '<>', id)
    .where(sql<SqlBool>`enterprise_id is not distinct from ${row.enterprise_id}`)
    .execute();
  if (others.some((other) => new URL(other.url).href === url))
    throw AppError.unprocessable('webhook_url_in_use', undefined, 'url');
}

/** The role whose rights decide what a new webhook hears, and the enterprise that it belongs to, if any. */
function ownerOfNew(context: Context, values: FieldValues): { role: Role; enterprise_id: number | null } {
  const caller = callerOf(context);
  const given = isRole(caller.role, 'Enterprise') ? caller.enterprise_id : values['enterprise_id'];
  const enterprise_id = (given ?? null) as number | null;
  return { role: enterprise_id === null ? caller.role : 'Enterprise', enterprise_id };
}

const withoutDuplicates = (events: unknown): string[] => [...new Set(events as readonly string[])];

/** The secret of a new webhook, if the record is answered to whoever made it. */
function shownSecret(row: Pick<Webhook, 'id' | 'current_secret'>, { prepared, secrets }: Reader): string | null {
  const made = prepared?.webhookSecret;
  if (made === undefined) return null;
  return decryptField(secrets, { name: 'webhook' }, 'current_secret', row) === made ? made : null;
}

function preparedSecret({ prepared }: Context): string {
  if (prepared?.webhookSecret === undefined) throw new Error('the secret must be made before the transaction');
  return prepared.webhookSecret;
}

/** Writes a test event, which is delivered whether the webhook is on or not. */
async function queueTest(context: Context, row: Webhook): Promise<FieldValues> {
  const data = { webhook_id: row.id, name: row.name };
  const body = JSON.stringify({ type: testEvent, timestamp: context.now.toISOString(), data });
  await insert(context, 'webhook_delivery', {
    webhook_id: row.id,
    type: testEvent,
    event_id: newEventId(),
    next_at: context.now,
    body,
  });
  return {};
}

/** The columns of a delivery that is sent again: with the same id, at once, as often as a new one. */
const againFrom = (now: Date) => ({
  state: 0 as const,
  tries: 0,
  next_at: now,
  leased_until: null,
  delivered_at: null,
  status: null,
  failure: null,
});

/** Refuses to send again what would wait for as long as the webhook is off. */
function checkOn(isOn: boolean): void {
  if (!isOn) throw AppError.unprocessable('webhook_off');
}

async function replayRange(context: Context, row: Webhook, input: FieldValues): Promise<FieldValues> {
  const { since, until, failed_only } = input as { since: Date; until?: Date | null; failed_only?: boolean };
  checkOn(row.state === 1);
  const end = until ?? context.now;
  if (end < since) throw AppError.unprocessable('range_reversed', undefined, 'until');
  const which = failed_only === false ? sql`state in (1, 9)` : sql`state = 9`;
  const meant = sql<SqlBool>`webhook_id = ${row.id} and ${which} and created_at between ${since} and ${end}`;
  await patchAll(context, 'webhook_delivery', meant, againFrom(context.now));
  return {};
}

export const webhook: EntityRules<'webhook'> = {
  prepare: async () => prepareWebhook(),
  async beforeCreate(context, values) {
    refuseWhileActing(context);
    const { role, enterprise_id } = ownerOfNew(context, values);
    const events = withoutDuplicates(values['events']);
    checkEvents(context, role, events);
    checkUrl(context, values['url'] as string);
    await checkDuplicate(context, { url: values['url'] as string, enterprise_id });
    return { ...values, events, role, enterprise_id, current_secret: preparedSecret(context) };
  },
  async beforeUpdate(context, row, values) {
    refuseWhileActing(context);
    const { url, events } = values as { url?: string; events?: string[] };
    if (events !== undefined) checkEvents(context, row.role as Role, events);
    if (url !== undefined) checkUrl(context, url);
    if (url !== undefined) await checkDuplicate(context, { url, enterprise_id: row.enterprise_id }, row.id);
    return events === undefined ? values : { ...values, events: withoutDuplicates(events) };
  },
  async beforeRemove(context) {
    refuseWhileActing(context);
  },
  actions: {
    test: queueTest,
    replay: replayRange,
  },
  computed: {
    secret: { from: ['current_secret'], value: shownSecret },
  },
};

export const webhookDelivery: EntityRules<'webhook_delivery'> = {
  actions: {
    async replay({ now, trx }, { webhook_id, type }) {
      const found = await trx
        .selectFrom('webhook')
        .select('state')
        .where('id', '=', webhook_id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      checkOn(found !== undefined && (found.state === 1 || type === testEvent));
      return againFrom(now);
    },
  },
};

/**
 * Gives a webhook a new secret. For 24 hours both sign, so that the receiver can change to the new one.
 * @param row the locked webhook
 */
export async function rotateWebhook(context: Context, row: Webhook): Promise<void> {
  refuseWhileActing(context);
  const previous = decryptField(context.secrets, { name: 'webhook' }, 'current_secret', row);
  const values = {
    current_secret: preparedSecret(context),
    previous_secret: previous,
    previous_until: new Date(context.now.getTime() + overlapMs),
  };
  await patch(context, 'webhook', row, values, { action: 'rotate_webhook', after: {} });
}
