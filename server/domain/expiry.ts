import { sql } from 'kysely';
import type { Context } from './context.ts';
import { notify, usersOf } from './notification.ts';

/** Reminders of a licence's end, in days before it (C9). */
const reminders = [30, 7, 1] as const;

interface Ending {
  assignment_id: number;
  enterprise_id: number;
  project: string;
  days: number;
}

/** Licences that have come within a reminder's days and have not had that one, nor a later one, yet. */
async function due(context: Context): Promise<Ending[]> {
  const { rows } = await sql<Ending>`insert into expiry_notice (assignment_id, days, created_at)
    select a.id, (select min(d) from unnest(${sql.lit(`{${reminders.join(',')}}`)}::int[]) d
      where a.expired_at <= ${context.now}::timestamptz + d * interval '1 day'), ${context.now}
    from assignment a
    where a.status = 1 and a.deleted_at is null and a.expired_at > ${context.now}
      and a.expired_at <= ${context.now}::timestamptz + interval '30 days'
    on conflict do nothing
    returning assignment_id, days,
      (select enterprise_id from assignment x where x.id = expiry_notice.assignment_id) as enterprise_id,
      (select p.name from assignment x join project p on p.id = x.project_id
        where x.id = expiry_notice.assignment_id) as project`.execute(context.trx);
  return rows;
}

/** Tells the enterprises of licences that will end, once for each reminder. */
export async function remindOfEnds(context: Context): Promise<void> {
  for (const { assignment_id, enterprise_id, project, days } of await due(context)) {
    await notify(context, await usersOf(context, 4, enterprise_id), {
      notice: 'licence_expiring',
      module: 'assignment',
      record_id: assignment_id,
      values: { project, days: String(days) },
    });
  }
}
