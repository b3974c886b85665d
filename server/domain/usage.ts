import { createLocalJWKSet, jwtVerify } from 'jose';
import { sql } from 'kysely';
import { message } from '../../contract/message.ts';
import { audit } from '../db/audit.ts';
import { AppError } from './appError.ts';
import type { Context } from './context.ts';
import { failbackMark } from './failback.ts';
import { publicKeySet } from './signingKey.ts';

const unknown = () => new AppError(401, message('licence_unknown'));

/** The id of a licence that one of our keys signed and that has not ended. */
async function licenceId(context: Context, token: string): Promise<string> {
  const keys = createLocalJWKSet(await publicKeySet(context.trx));
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ['EdDSA'],
      typ: 'license+jwt',
      currentDate: context.now,
    });
    return String(payload.jti).replace(failbackMark, '');
  } catch {
    throw unknown();
  }
}

/** Keeps the latest use, and the most of its month. Out: the most that was known before; none for the first of a month. */
async function keepUsage(context: Context, assignment_id: number, used: number): Promise<number | null> {
  const month = context.now.toISOString().slice(0, 7);
  const { rows } = await sql<{ peak: number | null }>`with before as (
      select peak from usage_record where assignment_id = ${assignment_id} and month = ${month}),
    kept as (insert into usage_record as u (assignment_id, month, used, peak, told_at)
      values (${assignment_id}, ${month}, ${used}, ${used}, ${context.now})
      on conflict (assignment_id, month) do update
      set used = excluded.used, peak = greatest(u.peak, excluded.peak), told_at = excluded.told_at)
    select (select peak from before)`.execute(context.trx);
  return rows[0]?.peak ?? null;
}

/**
 * Keeps what a product tells of its use, with its licence as the proof (B38): the latest and the most of the month. What
 * raises the most of a month, which is what is paid for, is in the audit; a product that tells the same every minute
 * does not fill it. A licence that was withdrawn, or that is none of ours, is a 401.
 */
export async function tellUsage(context: Context, token: string, used: number): Promise<void> {
  const jti = await licenceId(context, token);
  const found = await context.trx
    .selectFrom('assignment')
    .select('id')
    .where(sql<string>`lower(jti)`, '=', jti)
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!found) throw unknown();
  const peak = await keepUsage(context, found.id, used);
  if (peak === null || used > peak)
    await audit(context, { action: 'tell_usage', entity: 'assignment', id: found.id, after: { used } });
}

interface Month {
  month: string;
  used: number;
  peak: number;
  told_at: Date;
}

/** What was told of the use of a licence, month by month, the last first; ten years at most. */
export const usageOf = (context: Context, assignment_id: number): Promise<Month[]> =>
  context.trx
    .selectFrom('usage_record')
    .select(['month', 'used', 'peak', 'told_at'])
    .where('assignment_id', '=', assignment_id)
    .orderBy('month', 'desc')
    .limit(120)
    .execute();

interface Count {
  total: number;
  used: number;
  unused: number;
}

const kindOf = (category: number, service: string | null): 'migration' | 'failback' | 'dr' =>
  category === 1001 ? 'migration' : service === 'failback' ? 'failback' : 'dr';

/** What a project has been given and uses, by kind (C14): unused is never negative. */
export async function saasCounts(context: Context, project_id: number): Promise<Record<string, Count>> {
  const { rows } = await sql<{ category: number; service: string | null; total: number; used: number }>`
    select d.category_id as category, o.params ->> 'service_type' as service,
      sum(a.hosts)::float8 as total, coalesce(sum(u.used), 0)::float8 as used
    from assignment a
    join orders o on o.id = a.order_id
    join project p on p.id = a.project_id
    join product d on d.id = p.product_id
    left join lateral (select used from usage_record where assignment_id = a.id order by month desc limit 1) u on true
    where a.project_id = ${project_id} and a.status = 1 and a.deleted_at is null
    group by 1, 2`.execute(context.trx);
  const none = { total: 0, used: 0 };
  const counts = { dr: { ...none }, failback: { ...none }, migration: { ...none } };
  for (const { category, service, total, used } of rows) {
    const count = counts[kindOf(category, service)];
    count.total += total;
    count.used += used;
  }
  return Object.fromEntries(
    Object.entries(counts).map(([kind, count]) => [kind, { ...count, unused: Math.max(0, count.total - count.used) }]),
  );
}
