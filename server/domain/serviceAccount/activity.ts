import { sql } from 'kysely';
import { historyPageSize } from '../../../contract/timeline/history.ts';
import { recordTitle, recordTitleSql } from '../../core/audit/auditRecord.ts';
import { type Context, readerLanguage } from '../../core/context.ts';

/** An entry of the audit by the user of an account. */
interface ActivityLine {
  readonly id: number;
  readonly at: Date;
  readonly action: string;
  readonly result: string;
  readonly entity: string | null;
  readonly entity_id: number | null;
  readonly record_name: string | null;
  readonly address: string | null;
  readonly total: number;
}

/**
 * A page of what a service account did, the latest first: for those who manage the account, who need not be allowed to
 * read the whole audit (issue 34).
 * @param user_id the user of the account
 * @param page from 1
 */
export async function accountActivity({ trx, contract, origin }: Context, user_id: number, page: number) {
  // What was refused may be about a record that the account cannot see, so its name is not shown.
  const { rows } =
    await sql<ActivityLine>`select t.id, t.created_at as at, t.action, t.result, t.entity, t.entity_id, t.address,
      case when t.result = 'done' then ${recordTitleSql(contract)} end as record_name, count(*) over ()::int as total
    from audit t where t.actor_id = ${user_id} and t.deleted_at is null
    order by t.id desc limit ${sql.lit(historyPageSize)} offset ${(page - 1) * historyPageSize}`.execute(trx);
  return {
    items: rows.map(({ total: _, result, record_name, ...line }) => ({
      ...line,
      record_name: recordTitle(record_name, readerLanguage({ origin })),
      failed: result !== 'done',
    })),
    total: rows[0]?.total ?? 0,
    page,
    per_page: historyPageSize,
  };
}
