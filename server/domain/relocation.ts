import { type SqlBool, sql } from 'kysely';
import type { Rows } from '../../contract/index.ts';
import { patch, removeAll } from '../db/store.ts';
import { AppError } from './appError.ts';
import { type Context, callerOf } from './context.ts';
import { checkProduct, checkSubUser } from './project.ts';

type Project = Rows['project'];

export interface Destination {
  sub_user_id?: number | null | undefined;
  enterprise_id?: number | null | undefined;
}

const moved = 2;

async function checkIdle(context: Context, project: Project): Promise<void> {
  const live = await context.trx
    .selectFrom('assignment')
    .select('id')
    .where('project_id', '=', project.id)
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('status', '=', 0), eb.and([eb('status', '=', 1), eb('expired_at', '>', context.now)])]))
    .executeTakeFirst();
  if (live) throw AppError.unprocessable('project_in_use');
}

/** SA and GA: to another approved enterprise that holds the product; its ties to orders stay behind (C13). */
async function toEnterprise(context: Context, project: Project, enterprise_id: number | null | undefined) {
  if (!enterprise_id) throw AppError.unprocessable('required', undefined, 'enterprise_id');
  if (enterprise_id === project.enterprise_id)
    throw AppError.unprocessable('enterprise_other', undefined, 'enterprise_id');
  await checkProduct(context, enterprise_id, project.product_id);
  await checkIdle(context, project);
  await removeAll(context, 'order_project', sql<SqlBool>`project_id = ${project.id}`);
  return { enterprise_id, sub_user_id: null };
}

/** Moves a locked project (C13): an enterprise between its sub-users, administrators to another enterprise. */
export async function relocate(context: Context, project: Project, to: Destination): Promise<void> {
  const own = callerOf(context).role === 'Enterprise';
  const foreign = own ? 'enterprise_id' : 'sub_user_id';
  if (to[foreign] !== undefined && to[foreign] !== null)
    throw AppError.unprocessable('not_writable', undefined, foreign);
  if (own && to.sub_user_id === undefined) throw AppError.unprocessable('required', undefined, 'sub_user_id');
  if (own) await checkSubUser(context, project.enterprise_id ?? 0, to.sub_user_id);
  const place = own ? { sub_user_id: to.sub_user_id ?? null } : await toEnterprise(context, project, to.enterprise_id);
  await patch(context, 'project', project, { ...place, transfer_status: moved }, { action: 'relocate', after: place });
}
