import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { restoreDays } from '../../../contract/access/retention.ts';
import { entities } from '../../../contract/index.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { fileFields } from '../../../contract/values/files.ts';
import type { Context } from '../../core/context.ts';

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
/** Nobody brings a record back that was deleted before, even in a transaction that began in time. */
const retentionMs = restoreDays * dayMs + hourMs;
/** So many in a round of the clock. */
const atOnce = 200;

/** Files of records that were deleted too long ago to come back. */
const ofDeleted = ({ name, table }: Entity, before: Date) => sql<SqlBool>`(f.entity = ${name} and exists (
  select 1 from ${sql.table(table)} as t where t.id = f.owner_id and t.deleted_at < ${before}))`;

/** What nobody will ask for any more: uploads that no record took within a day, and files that a record let go for good. */
function due(now: Date): RawBuilder<SqlBool> {
  const before = new Date(now.getTime() - retentionMs);
  const deleted = entities.filter((entity) => fileFields(entity).length > 0).map((entity) => ofDeleted(entity, before));
  return sql.join(
    [
      sql<SqlBool>`f.doomed`,
      sql<SqlBool>`(f.owner_id is null and f.created_at < ${new Date(now.getTime() - dayMs)})`,
      sql<SqlBool>`f.released_at < ${before}`,
      ...deleted,
    ],
    sql` or `,
  );
}

/** Takes the files that are due from everybody; who is just taking one keeps it. Out: their ids. */
export async function markFilesForRemoval(context: Context): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`with due as (
      select f.id from stored_file as f where ${due(context.now)} order by f.id limit ${atOnce} for update skip locked)
    update stored_file set doomed = true from due where stored_file.id = due.id returning stored_file.id`.execute(
    context.trx,
  );
  return rows.map(({ id }) => id);
}

/** Forgets files whose content has been removed. */
export async function purgeFiles(context: Context, ids: readonly string[]): Promise<void> {
  await sql`delete from stored_file where id = any (${[...ids]}::uuid[]) and doomed`.execute(context.trx);
}
