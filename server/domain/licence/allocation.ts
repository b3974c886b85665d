import { randomUUID } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import { atBodyPaths, brokenRules } from '../../../contract/conditions/checkRules.ts';
import { storedRecord } from '../../../contract/conditions/records.ts';
import type { EntityRows } from '../../../contract/index.ts';
import { type MessageKey, message } from '../../../contract/messages/message.ts';
import { AppError } from '../../core/appError.ts';
import { type Context, callerOf } from '../../core/context.ts';
import type { FieldValues } from '../../core/rules.ts';
import { insertAll, patchAll } from '../../db/write/store.ts';
import { projectTies } from '../order/orderProject.ts';

export interface OrderHosts {
  order_id: number;
  hosts: number;
}

export interface RecipientMails {
  project_mail?: string | null;
  sub_user_mail?: string | null;
  scan_mail?: string | null;
  others?: string[] | null;
}

/**
 * Checks the rule of the recipients of an allocation, which is no body of the entity (A13).
 * @throws 422 at the field
 */
function checkRecipients(context: Context, mails: unknown): void {
  const entity = context.contract.entity('assignment');
  const broken = brokenRules(entity, storedRecord({ mails }, context.now), context.caller, ['mails']);
  if (Object.keys(broken).length > 0) throw AppError.invalid(atBodyPaths(entity, broken));
}

async function usableProject(context: Context, id: number) {
  const found = await context.trx
    .selectFrom('project')
    .innerJoin('product', 'product.id', 'project.product_id')
    .innerJoin('enterprise', 'enterprise.id', 'project.enterprise_id')
    .select('enterprise.type as enterprise_type')
    .select(['project.id', 'project.enterprise_id', 'project.product_id', 'project.status', 'project.enabled'])
    .select(['project.license_key', 'product.category_id'])
    .where('project.id', '=', id)
    .forShare('project')
    .executeTakeFirstOrThrow();
  if (found.status !== 1 || !found.enabled)
    throw AppError.unprocessable('project_not_effective', undefined, 'project_id');
  if (!found.license_key) throw AppError.unprocessable('project_key_needed', undefined, 'project_id');
  return found;
}
type Project = Awaited<ReturnType<typeof usableProject>>;

/** Locks the orders by ascending id, so that two allocations cannot deadlock (C4). */
const lockOrders = (context: Context, ids: number[]) =>
  context.trx
    .selectFrom('orders')
    .innerJoin('enterprise', 'enterprise.id', 'orders.enterprise_id')
    .selectAll('orders')
    .select('enterprise.status as enterprise_status')
    .where('orders.id', 'in', ids)
    .orderBy('orders.id')
    .forNoKeyUpdate('orders')
    .execute();
type Locked = Awaited<ReturnType<typeof lockOrders>>[number];
type Ties = Awaited<ReturnType<typeof projectTies>>;

const isTest = (project: Project) => project.enterprise_type === 2 || project.enterprise_type === 3;

/** Why the order cannot serve the project at all: its enterprise, product and ties (B39), and B29. */
function whyOrderDoesNotFit(project: Project, order: Locked, ties: Ties): MessageKey | undefined {
  if (order.enterprise_id !== project.enterprise_id || order.product_id !== project.product_id) {
    return 'order_not_for_project';
  }
  if (ties.has(order.id) && !ties.get(order.id)?.has(project.id)) return 'order_tied';
  return isTest(project) && order.category_id !== 1003 ? 'test_project_trial' : undefined;
}

function whyNotAllocatable(context: Context, order: Locked, hosts: number): [MessageKey, number?] | undefined {
  if (order.status !== 2) return ['order_pending'];
  if (order.expired_at !== null && order.expired_at <= context.now) return ['order_expired'];
  if (order.enterprise_status !== 1) return ['enterprise_not_approved'];
  if (order.available_hosts < 1) return ['order_used_up'];
  if (hosts > order.available_hosts) return ['over_available', order.available_hosts];
  return undefined;
}

