import { sql } from 'kysely';
import type { Rows } from '../../../contract/index.ts';
import { roleIds } from '../../../contract/schema/access.ts';
import { AppError } from '../../core/appError.ts';
import { type Context, callerOf } from '../../core/context.ts';
import { notify } from '../../core/mail/notification.ts';
import type { Rules, Values } from '../../core/rules.ts';
import { isTestProject } from '../project/project.ts';
import { allocate, checkRecipients, type Mails, type Wanted } from './allocation.ts';

export type Application = Rows['application'];

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
async function placed(context: Context, values: Values, source: number): Promise<Values> {
  const project = await projectOf(context, values.project_id);
  if (values.product_id && values.product_id !== project.product_id) {
    throw AppError.unprocessable('order_not_for_project', undefined, 'product_id');
  }
  await checkSource(context, project, source, 'project_id');
  return { enterprise_id: project.enterprise_id, product_id: project.product_id };
}

/** Notifies the enterprise of a new application (C9). */
export async function tellFiled(context: Context, application: Application): Promise<void> {
  const readers = [{ role_id: roleIds.Enterprise, enterprise_id: application.enterprise_id ?? 0 }];
  const { name } = await projectOf(context, application.project_id);
  const about = { module: 'allocation', record_id: application.id, values: { project: name } } as const;
  await notify(context, readers, { ...about, notice: 'application_filed' });
}

/** Completes a new application from any source. */
export async function completed(context: Context, values: Values, source: number): Promise<Values> {
  checkRecipients((values.mails ?? {}) as Mails);
  return { ...values, ...(await placed(context, values, source)), source };
}

/**
 * The orders that can serve the application, those that expire first before the others, with the hosts needed of each.
 * No further orders are read.
 */
async function sharesFor(context: Context, application: Application): Promise<Wanted[]> {
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
  const shares: Wanted[] = [];
  for (const order of rows) {
    const hosts = Math.min(rest, order.available_hosts);
    if (hosts > 0) shares.push({ order_id: order.id, hosts });
    rest -= hosts;
  }
  if (rest > 0) throw AppError.unprocessable('not_enough_orders', { value: application.hosts - rest });
  return shares;
}

const replied = ({ comment = null }: Values): Values => ({ reply: comment });

/** Serves an application with these shares of orders, in the transaction of its approval (C15). */
async function serve(context: Context, application: Application, orders: Wanted[], input: Values): Promise<Values> {
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
  return replied(input);
}

/** Rules of applications: who files one, and until when it may be changed (B16, C15). */
export const application: Rules<Application> = {
  async beforeCreate(context, values) {
    const caller = callerOf(context);
    const filed = caller.role === 'Subordinate' ? bySubUser : ((values.source as number | null) ?? byAdmin);
    const user_id = caller.role === 'Subordinate' ? caller.id : null;
    return { ...(await completed(context, values, filed)), user_id };
  },
  afterCreate: tellFiled,
  async beforeUpdate(context, row, values) {
    const next = { ...row, ...values };
    checkRecipients((next.mails ?? {}) as Mails);
    return {
      ...values,
      ...(await placed(context, { ...next, product_id: values.product_id }, row.source ?? bySubUser)),
    };
  },
  /**
   * The decision of the enterprise: `approve` uses the available orders, `serve` the chosen ones; `reject` may give a
   * reason.
   */
  actions: {
    approve: async (context, row, input) => serve(context, row, await sharesFor(context, row), input),
    serve: (context, row, input) => serve(context, row, input.orders as Wanted[], input),
    reject: async (_context, _row, input) => replied(input),
  },
  columns: {
    assignments: sql`(select coalesce(json_agg(json_build_object('id', a.id, 'order_id', a.order_id, 'hosts', a.hosts,
      'status', a.status, 'task', json_build_object('status', a.task_status, 'uuid', a.task_uuid)) order by a.id), '[]')
      from assignment a where a.allocation_id = t.id and a.deleted_at is null)`,
  },
};
