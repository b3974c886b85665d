import { sql } from 'kysely';
import { momentAt, wallClock } from '../../../contract/lib/timeZone.ts';
import type { Context } from '../context.ts';
import type { NoticeContent } from './notification.ts';

/** The hour of the reader's day at which the mail with the notices of a day is sent. */
export const dailyMailHour = 7;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The next time that the clocks of a zone show the hour of daily mails; on a day that skips the hour, a little later. */
export function nextDailyMail(zone: string, now: Date): Date {
  const wall = wallClock(zone, now.getTime());
  const today = Math.floor(wall / dayMs) * dayMs + dailyMailHour * hourMs;
  const next = momentAt(zone, today > wall ? today : today + dayMs);
  return new Date(next);
}

/** A notice that waits for the next daily mail of its reader. */
interface WaitingNotice {
  readonly user_id: number;
  readonly notice: string;
  readonly record_id: number | null;
  readonly values: NoticeContent['values'];
  /** The language of the mail, for a reader without one of their own. */
  readonly language: string;
  readonly time_zone: string | null;
}

/** Stores notices until the next daily mail of their readers, in the transaction of their cause. */
export async function storeForDailyMail(context: Context, notices: readonly WaitingNotice[]): Promise<void> {
  const { now, settings, trx } = context;
  const rows = notices.map(({ time_zone, values, ...notice }) => ({
    ...notice,
    values: JSON.stringify(values),
    due_at: nextDailyMail(time_zone ?? settings.timeZone, now),
    created_at: now,
  }));
  await trx.insertInto('daily_notice').values(rows).execute();
}

/** The notices that wait for a user are sent within the next minute, since the user wants them at once from now on. */
export async function sendWaitingNow({ trx, now }: Context, user_id: number): Promise<void> {
  await trx
    .updateTable('daily_notice')
    .set({ due_at: now })
    .where('user_id', '=', user_id)
    .where('mail_id', 'is', null)
    .execute();
}

/** A notice as the daily mail contains it. */
export interface DailyNotice {
  readonly notice: string;
  readonly record_id: number | null;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The most notices that a daily mail names; the others are only counted. */
export const mostInDailyMail = 200;

/**
 * The notices of a daily mail, oldest first.
 * @returns at most `mostInDailyMail` of them, and the number of all
 */
export async function noticesOfMail(
  { trx }: Context,
  mail_id: number,
): Promise<{ readonly notices: readonly DailyNotice[]; readonly total: number }> {
  const { rows } = await sql<DailyNotice & { total: number }>`select notice, record_id, values,
      count(*) over ()::int as total
    from daily_notice where mail_id = ${mail_id} order by created_at, id limit ${sql.lit(mostInDailyMail)}`.execute(
    trx,
  );
  return { notices: rows, total: rows[0]?.total ?? 0 };
}
