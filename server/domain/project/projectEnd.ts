import { type SqlBool, sql } from 'kysely';
import type { EntityRows } from '../../../contract/index.ts';
import type { Context } from '../../core/context.ts';
import { patchAll } from '../../db/write/store.ts';

type Assignment = EntityRows['assignment'];

/** Extends a project to the end of a licence that was issued (C3). */
export async function extendProject(context: Context, assignment: Assignment, expired_at: Date): Promise<void> {
  const later = sql<SqlBool>`id = ${assignment.project_id} and (expired_at is null or expired_at < ${expired_at})`;
  await patchAll(context, 'project', later, { expired_at });
}

/** A licence ends early: its project then ends with the latest of its other live licences (C3). */
export async function shortenProject(context: Context, assignment: Assignment): Promise<void> {
  const { project_id, id } = assignment;
  // The lock comes first, so that the second of two concurrent ends sees the result of the first.
  await context.trx.selectFrom('project').select('id').where('id', '=', project_id).forUpdate().execute();
  const expired_at = sql`(select max(a.expired_at) from assignment a
    where a.project_id = ${project_id} and a.id <> ${id} and a.status = 1 and a.deleted_at is null)`;
  await patchAll(context, 'project', sql<SqlBool>`id = ${project_id}`, { expired_at });
}
