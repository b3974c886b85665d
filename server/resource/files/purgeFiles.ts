import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { restoreDays } from '../../../contract/access/retention.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { fileFields } from '../../../contract/values/files.ts';
import type { Context } from '../../core/context.ts';

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
/**
 * How long the files of a deleted record stay: as long as it can be restored, and an hour more for a transaction that
 * began in time.
 */
const retentionMs = restoreDays * dayMs + hourMs;
/** The maximum number of files in one round. */
const atOnce = 200;

/** Files of records that were deleted too long ago to be restored. */
const ofDeleted = ({ name, table }: Entity, before: Date) => sql<SqlBool>`(f.entity = ${name} and exists (
  select 1 from ${sql.table(table)} as t where t.id = f.owner_id and t.deleted_at < ${before}))`;

/**
 * Matches files that can go: uploads that were not attached within a day, and files whose record released them or was
 * deleted too long ago to be restored.
 */
function due({ now, contract: { entities } }: Context): RawBuilder<SqlBool> {
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

/**
 * Marks the files that can go for deletion. A file that another transaction is just attaching is skipped.
 * @returns their ids
 */
export async function markFilesForRemoval(context: Context): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`with due as (
      select f.id from stored_file as f where ${due(context)} order by f.id limit ${atOnce} for update skip locked)
    update stored_file set doomed = true from due where stored_file.id = due.id returning stored_file.id`.execute(
    context.trx,
  );
  return rows.map(({ id }) => id);
}

/** Deletes the rows of files whose content has been removed. */
export async function purgeFiles(context: Context, ids: readonly string[]): Promise<void> {
  await sql`delete from stored_file where id = any (${[...ids]}::uuid[]) and doomed`.execute(context.trx);
}
