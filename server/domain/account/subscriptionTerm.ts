import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { EntityRows } from '../../../contract/index.ts';
import { nextTermEnd } from '../../../contract/lib/calendar.ts';
import { type Context, zoneOf } from '../../core/context.ts';
import type { EntityRules, FieldValues } from '../../core/rules.ts';
import { auditAll } from '../../db/write/audit.ts';
import { insert, patchAll } from '../../db/write/store.ts';

type Subscription = EntityRows['subscription'];

/** Saves a pending subscription of the public form; a signed-in customer subscribes for their enterprise (B26). */
export async function createSubscription(context: Context, values: FieldValues): Promise<string> {
  const next = await sql<{ number: number }>`select nextval('subscription_code')::int as number`.execute(context.trx);
  const code = `SUB${context.now.toISOString().slice(0, 10).replaceAll('-', '')}${String(next.rows[0]?.number ?? 0).padStart(5, '0')}`;
  const whole = { ...values, code, enterprise_id: context.caller?.enterprise_id ?? null } as Partial<Subscription>;
  await insert(context, 'subscription', whole, { action: 'subscribe', after: values });
  return code;
}

/** The most subscriptions that end in one transaction. */
const portion = 500;

type Ending = Pick<Subscription, 'id' | 'period_start_at' | 'period_end_at' | 'anchored_at' | 'time_zone'>;

/** The end of the next term, by the calendar of the zone in which the subscription was activated. */
function nextEnd({ settings }: Context, { period_start_at, period_end_at, anchored_at, time_zone }: Ending): Date {
  const [start, end] = [period_start_at as Date, period_end_at as Date];
  const zones = [...new Set([time_zone ?? settings.timeZone, settings.timeZone, 'UTC'])];
  return nextTermEnd({ start, end, anchor: anchored_at ?? start }, zones);
}

/** Renews the subscriptions that meet the condition, at most one portion, in two statements. */
async function renewSubscriptions(context: Context, which: RawBuilder<SqlBool>): Promise<number[]> {
  const { rows } = await sql<Ending>`select id, period_start_at, period_end_at, anchored_at, time_zone from subscription
    where deleted_at is null and ${which} order by id limit ${sql.lit(portion)} for no key update`.execute(context.trx);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const ends = rows.map((one) => nextEnd(context, one).toISOString());
  const next = {
    anchored_at: sql`coalesce(anchored_at, period_start_at)`,
    period_start_at: sql`period_end_at`,
    period_end_at: sql`(${ends}::timestamptz[])[array_position(${ids}::int[], subscription.id)]`,
  };
  return patchAll(context, 'subscription', sql<SqlBool>`id = any (${ids}::int[])`, next, 'renew_term');
}

/**
 * A subscription that ends is renewed for the same period, or expires.
 * @returns true if more may wait
 */
export async function endSubscriptions(context: Context): Promise<boolean> {
  const over = (which: RawBuilder<SqlBool>) =>
    sql<SqlBool>`status = 1 and period_end_at <= ${context.now} and ${which}`;
  const renewed = await renewSubscriptions(context, over(sql`auto_renew`));
  const ended = over(sql`not auto_renew`);
  const expired = await patchAll(
    context,
    'subscription',
    sql<SqlBool>`${ended} and id = any (array(
      select id from subscription where deleted_at is null and ${ended} limit ${sql.lit(portion)}))`,
    { status: 9 },
    'expire',
  );
  await auditAll(context, [
    ...renewed.map((id) => ({ action: 'renew', entity: 'subscription', id })),
    ...expired.map((id) => ({ action: 'expire', entity: 'subscription', id, after: { status: 9 } })),
  ]);
  return Math.max(renewed.length, expired.length) === portion;
}

export const subscription: EntityRules<'subscription'> = {
  actions: {
    // The zone in which the term was agreed: renewals keep its day and its time of day.
    activate: async (context, _row, input) => ({ ...input, time_zone: zoneOf(context), anchored_at: null }),
  },
};
