import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { daysAfter } from '../../../contract/entities/shared/period.ts';

/** What the clock deletes after some days, by the field of the settings that says after how many. */
export type RetainedData = 'session_days' | 'delivery_days' | 'job_days' | 'usage_days';

/** The days for which each is stored. */
export type Retention = Readonly<Record<RetainedData, number>>;

interface Outdated {
  readonly table: 'session' | 'webhook_delivery' | 'job' | 'usage_day';
  /** The rows that are older than a point in time, over the table as `t`. */
  readonly before: (end: Date) => RawBuilder<SqlBool>;
}

/** One rule for what the clock deletes and for what a change of the settings would delete. */
const outdated: Readonly<Record<RetainedData, Outdated>> = {
  // A session is deleted after those that were opened from it to act for others.
  session_days: {
    table: 'session',
    before: (end) => sql<SqlBool>`t.ended_at < ${end}
      and not exists (select 1 from session opened where opened.parent_session_id = t.id)`,
  },
  delivery_days: { table: 'webhook_delivery', before: (end) => sql<SqlBool>`t.created_at < ${end}` },
  job_days: { table: 'job', before: (end) => sql<SqlBool>`t.failed_at < ${end}` },
  // Days of use are days in UTC.
  usage_days: {
    table: 'usage_day',
    before: (end) => sql<SqlBool>`t.day < ${end.toISOString().slice(0, 10)}::date`,
  },
};

/** The table of something that is stored for some days. */
export const tableOf = (data: RetainedData): Outdated['table'] => outdated[data].table;

/** The rows that are stored for longer than these days, over the table as `t`. */
export const storedLonger = (data: RetainedData, now: Date, days: number): RawBuilder<SqlBool> =>
  outdated[data].before(daysAfter(now, -days));
