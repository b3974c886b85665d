import { type SqlBool, sql } from 'kysely';
import type { Rows } from '../../../contract/index.ts';
import type { Context } from '../../core/context.ts';
import { patchAll } from '../../db/write/store.ts';

type Assignment = Rows['assignment'];

/** A licence was issued: its project ends no earlier (C3). */
export async function extendProject(context: Context, assignment: Assignment, expired_at: Date): Promise<void> {
  const later = sql<SqlBool>`id = ${assignment.project_id} and (expired_at is null or expired_at < ${expired_at})`;
  await patchAll(context, 'project', later, { expired_at });
}

/** A licence ends before its time: its project ends with the latest of its other live licences (C3). */
export async function shortenProject(context: Context, assignment: Assignment): Promise<void> {
  const { project_id, id } = assignment;
  // Locked first, so that of two that end at once the second sees what the first has done.
  await context.trx.selectFrom('project').select('id').where('id', '=', project_id).forUpdate().execute();
  const expired_at = sql`(select max(a.expired_at) from assignment a
    where a.project_id = ${project_id} and a.id <> ${id} and a.status = 1 and a.deleted_at is null)`;
  await patchAll(context, 'project', sql<SqlBool>`id = ${project_id}`, { expired_at });
}
