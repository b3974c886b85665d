import { type SqlBool, sql } from 'kysely';
import type { Rows } from '../../contract/index.ts';
import { audit } from '../db/audit.ts';
import { insert, patchAll } from '../db/store.ts';
import type { Context } from './context.ts';
import type { Values } from './rules.ts';

type Subscription = Rows['subscription'];

/** Keeps what the public form asks for, pending; a customer who is signed in is its enterprise (B26). */
export async function subscribe(context: Context, values: Values): Promise<string> {
  const next = await sql<{ number: number }>`select nextval('subscription_code')::int as number`.execute(context.trx);
  const code = `SUB${context.now.toISOString().slice(0, 10).replaceAll('-', '')}${String(next.rows[0]?.number ?? 0).padStart(5, '0')}`;
  const whole = { ...values, code, enterprise_id: context.caller?.enterprise_id ?? null } as Partial<Subscription>;
  await insert(context, 'subscription', whole, { action: 'subscribe', after: values });
  return code;
}

/** At its end a subscription renews for as long as it was, or expires. */
export async function endSubscriptions(context: Context): Promise<void> {
  const over = sql<SqlBool>`status = 1 and period_end_at <= ${context.now}`;
  const renewed = await patchAll(context, 'subscription', sql`${over} and auto_renew`, {
    period_start_at: sql`period_end_at`,
    period_end_at: sql`period_end_at + (period_end_at - period_start_at)`,
  });
  const expired = await patchAll(context, 'subscription', sql`${over} and not auto_renew`, { status: 9 });
  for (const id of renewed) await audit(context, { action: 'renew', entity: 'subscription', id });
  for (const id of expired)
    await audit(context, { action: 'expire', entity: 'subscription', id, after: { status: 9 } });
}
