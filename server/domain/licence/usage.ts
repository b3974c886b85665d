import { sql } from 'kysely';
import type { Context } from '../../core/context.ts';
import { audit } from '../../db/write/audit.ts';
import { isIssued, unknownLicence, verifyLicence } from './licenceProof.ts';
import { dayOf, refreshUsedAbove } from './use/usedAbove.ts';

const monthOf = ({ now }: Context): string => now.toISOString().slice(0, 7);

/** The same use is not saved again within this time, in milliseconds. */
const known = sql.lit(60_000);

/**
 * Saves the reported use unless it raises the peak of the day, which is the usual case: with one statement, which
 * needs no transaction. The same use is not saved again within a minute.
 * @returns false if it is left to `reportUsage`
 * @throws 401 as `reportUsage` does
 */
export async function refreshUsage(context: Context, token: string, used: number): Promise<boolean> {
  const [signed, month, { now }] = [await verifyLicence(context, token), monthOf(context), context];
  const { rows } = await sql<{ is_most: boolean }>`with found as (
      select a.id, u.peak, u.used, u.told_at, d.used as day_peak from assignment a
      left join usage_record u on u.assignment_id = a.id and u.month = ${month}
      left join usage_day d on d.assignment_id = a.id and d.day = ${dayOf(context)}::date
      where ${isIssued(signed)}),
    kept as (update usage_record u set used = ${used}, told_at = ${now} from found f
      where u.assignment_id = f.id and u.month = ${month} and u.peak >= ${used}
        and (f.used <> ${used} or f.told_at <= ${now}::timestamptz - ${known} * interval '1 ms'))
    select coalesce(peak < ${used} or day_peak < ${used}, true) as is_most from found`.execute(context.trx);
  const [found] = rows;
  if (!found) throw unknownLicence();
  return !found.is_most;
}

/**
 * Saves the latest use, and the peaks of its month and its day.
 * @returns the peak so far; null for the first report of a month
 */
async function saveUsage(context: Context, assignment_id: number, used: number): Promise<number | null> {
  const month = monthOf(context);
  const { rows } = await sql<{ peak: number | null }>`with before as (
      select peak from usage_record where assignment_id = ${assignment_id} and month = ${month}),
    kept as (insert into usage_record as u (assignment_id, month, used, peak, told_at)
      values (${assignment_id}, ${month}, ${used}, ${used}, ${context.now})
      on conflict (assignment_id, month) do update
      set used = excluded.used, peak = greatest(u.peak, excluded.peak), told_at = excluded.told_at),
    daily as (insert into usage_day as d (assignment_id, day, used)
      values (${assignment_id}, ${dayOf(context)}, ${used})
      on conflict (assignment_id, day) do update set used = greatest(d.used, excluded.used))
    select (select peak from before)`.execute(context.trx);
  return rows[0]?.peak ?? null;
}

/**
 * Saves the use that a product reports, with its licence as proof (B38): the latest, and the peaks of the month and the
 * day. Only a higher peak of the month, which is what is paid for, is audited: a product that reports the same every
 * minute does not fill the audit. Reports of a licence wait for each other.
 * @throws 401 for a licence that was withdrawn or that is not ours
 */
export async function reportUsage(context: Context, token: string, used: number): Promise<void> {
  const signed = await verifyLicence(context, token);
  const { rows } = await sql<{ id: number }>`select a.id from assignment a where ${isIssued(signed)}
    for no key update of a`.execute(context.trx);
  const [found] = rows;
  if (!found) throw unknownLicence();
  const peak = await saveUsage(context, found.id, used);
  if (peak === null || used > peak)
    await audit(context, { action: 'tell_usage', entity: 'assignment', id: found.id, after: { used } });
  await refreshUsedAbove(context, found.id);
}

interface Month {
  month: string;
  used: number;
  peak: number;
  told_at: Date;
}

/** The reported use of a licence by month, the latest first; at most ten years. */
export const monthlyUsage = (context: Context, assignment_id: number): Promise<Month[]> =>
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

/** The hosts that a project has and uses, by kind (C14). `unused` is never negative. */
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
