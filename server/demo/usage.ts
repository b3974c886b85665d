import { sql } from 'kysely';
import { chartDays } from '../../contract/endpoints/licence/assignment.ts';
import type { Context } from '../core/context.ts';
import { patch } from '../db/write/store.ts';
import type { Assignment } from '../domain/licence/assignment.ts';
import { completeIssue, prepareSigning } from '../domain/licence/licence.ts';
import { reportUsage } from '../domain/licence/usage.ts';
import { createSigner } from '../gateways/signer.ts';

const day = 86_400_000;
const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);
const { sign } = createSigner();

/** The share of its hosts that an installation uses from month to month, as the use grows. */
const shares = [0.3, 0.45, 0.6, 0.7, 0.85, 0.9];

/**
 * Issues a licence with the dates of a past time, before its job runs; the job then finds nothing to do.
 * @param context of that time, in the transaction that allocates the licence
 * @returns the signed licence
 */
async function issueInPast(context: Context, { id, task_uuid }: Pick<Assignment, 'id' | 'task_uuid'>): Promise<string> {
  const prepared = await prepareSigning(context, task_uuid ?? '');
  if (!prepared) throw new Error(`the licence ${id} is not being issued`);
  const { claims, key } = prepared;
  const iat = seconds(context.now);
  const then = { ...claims, iat, nbf: iat, exp: iat + claims.exp - claims.iat };
  await patch(context, 'assignment', { id }, { claims: then });
  const signed = await sign(then, key);
  await completeIssue(context, task_uuid ?? '', signed);
  return signed;
}

/**
 * The ends of the months between two times (half a day before each, but never before the first time), and the last time
 * itself.
 */
function monthEnds(from: Date, to: Date): Date[] {
  const ends: Date[] = [];
  for (let at = from; at < to; ) {
    const next = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1));
    ends.push(new Date(Math.min(Math.max(next.getTime() - day / 2, from.getTime()), to.getTime())));
    at = next;
  }
  return ends;
}

/**
 * Reports the use of each month: its peak a week before the end, and the use at the end, never more than the licence
 * allows.
 */
async function reportMonths(context: Context, token: string, hosts: number, since: Date): Promise<void> {
  for (const [index, end] of monthEnds(since, context.now).entries()) {
    const peak = Math.max(1, Math.floor(hosts * (shares[index] ?? 1)));
    const before = new Date(Math.max(end.getTime() - 7 * day, since.getTime()));
    const isSame = before.getUTCMonth() === end.getUTCMonth();
    if (isSame) await reportUsage({ ...context, now: before }, token, peak);
    await reportUsage({ ...context, now: end }, token, isSame ? Math.max(1, peak - 1) : peak);
  }
}

/** The use of each day since then, as far as charts show it: less than the peak of its month, and least at weekends. */
async function saveDays(context: Context, assignment_id: number, hosts: number, since: Date): Promise<void> {
  const first = Math.max(since.getTime(), context.now.getTime() - (chartDays - 1) * day);
  const days: { day: string; used: number }[] = [];
  for (let at = first; at < context.now.getTime() - day / 2; at += day) {
    const date = new Date(at);
    const month = (date.getUTCFullYear() - since.getUTCFullYear()) * 12 + date.getUTCMonth() - since.getUTCMonth();
    const isWeekend = [0, 6].includes(date.getUTCDay());
    const part = (shares[month] ?? 0.9) * (isWeekend ? 0.5 : 0.8 + (date.getUTCDate() % 5) * 0.05);
    days.push({ day: date.toISOString().slice(0, 10), used: Math.max(1, Math.floor(hosts * part)) });
  }
  await sql`insert into usage_day (assignment_id, day, used)
    select ${assignment_id}, d.day, d.used from unnest(${days.map((one) => one.day)}::date[],
      ${days.map(({ used }) => used)}::int[]) as d (day, used)
    on conflict do nothing`.execute(context.trx);
}

/** How much more one licence of the demo is used than was bought, and since how many days. */
const above = { hosts: 4, days: 2 } as const;

/**
 * Issues a licence with a past date, and reports its use since then (B38).
 * @param then when it was issued
 * @param isAbove true if more of it is used than was bought (issue 36)
 */
export async function issueWithUsage(context: Context, id: number, then: Date, isAbove: boolean): Promise<void> {
  const licence = await context.trx
    .selectFrom('assignment')
    .select(['id', 'task_uuid', 'hosts'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const token = await issueInPast({ ...context, now: then }, licence);
  if (isAbove) {
    const since = new Date(context.now.getTime() - above.days * day);
    await reportUsage({ ...context, now: since }, token, licence.hosts + above.hosts);
  }
  await reportMonths(context, token, licence.hosts, then);
  await saveDays(context, id, licence.hosts, then);
}
