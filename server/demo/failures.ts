import type { Context } from '../core/context.ts';
import type { Assignment } from '../domain/licence/assignment.ts';
import { failIssue } from '../domain/licence/licence.ts';
import { failMail, resendMail } from '../domain/licence/licenceMail.ts';
import { asDemoCaller, type InDemoTransaction } from './caller.ts';

/** Fails an issue before its job runs; the job then finds nothing to do. */
export async function failed(context: Context, id: number): Promise<void> {
  const { task_uuid } = await context.trx
    .selectFrom('assignment')
    .select('task_uuid')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await failIssue(context, task_uuid ?? '', 'issue_signer_unreachable');
}

/** Two failed mails, as after the last try: sent again to a mailbox that no longer exists. */
export async function failSomeMails(inTransaction: InDemoTransaction): Promise<void> {
  const issued = await inTransaction(firstIssued);
  for (const licence of issued) {
    await inTransaction(async (context) => {
      const customer = { id: licence.user_id ?? 0, role: 'Enterprise' as const, enterprise_id: licence.enterprise_id };
      const input = { mail_type: 'others', address: 'left@customer.example', send_flag: 'standard' as const };
      await resendMail(asDemoCaller(context, customer), licence, input);
      const { id: mail_id, message_id } = await context.trx
        .selectFrom('mail')
        .select(['id', 'message_id'])
        .where('assignment_id', '=', licence.id)
        .where('key', '=', 'others')
        .executeTakeFirstOrThrow();
      await failMail(context, { mail_id, message_id }, true);
    });
  }
}

const firstIssued = (context: Context) =>
  context.trx.selectFrom('assignment').selectAll().where('status', '=', 1).orderBy('id').limit(2).execute() as Promise<
    Assignment[]
  >;
