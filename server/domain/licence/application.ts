import { sql } from 'kysely';
import type { EntityRows } from '../../../contract/index.ts';
import { isRole } from '../../../contract/roles/index.ts';
import { roleIds } from '../../../contract/schema/access.ts';
import { AppError } from '../../core/appError.ts';
import { type Context, callerOf } from '../../core/context.ts';
import { deliverNotice } from '../../core/mail/deliverNotice.ts';
import type { EntityRules, FieldValues } from '../../core/rules.ts';
import { isTestProject } from '../project/project.ts';
import { allocate, type OrderHosts } from './allocation.ts';

export type Application = EntityRows['application'];

const bySubUser = 1;
const byAdmin = 2;
/** Applications from QR scans and international tests belong to test projects (B29). */
const testSources = [0, 4];

/** The project of an application. */
export async function projectOf(context: Context, id: unknown) {
  return context.trx
    .selectFrom('project')
    .select(['id', 'name', 'enterprise_id', 'product_id'])
    .where('id', '=', id as number)
    .executeTakeFirstOrThrow();
}

/** Refuses, at the field, a source that is not allowed for the project (B29). */
export async function checkSource(
  context: Context,
  project: { enterprise_id: number | null },
  source: number,
  field: 'project_id' | 'source',
): Promise<void> {
  if (testSources.includes(source) && !(await isTestProject(context, project.enterprise_id ?? 0))) {
    throw AppError.unprocessable('test_project_needed', undefined, field);
  }
}

/** The enterprise and the product of an application, from its project. */
async function withProject(context: Context, values: FieldValues, source: number): Promise<FieldValues> {
  const project = await projectOf(context, values.project_id);
  if (values.product_id && values.product_id !== project.product_id) {
    throw AppError.unprocessable('order_not_for_project', undefined, 'product_id');
  }
  await checkSource(context, project, source, 'project_id');
  return { enterprise_id: project.enterprise_id, product_id: project.product_id };
}

/** Notifies the enterprise of a new application (C9). */
export async function notifyFiled(context: Context, application: Application): Promise<void> {
  const readers = [{ role_id: roleIds.Enterprise, enterprise_id: application.enterprise_id ?? 0 }];
  const { name } = await projectOf(context, application.project_id);
  const about = { module: 'allocation', record_id: application.id, values: { project: name } } as const;
  await deliverNotice(context, { bell: readers, mail: [] }, { ...about, notice: 'application_filed' });
}

/** Completes a new application from any source. */
export async function completeApplication(context: Context, values: FieldValues, source: number): Promise<FieldValues> {
  return { ...values, ...(await withProject(context, values, source)), source };
}

/**
 * The orders that can serve the application, those that expire first before the others, with the hosts needed of each.
 * No further orders are read.
 */
async function sharesFor(context: Context, application: Application): Promise<OrderHosts[]> {
  const { rows } = await sql<{ id: number; available_hosts: number }>`select id, available_hosts from (
    select t.id, t.available_hosts,
      sum(t.available_hosts) over (order by t.expired_at nulls last, t.id) - t.available_hosts as before
    from orders t
    where t.enterprise_id = ${application.enterprise_id} and t.product_id = ${application.product_id}
      and t.status = 2 and t.available_hosts > 0 and t.deleted_at is null
      and (t.expired_at is null or t.expired_at > ${context.now})
      and (t.category_id = 1003 or not exists (
        select 1 from enterprise e where e.id = t.enterprise_id and e.type in (2, 3)))
      and (not exists (select 1 from order_project x where x.order_id = t.id and x.deleted_at is null) or exists (
        select 1 from order_project x where x.order_id = t.id and x.project_id = ${application.project_id}
          and x.deleted_at is null))) as usable
    where before < ${application.hosts} order by before`.execute(context.trx);
  let rest = application.hosts;
  const shares: OrderHosts[] = [];
  for (const order of rows) {
    const hosts = Math.min(rest, order.available_hosts);
    if (hosts > 0) shares.push({ order_id: order.id, hosts });
    rest -= hosts;
  }
  if (rest > 0) throw AppError.unprocessable('not_enough_orders', { value: application.hosts - rest });
  return shares;
}

const replyColumn = ({ comment = null }: FieldValues): FieldValues => ({ reply: comment });

/** Serves an application with these shares of orders, in the transaction of its approval (C15). */
async function serveFromShares(
  context: Context,
  application: Application,
  orders: OrderHosts[],
  input: FieldValues,
): Promise<FieldValues> {
  const hosts = orders.reduce((sum, one) => sum + one.hosts, 0);
  if (hosts > application.hosts)
    throw AppError.unprocessable('over_application', { value: application.hosts }, 'orders');
  await allocate(context, {
    project_id: application.project_id,
    orders,
    allocation_id: application.id,
    sub_user_id: application.user_id,
    mails: application.mails,
    comment: application.comment,
  });
  return replyColumn(input);
}

/** Rules of applications: who files one, and until when it may be changed (B16, C15). */
export const application: EntityRules<'application'> = {
  async beforeCreate(context, values) {
    const caller = callerOf(context);
    const filed = isRole(caller.role, 'Subordinate') ? bySubUser : ((values.source as number | null) ?? byAdmin);
    const user_id = isRole(caller.role, 'Subordinate') ? caller.id : null;
    return { ...(await completeApplication(context, values, filed)), user_id };
  },
  afterCreate: notifyFiled,
  async beforeUpdate(context, row, values) {
    const next = { ...row, ...values };
    return {
      ...values,
      ...(await withProject(context, { ...next, product_id: values.product_id }, row.source ?? bySubUser)),
    };
  },
  /**
   * The decision of the enterprise: `approve` uses the available orders, `serve` the chosen ones; `reject` may give a
   * reason.
   */
  actions: {
    approve: async (context, row, input) => serveFromShares(context, row, await sharesFor(context, row), input),
    serve: (context, row, input) => serveFromShares(context, row, input.orders as OrderHosts[], input),
    reject: async (_context, _row, input) => replyColumn(input),
  },
  columns: {
    assignments: sql`(select coalesce(json_agg(json_build_object('id', a.id, 'order_id', a.order_id, 'hosts', a.hosts,
      'status', a.status, 'task', json_build_object('status', a.task_status, 'uuid', a.task_uuid)) order by a.id), '[]')
      from assignment a where a.allocation_id = t.id and a.deleted_at is null)`,
  },
};
