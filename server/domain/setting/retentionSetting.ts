import { sql } from 'kysely';
import type { EntityRows } from '../../../contract/index.ts';
import { message } from '../../../contract/messages/message.ts';
import { AppError } from '../../core/appError.ts';
import type { Context } from '../../core/context.ts';
import type { EntityRules } from '../../core/rules.ts';
import { type RetainedData, storedLonger, tableOf } from '../../core/setting/retention.ts';
import { requireRecentSignIn } from '../account/signIn/recentSignIn.ts';

type RetentionSetting = EntityRows['retention_setting'];

const retained = ['session_days', 'delivery_days', 'job_days', 'usage_days'] as const satisfies readonly RetainedData[];

/** How many rows the clock would delete once something is stored for these days. */
async function countDeleted({ trx, now }: Context, data: RetainedData, days: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(tableOf(data))} as t
    where ${storedLonger(data, now, days)}`.execute(trx);
  return rows[0]?.count ?? 0;
}

/**
 * Refuses a shorter time that would delete something, with how much that is, until the body says that it is to be deleted.
 * @throws 422 at each such field
 */
async function checkDeleted(context: Context, row: RetentionSetting, values: Partial<RetentionSetting>): Promise<void> {
  const refused: Record<string, string[]> = {};
  for (const name of retained) {
    const days = values[name];
    if (typeof days !== 'number' || days >= row[name]) continue;
    const value = await countDeleted(context, name, days);
    if (value > 0) refused[name] = [message('retention_deletes', { value })];
  }
  if (Object.keys(refused).length > 0) throw AppError.invalid(refused);
}

/** Whoever lets data be deleted has shown recently that it is them (issue 35, section 6). */
export const retentionSetting: EntityRules<'retention_setting'> = {
  async prepare(_caller, _body, { context }) {
    await requireRecentSignIn(context);
    return {};
  },
  async beforeUpdate(context, row, { delete_older, ...values }) {
    if (delete_older !== true) await checkDeleted(context, row, values);
    return values;
  },
};
