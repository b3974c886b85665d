import { type SqlBool, sql } from 'kysely';
import type { EntityRows } from '../../../contract/index.ts';
import { isCustomer } from '../../../contract/schema/access.ts';
import { AppError } from '../../core/appError.ts';
import { type Context, callerOf } from '../../core/context.ts';
import type { EntityRules, FieldValues, Reader, RowWithReferences } from '../../core/rules.ts';
import { audit } from '../../db/write/audit.ts';
import { patch } from '../../db/write/store.ts';
import {
  endsInIntervalSql,
  endsWithinDaysSql,
  hasEndedSql,
  isFollowedSql,
  isRenewedSql,
  refuseRenewed,
  reminderDaysSql,
} from '../order/renewal.ts';
import { shortenProject } from '../project/projectEnd.ts';
import { failureText } from './failureReason.ts';
import type { IssueFailure } from './licence.ts';
import { withheldTexts } from './revealLicence.ts';
import { isUsedAboveSql } from './use/usedAbove.ts';

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

/** Says that a licence will not be renewed (issue 36). One whose renewal was ordered already cannot be declined. */
async function decline(context: Context, assignment: Assignment, input: FieldValues): Promise<FieldValues> {
  await refuseRenewed(context, assignment.id);
  return input;
}

/** Accepts that more is used than was bought, as much as it is now (issue 36). */
const accept_use = async (_: Context, { used_above }: Assignment, input: FieldValues): Promise<FieldValues> => ({
  ...input,
  above_since: null,
  above_accepted: used_above,
});

/** Causes that the vendor can remove; customers read only that the issue failed. */
const vendorReasons: ReadonlySet<unknown> = new Set<IssueFailure>([
  'issue_key_missing',
  'issue_key_unreadable',
  'issue_signer_unreachable',
  'issue_data_wrong',
]);

/** Why an issue failed, in a sentence for the reader: customers are referred to the vendor (E13). */
function failureFor(saved: unknown, { role, language }: Reader): string | null {
  const isForCustomer = isCustomer(role);
  const otherwise = isForCustomer ? 'issue_failed' : 'issue_failed_unknown';
  const isGeneral = saved === 'issue_failed' || (isForCustomer && vendorReasons.has(saved));
  return failureText(isGeneral ? otherwise : saved, otherwise, language);
}

const counted = ['hosts', 'project.product.metering'] as const;
const byHost = (row: RowWithReferences<Assignment>): boolean => row['project.product.metering'] !== 'value';

export const assignment: EntityRules<'assignment'> = {
  transitions: { cancel: end, withdraw: end },
  actions: { retry, decline, accept_use },
  async beforeRemove(context, row) {
    await end(context, row, {});
  },
  withholds: withheldTexts,
  async afterGet(context, row) {
    if (row.lic_secret === null || !isCustomer(callerOf(context).role)) return;
    await audit(context, { action: 'view_secret', entity: 'assignment', id: row.id });
  },
  parameters: {
    expires_within: (days, now) => endsWithinDaysSql('t', now, days),
    ends_in: (value) => endsInIntervalSql('t', value),
    renewed: isRenewedSql,
    declined: (wanted) =>
      wanted === true ? sql<SqlBool>`t.declined_at is not null` : sql<SqlBool>`t.declined_at is null`,
    above: (wanted) => isUsedAboveSql('t', wanted === true),
    ended: (wanted, now) => hasEndedSql(now, wanted === true),
  },
  conditions: { followed: sql<SqlBool>`(t.declined_at is not null or ${isFollowedSql})` },
  chosen: { reminder_days: reminderDaysSql },
  shown: { task_result: failureFor },
  columns: {
    can_activate: sql`exists (select 1 from project p join product_license l on l.product_id = p.product_id
      where p.id = t.project_id and l.activation and l.deleted_at is null)`,
  },
  computed: {
    content_hosts: { from: counted, value: (row) => (byHost(row) ? row.hosts : null) },
    content_value: { from: counted, value: (row) => (byHost(row) ? null : row.hosts) },
  },
};