function checkOrders(context: Context, project: Project, orders: Locked[], wanted: OrderHosts[], ties: Ties): void {
  const errors: Record<string, string[]> = {};
  wanted.forEach(({ order_id, hosts }, index) => {
    const order = orders.find((one) => one.id === order_id);
    const wrong = order && whyOrderDoesNotFit(project, order, ties);
    const [key, value] = wrong ? [wrong] : ((order && whyNotAllocatable(context, order, hosts)) ?? []);
    if (key) errors[`orders[${index}].hosts`] = [message(key, value === undefined ? undefined : { value })];
  });
  if (Object.keys(errors).length > 0) throw AppError.invalid(errors);
}

/** The flag of the standard mail: `migration` for a migration product (A10). */
function sendFlag(project: Project, order: Locked): EntityRows['mail']['send_flag'] {
  if (project.category_id === 1001) return 'migration';
  return (order.params as FieldValues).service_type === 'failback' ? 'failback' : 'dr';
}

/** The login name of the sub-user who uses the licence at a SaaS product. */
async function saasUser(context: Context, sub_user_id: unknown): Promise<string | null> {
  if (!sub_user_id) return null;
  const found = await context.trx
    .selectFrom('users')
    .select('name')
    .where('id', '=', sub_user_id as number)
    .executeTakeFirst();
  return found?.name ?? null;
}

/** Deducts the hosts from their orders, whose rows are locked. */
async function deductHosts(context: Context, wanted: readonly OrderHosts[]): Promise<void> {
  const hosts = JSON.stringify(Object.fromEntries(wanted.map(({ order_id, hosts }) => [order_id, hosts])));
  await patchAll(context, 'order', sql<SqlBool>`id = any (${wanted.map(({ order_id }) => order_id)}::int[])`, {
    available_hosts: sql<number>`available_hosts - (${hosts}::jsonb ->> id::text)::int`,
  });
}

/** The row of a licence to be issued by a task of its own. */
function licenceFor(
  context: Context,
  project: Project,
  order: Locked,
  hosts: number,
  values: FieldValues,
  saas_user: string | null,
) {
  return {
    order_id: order.id,
    project_id: project.id,
    enterprise_id: project.enterprise_id ?? 0,
    allocation_id: (values.allocation_id ?? null) as number | null,
    user_id: callerOf(context).id,
    hosts,
    sub_user_id: (values.sub_user_id ?? null) as number | null,
    mails: (values.mails ?? {}) as EntityRows['assignment']['mails'],
    params: { send_flag: sendFlag(project, order), saas_user },
    comment: (values.comment ?? null) as string | null,
    lic_key: project.license_key,
    task_uuid: randomUUID(),
    task_status: 'running' as const,
    task_started_at: sql`now()`,
    language: context.origin?.language === 'zh' ? 'zh-CN' : 'en',
    jti: randomUUID(),
  };
}

/**
 * Allocates hosts of orders to a project: one assignment per order, each with its issue task and job, all or nothing
 * (B17, C4, C6).
 * @param values validated, with references in the caller's scope
 * @returns the ids of the assignments, in the requested order
 */
export async function allocate(context: Context, values: FieldValues): Promise<number[]> {
  if (callerOf(context).tags === 1) throw AppError.unprocessable('no_self_service');
  const wanted = values.orders as OrderHosts[];
  if (wanted.length === 0) throw AppError.unprocessable('required', undefined, 'orders');
  const orderIds = wanted.map((one) => one.order_id);
  if (new Set(orderIds).size < orderIds.length) throw AppError.unprocessable('order_twice', undefined, 'orders');
  checkRecipients(context, values.mails ?? {});
  const project = await usableProject(context, values.project_id as number);
  const orders = await lockOrders(context, orderIds);
  checkOrders(context, project, orders, wanted, await projectTies(context, orderIds));
  const saas_user = await saasUser(context, values.sub_user_id);
  const licences = wanted.flatMap(({ order_id, hosts }) => {
    const order = orders.find((one) => one.id === order_id);
    return order ? [licenceFor(context, project, order, hosts, values, saas_user)] : [];
  });
  await deductHosts(context, wanted);
  const made = await insertAll(context, 'assignment', licences, ({ order_id, project_id, hosts }) => ({
    action: 'allocate',
    after: { order_id, project_id, hosts },
  }));
  await context.enqueue(context.trx, 'issueLicence', ...licences.map(({ task_uuid }) => ({ task_uuid })));
  return made;
}
