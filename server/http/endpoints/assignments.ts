import type { Entity } from '../../../contract/schema/entity.ts';
import type { Context } from '../../core/context.ts';
import { allocate } from '../../domain/licence/allocation.ts';
import { applyByLink, makeLink, openLink } from '../../domain/licence/applicationLink.ts';
import type { Assignment } from '../../domain/licence/assignment.ts';
import { failBack } from '../../domain/licence/failback.ts';
import { requireRevealing, revealLicence } from '../../domain/licence/revealLicence.ts';
import { monthlyUsage, saasCounts } from '../../domain/licence/usage.ts';
import { enterpriseUse, licenceUse } from '../../reports/usageDays.ts';
import { getRecords, listRecords, readRow } from '../../resource/read/read.ts';
import type { EndpointHandlers } from '../serve.ts';

const licences = ({ contract }: Context): Entity => contract.entity('assignment');
const applications = ({ contract }: Context): Entity => contract.entity('application');

const licence = async (context: Context, id: number, lock?: 'change') =>
  (await readRow(context, licences(context), id, lock)) as unknown as Assignment;

/** Endpoints of licences and applications besides their records (B17, B30, C6, C7, C14, C15). */
export const assignmentHandlers: EndpointHandlers<
  | 'assignment_create'
  | 'fail_back'
  | 'assignment_reveal'
  | 'saas_license'
  | 'assignment_usage'
  | 'assignment_usage_days'
  | 'enterprise_usage_days'
  | 'order_assignment_list'
  | 'allocation_assignment_count'
  | 'allocation_assignment_list'
  | 'application_link'
  | 'application_link_get'
  | 'application_link_apply'
> = {
  assignment_create: async (context, { body }) => ({
    items: await getRecords(context, licences(context), await allocate(context, body)),
  }),
  async fail_back(context, { body }, { signLicence }) {
    await requireRevealing(context);
    const row = await licence(context, body.assignment_id, 'change');
    return { failback_secret: await failBack(context, row, body.failback_key, signLicence) };
  },
  assignment_reveal: async (context, { id }) => revealLicence(context, await licence(context, id)),
  saas_license: async (context, { id }) => saasCounts(context, (await licence(context, id)).project_id),
  async assignment_usage(context, { id }) {
    const items = await monthlyUsage(context, (await licence(context, id)).id);
    return { items, total: items.length, page: 1, per_page: Math.max(1, items.length) };
  },
  assignment_usage_days: async (context, { id }) => licenceUse(context, (await licence(context, id)).id),
  enterprise_usage_days: async (context, { id }) =>
    enterpriseUse(context, (await readRow(context, context.contract.entity('enterprise'), id)).id),
  order_assignment_list: (context, request) => listRecords(context, licences(context), request.list),
  async allocation_assignment_count(context) {
    const { total } = await listRecords(context, applications(context), { filter_status: '0', per_page: '1' });
    return { count: total };
  },
  allocation_assignment_list: (context, request) => listRecords(context, applications(context), request.list),
  application_link: (context, { body }) => makeLink(context, body),
  application_link_get: async (context, { name }) => (await openLink(context, name)).shown,
  async application_link_apply(context, { name, body }) {
    await applyByLink(context, name, body);
    return { success: true };
  },
};
