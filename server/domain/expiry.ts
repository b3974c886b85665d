import { sql } from 'kysely';
import type { Context } from './context.ts';
import { notifyAll, usersOfEach } from './notification.ts';

/** Reminders of a licence's end, in days before it (C9); each holds until the next one. */
const reminders = [30, 7, 1] as const;
const spans = sql.join(reminders.map((days, index) => sql`(${sql.lit(days)}, ${sql.lit(reminders[index + 1] ?? 0)})`));

/** The most reminders of one transaction. */
const portion = 500;

interface Ending {
  assignment_id: number;
  enterprise_id: number;
  project: string;
  days: number;
}

/** Licences that have come within a reminder's days and have not had that one yet, a portion of them. */
async function due({ trx, now }: Context): Promise<Ending[]> {
  const before = (days: string) => sql`${now}::timestamptz + ${sql.raw(days)} * interval '1 day'`;
  const { rows } = await sql<Ending>`with noted as (
      insert into expiry_notice (assignment_id, days, created_at)
      select a.id, span.days, ${now} from (values ${spans}) as span (days, next)
        join assignment a on a.expired_at > ${before('span.next')} and a.expired_at <= ${before('span.days')}
      where a.status = 1 and a.deleted_at is null and not exists (
        select 1 from expiry_notice had where had.assignment_id = a.id and had.days = span.days)
      limit ${sql.lit(portion)}
      on conflict do nothing returning assignment_id, days)
    select noted.assignment_id, noted.days, a.enterprise_id, p.name as project from noted
      join assignment a on a.id = noted.assignment_id join project p on p.id = a.project_id
    order by noted.assignment_id`.execute(trx);
  return rows;
}

/** Tells the enterprises of licences that will end, once for each reminder. Out: whether more of them wait. */
export async function remindOfEnds(context: Context): Promise<boolean> {
  const endings = await due(context);
  const readers = await usersOfEach(
    context,
    4,
    endings.map(({ enterprise_id }) => enterprise_id),
  );
  const notices = endings.map(({ assignment_id, enterprise_id, project, days }) => ({
    notice: 'licence_expiring' as const,
    module: 'assignment' as const,
    record_id: assignment_id,
    values: { project, days: String(days) },
    readers: readers.get(enterprise_id) ?? [],
  }));
  await notifyAll(context, notices);
  return endings.length === portion;
}
