import { sql } from 'kysely';
import type { EntityRows } from '../../../contract/index.ts';
import { AppError } from '../../core/appError.ts';
import { type Context, callerOf } from '../../core/context.ts';
import type { FieldValues, Reader, RowWithReferences, Rules } from '../../core/rules.ts';
import { audit } from '../../db/write/audit.ts';
import { patch } from '../../db/write/store.ts';
import { endsInIntervalSql, endsWithinDaysSql, isFollowedSql, isRenewedSql } from '../order/renewal.ts';
import { shortenProject } from '../project/projectEnd.ts';
import { checkRecipients, type RecipientMails } from './allocation.ts';
import { failureText } from './failureReason.ts';

export type Assignment = EntityRows['assignment'];

/** Returns the hosts to their order, if the assignment was never issued (C4). */
async function returnHosts(context: Context, assignment: Assignment): Promise<void> {
  if (assignment.issued_at !== null || assignment.status !== 0) return;
  const available_hosts = sql`available_hosts + ${assignment.hosts}`;
  await patch(context, 'order', { id: assignment.order_id }, { available_hosts });
}

/**
 * Ends an assignment, unless its licence is being issued. Its project then ends with the latest of the other
 * assignments (C3).
 */
async function end(context: Context, assignment: Assignment, input: FieldValues): Promise<FieldValues> {
  if (assignment.status === 0 && assignment.task_status === 'running') throw AppError.unprocessable('issue_running');
  await returnHosts(context, assignment);
  if (assignment.issued_at === null) return input;
  await shortenProject(context, assignment);
  return { ...input, revoked_at: sql`now()` };
}

/**
 * Starts a failed issue again (C6), with the same claims. The job is enqueued in the transaction that sets the task to
 * running.
 */
async function retry(context: Context, assignment: Assignment): Promise<FieldValues> {
  await context.enqueue(context.trx, 'issueLicence', { task_uuid: assignment.task_uuid ?? '' });
  return { task_status: 'running', task_result: null, task_started_at: sql`now()` };
}

/**
 * Why an issue failed: the text refers customers to the vendor, and the vendor's own people to the log (issue 14 point
 * 6).
 */
function failureFor(saved: unknown, { role, language }: Reader): string | null {
  const failed = role === 'Enterprise' || role === 'Subordinate' ? 'issue_failed' : 'issue_failed_logged';
  return failureText(saved === 'issue_failed' ? failed : saved, failed, language);
}

const counted = ['hosts', 'project.product.metering'] as const;
const byHost = (row: RowWithReferences<Assignment>): boolean => row['project.product.metering'] !== 'value';

export const assignment: Rules<Assignment> = {
  transitions: { cancel: end, withdraw: end },
  actions: { retry },
  async beforeUpdate(_context, row, values) {
    checkRecipients({ ...(row.mails as RecipientMails), ...(values.mails as RecipientMails | undefined) });
    return values;
  },
  async beforeRemove(context, row) {
    await end(context, row, {});
  },
  async afterGet(context, row) {
    if (row.lic_secret === null || !['Enterprise', 'Subordinate'].includes(callerOf(context).role)) return;
    await audit(context, { action: 'view_secret', entity: 'assignment', id: row.id });
  },
  parameters: {
    expires_within: (days, now) => endsWithinDaysSql('t', now, days),
    ends_in: (value) => endsInIntervalSql('t', value),
    renewed: isRenewedSql,
  },
  conditions: { followed: isFollowedSql },
  shown: { task_result: failureFor },
  computed: {
    content_hosts: { from: counted, value: (row) => (byHost(row) ? row.hosts : null) },
    content_value: { from: counted, value: (row) => (byHost(row) ? null : row.hosts) },
  },
};
