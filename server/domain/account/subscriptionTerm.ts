import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { EntityRows } from '../../../contract/index.ts';
import type { Context } from '../../core/context.ts';
import type { FieldValues } from '../../core/rules.ts';
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

/**
 * A subscription that ends is renewed for the same period, or expires.
 * @returns true if more may wait
 */
export async function endSubscriptions(context: Context): Promise<boolean> {
  const over = (which: RawBuilder<SqlBool>) => {
    const ended = sql<SqlBool>`status = 1 and period_end_at <= ${context.now} and ${which}`;
    return sql<SqlBool>`${ended} and id = any (array(
      select id from subscription where deleted_at is null and ${ended} limit ${sql.lit(portion)}))`;
  };
  const renewed = await patchAll(context, 'subscription', over(sql`auto_renew`), {
    period_start_at: sql`period_end_at`,
    period_end_at: sql`period_end_at + (period_end_at - period_start_at)`,
  });
  const expired = await patchAll(context, 'subscription', over(sql`not auto_renew`), { status: 9 });
  await auditAll(context, [
    ...renewed.map((id) => ({ action: 'renew', entity: 'subscription', id })),
    ...expired.map((id) => ({ action: 'expire', entity: 'subscription', id, after: { status: 9 } })),
  ]);
  return Math.max(renewed.length, expired.length) === portion;
}
