import { type SqlBool, sql } from 'kysely';
import type { Rows } from '../../contract/index.ts';
import { message } from '../../contract/message.ts';
import { lastMoment } from '../../contract/moment.ts';
import { daysAfter } from '../../contract/period.ts';
import { audit } from '../db/audit.ts';
import { insert, patch, patchAll } from '../db/store.ts';
import { AppError } from './appError.ts';
import { type Context, callerOf } from './context.ts';
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

export interface Change {
  status?: number | null | undefined;
  enterprise_id?: number | null | undefined;
  product_id?: number | null | undefined;
  period_start_at?: Date | null | undefined;
  period_end_at?: Date | null | undefined;
  auto_renew?: boolean | null | undefined;
  confirm?: string | null | undefined;
}

/** Refuses by name what a role may not set. */
function checkOwn(change: Change, names: readonly (keyof Change)[]): void {
  const strange = Object.entries(change).filter(
    ([name, value]) => value !== undefined && value !== null && !names.includes(name as keyof Change),
  );
  if (strange.length > 0)
    throw AppError.invalid(Object.fromEntries(strange.map(([name]) => [name, [message('not_writable')]])));
}

/** A customer switches the renewal alone, and on only by typing Yes (R-VALID-25). */
function renewal(change: Change): Values {
  checkOwn(change, ['auto_renew', 'confirm']);
  if (change.auto_renew === undefined || change.auto_renew === null)
    throw AppError.unprocessable('required', undefined, 'auto_renew');
  if (change.auto_renew && change.confirm !== 'Yes')
    throw AppError.unprocessable('auto_renew_confirm', undefined, 'confirm');
  return { auto_renew: change.auto_renew };
}

const year = 365;

/** An active subscription has its enterprise, its product and its time; a year from now unless told. */
function activation(context: Context, row: Subscription, change: Change): Values {
  const enterprise_id = change.enterprise_id ?? row.enterprise_id;
  const product_id = change.product_id ?? row.product_id;
  const missing = Object.entries({ enterprise_id, product_id }).filter(([, value]) => !value);
  if (missing.length > 0)
    throw AppError.invalid(Object.fromEntries(missing.map(([name]) => [name, [message('required')]])));
  const period_start_at = change.period_start_at ?? context.now;
  const period_end_at = change.period_end_at ?? daysAfter(period_start_at, year);
  if (period_end_at > lastMoment) throw AppError.unprocessable('date_time', undefined, 'period_start_at');
  if (period_end_at <= period_start_at) throw AppError.unprocessable('period_order', undefined, 'period_end_at');
  return { status: 1, enterprise_id, product_id, period_start_at, period_end_at };
}

function decision(context: Context, row: Subscription, change: Change): Values {
  checkOwn(change, ['status', 'enterprise_id', 'product_id', 'period_start_at', 'period_end_at']);
  if (!change.status) throw AppError.unprocessable('required', undefined, 'status');
  const from = change.status === 1 ? [0] : [0, 1];
  if (!from.includes(row.status)) throw AppError.unprocessable('wrong_state', undefined, 'status');
  return change.status === 1 ? activation(context, row, change) : { status: 8 };
}

/** Activates or cancels a locked subscription (SA, GA), or switches its renewal (its enterprise) (C17). */
export async function changeSubscription(context: Context, row: Subscription, change: Change): Promise<void> {
  const set = callerOf(context).role === 'Enterprise' ? renewal(change) : decision(context, row, change);
  await patch(context, 'subscription', row, set as Partial<Subscription>, { action: 'update_status' });
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
