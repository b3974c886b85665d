import { type SqlBool, sql } from 'kysely';
import type { EntityRows } from '../../../contract/index.ts';
import { AppError } from '../../core/appError.ts';
import type { Context } from '../../core/context.ts';
import type { FieldValues } from '../../core/rules.ts';
import { removeAll } from '../../db/write/store.ts';
import { checkProduct, checkSubUser } from './projectChecks.ts';

type Project = EntityRows['project'];

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

/** An enterprise assigns a project to another sub-user, or to none (C13). */
export async function reassign(context: Context, project: Project, { sub_user_id }: FieldValues): Promise<FieldValues> {
  if (sub_user_id === undefined) throw AppError.unprocessable('required', undefined, 'sub_user_id');
  await checkSubUser(context, project.enterprise_id ?? 0, sub_user_id);
  return { sub_user_id };
}

/**
 * Administrators move a project to another approved enterprise with the same product; its ties to orders are removed
 * (C13).
 */
export async function relocate(
  context: Context,
  project: Project,
  { enterprise_id }: FieldValues,
): Promise<FieldValues> {
  if (enterprise_id === project.enterprise_id)
    throw AppError.unprocessable('enterprise_other', undefined, 'enterprise_id');
  await checkProduct(context, enterprise_id as number, project.product_id);
  await checkIdle(context, project);
  await removeAll(context, 'order_project', sql<SqlBool>`project_id = ${project.id}`);
  return { enterprise_id };
}
