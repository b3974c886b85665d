import { entityNamed } from '../../../contract/index.ts';
import { allocate } from '../../domain/allocation.ts';
import { AppError } from '../../domain/appError.ts';
import { type Application, decide, serveApplication } from '../../domain/application.ts';
import { applyByLink, makeLink, openLink } from '../../domain/applicationLink.ts';
import type { Assignment } from '../../domain/assignment.ts';
import { retry } from '../../domain/assignment.ts';
import type { Context } from '../../domain/context.ts';
import { failBack } from '../../domain/failback.ts';
import { ofTask } from '../../domain/licence.ts';
import { saasCounts } from '../../domain/usage.ts';
import { get, list, rowOf } from '../../resource/read.ts';
import type { Handlers } from '../serve.ts';

const licences = entityNamed('assignment');
const applications = entityNamed('application');

const licence = async (context: Context, id: number, lock?: 'change') =>
  (await rowOf(context, licences, id, lock)) as unknown as Assignment;
const application = async (context: Context, id: number) =>
  (await rowOf(context, applications, id, 'change')) as unknown as Application;

async function shown(context: Context, ids: readonly number[]) {
  const items = [];
  for (const id of ids) items.push(await get(context, licences, id));
  return { items };
}

async function taskOf(context: Context, uuid: string): Promise<number> {
  const found = await context.trx
    .selectFrom('assignment')
    .select('id')
    .where(ofTask(uuid))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!found) throw AppError.notFound();
  return found.id;
}

/** Licences and applications beyond their records (B17, B30, C6, C7, C14, C15). */
export const assignmentHandlers: Handlers<
  | 'assignment_create'
  | 'task_retry'
  | 'fail_back'
  | 'saas_license'
  | 'order_assignment_list'
  | 'allocation_assignment_count'
  | 'allocation_assignment_list'
  | 'allocation_assignment_create'
  | 'allocation_approve'
  | 'application_link'
  | 'application_link_get'
  | 'application_link_apply'
> = {
  assignment_create: async (context, { body }) => shown(context, await allocate(context, body)),
  async task_retry(context, { name }) {
    const id = await taskOf(context, name);
    await retry(context, await licence(context, id, 'change'));
    return get(context, licences, id);
  },
  async fail_back(context, { body }, { signLicence }) {
    const row = await licence(context, body.assignment_id, 'change');
    return { failback_secret: await failBack(context, row, body.failback_key, signLicence) };
  },
  saas_license: async (context, { id }) => saasCounts(context, (await licence(context, id)).project_id),
  order_assignment_list: (context, request) => list(context, licences, request.list),
  async allocation_assignment_count(context) {
    const { total } = await list(context, applications, { filter_status: '0', per_page: '1' });
    return { count: total };
  },
  allocation_assignment_list: (context, request) => list(context, applications, request.list),
  async allocation_assignment_create(context, { body }) {
    const row = await application(context, body.allocation_id);
    return shown(context, await serveApplication(context, row, body.orders as never, body.comment ?? null));
  },
  async allocation_approve(context, { id, body }) {
    await decide(context, await application(context, id), body);
    return get(context, applications, id);
  },
  application_link: (context, { body }) => makeLink(context, body),
  application_link_get: async (context, { name }) => (await openLink(context, name)).shown,
  async application_link_apply(context, { name, body }) {
    await applyByLink(context, name, body);
    return { success: true };
  },
};
