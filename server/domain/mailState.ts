import type { Rows } from '../../contract/index.ts';
import { AppError } from './appError.ts';
import { type Context, callerOf } from './context.ts';
import { reasonIn } from './reason.ts';
import type { Rules } from './rules.ts';

type MailState = Pick<Rows['mail'], 'id' | 'address' | 'status' | 'result' | 'send_flag' | 'sent_at'>;

const states = (context: Context) =>
  context.trx
    .selectFrom('mail')
    .select(['id', 'assignment_id', 'key', 'address', 'status', 'result', 'send_flag', 'sent_at'])
    .where('deleted_at', 'is', null)
    .orderBy('id');

const told = (context: Context, mail: MailState): MailState => ({
  ...mail,
  result: reasonIn(mail.result, 'mail_failed', context.origin?.language ?? 'en'),
});

/** The state of every mail of some licences by recipient key; a key's second mail stands under `{key}_2` (R-MDATA-01). */
export async function mailData(context: Context, assignments: readonly number[]): Promise<Record<string, MailState>> {
  const rows = await states(context)
    .where('assignment_id', 'in', [...assignments, 0])
    .execute();
  const data: Record<string, MailState> = {};
  for (const { key, assignment_id, ...mail } of rows) {
    const nth = assignments.indexOf(assignment_id);
    data[nth > 0 ? `${key}_${nth + 1}` : key] = told(context, mail as MailState);
  }
  return data;
}

/** The state of one mail, in the enterprise of the caller; else 404. */
export async function mailState(context: Context, id: number): Promise<Record<string, MailState>> {
  const found = await states(context)
    .where('id', '=', id)
    .where('enterprise_id', '=', callerOf(context).enterprise_id ?? 0)
    .executeTakeFirst();
  if (!found) throw AppError.notFound();
  const { key, assignment_id: _, ...mail } = found;
  return { [key]: told(context, mail as MailState) };
}

/** The live licences that an application was served with. */
export async function licencesOf(context: Context, allocation_id: number): Promise<number[]> {
  const rows = await context.trx
    .selectFrom('assignment')
    .select('id')
    .where('allocation_id', '=', allocation_id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

export const mail: Rules<Rows['mail']> = {
  shown: { result: (kept, reader) => reasonIn(kept, 'mail_failed', reader.language) },
};
