import { type SqlBool, sql } from 'kysely';
import type { Rows } from '../../contract/index.ts';
import { lastMoment } from '../../contract/moment.ts';
import { daysAfter } from '../../contract/period.ts';
import { audit } from '../db/audit.ts';
import { insert, patchAll } from '../db/store.ts';
import { AppError } from './appError.ts';
import type { Context } from './context.ts';
import type { Rules, Values } from './rules.ts';

type Subscription = Rows['subscription'];

/** Keeps what the public form asks for, pending; a customer who is signed in is its enterprise (B26). */
export async function subscribe(context: Context, values: Values): Promise<string> {
  const next = await sql<{ number: number }>`select nextval('subscription_code')::int as number`.execute(context.trx);
  const code = `SUB${context.now.toISOString().slice(0, 10).replaceAll('-', '')}${String(next.rows[0]?.number ?? 0).padStart(5, '0')}`;
  const whole = { ...values, code, enterprise_id: context.caller?.enterprise_id ?? null } as Partial<Subscription>;
  await insert(context, 'subscription', whole, { action: 'subscribe', after: values });
  return code;
}

const year = 365;

/** An active subscription has its enterprise, its product and its time; a year from now unless told. */
async function activate(context: Context, _row: Subscription, input: Values): Promise<Values> {
  const period_start_at = (input.period_start_at as Date | null | undefined) ?? context.now;
  const period_end_at = (input.period_end_at as Date | null | undefined) ?? daysAfter(period_start_at, year);
  if (period_end_at > lastMoment) throw AppError.unprocessable('date_time', undefined, 'period_start_at');
  return { ...input, period_start_at, period_end_at };
}

/** What becomes of a subscription (C17) is declared, but for how long it runs. */
export const subscription: Rules<Subscription> = { actions: { activate } };

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
