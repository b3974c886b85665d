import { randomBytes } from 'node:crypto';
import type { Context } from '../core/context.ts';
import { insert } from '../db/write/store.ts';
import { createSubscription } from '../domain/account/subscriptionTerm.ts';
import { create } from '../resource/write/create.ts';
import { runActionByName } from '../resource/write/runAction.ts';
import { updateRecord } from '../resource/write/write.ts';
import { enterprises } from './data.ts';

/** Makes a context whose caller is this user. */
type As = (user: {
  id: number;
  role: 'SuperAdmin' | 'Enterprise' | 'Subordinate';
  enterprise_id: number | null;
}) => Context;

export interface DemoCustomer {
  enterprise: number;
  user: number;
  products: number[];
  projects: { id: number; product: number }[];
}

/** Applications of the sub-user in each state, and one filed by an administrator. */
export async function makeApplications(as: As, admin: number, customer: DemoCustomer, subUser: number): Promise<void> {
  const enterprise = as({ id: customer.user, role: 'Enterprise', enterprise_id: customer.enterprise });
  const applicant = as({ id: subUser, role: 'Subordinate', enterprise_id: customer.enterprise });
  const project_id = customer.projects[0]?.id ?? 0;
  await updateRecord(enterprise, enterprise.contract.entity('project'), project_id, { sub_user_id: subUser });
  const file = async (hosts: number, comment: string) =>
    (await create(applicant, applicant.contract.entity('application'), { project_id, hosts, comment })).id as number;
  await file(4, 'Two more sites go live 两个新站点上线');
  const approved = await file(1, 'Replacement server 更换服务器');
  await runActionByName(enterprise, enterprise.contract.entity('application'), 'approve', approved, {
    comment: 'Fine 同意',
  });
  const rejected = await file(500, 'For the whole region 覆盖整个大区');
  const reply = 'Please split it by site 请按站点拆分';
  await runActionByName(enterprise, enterprise.contract.entity('application'), 'reject', rejected, { comment: reply });
  await updateRecord(
    applicant,
    applicant.contract.entity('application'),
    await file(2, 'Not needed any more 不再需要'),
    {
      status: 8,
    },
  );
  const operations = as({ id: admin, role: 'SuperAdmin', enterprise_id: null });
  await create(operations, operations.contract.entity('application'), {
    project_id,
    hosts: 2,
    comment: 'By phone 电话申请',
  });
}

/** Subscriptions in each state, with payments. */
export async function makeSubscriptions(as: As, admin: number, customers: readonly DemoCustomer[]): Promise<void> {
  const operations = as({ id: admin, role: 'SuperAdmin', enterprise_id: null });
  const contact = {
    contact_man: 'Zhou Min 周敏',
    contact_mail: 'zhou@blueharbor.example',
    contact_phone: '+86 21 5550 0110',
  };
  for (const [index, customer] of customers.slice(0, 4).entries()) {
    const buyer = as({ id: customer.user, role: 'Enterprise', enterprise_id: customer.enterprise });
    const code = await createSubscription(buyer, {
      ...contact,
      company: enterprises[index]?.name,
      wish: 'CloudMove',
      hosts: 10 + index * 15,
    });
    if (index === 3) continue;
    const { id } = await operations.trx
      .selectFrom('subscription')
      .select('id')
      .where('code', '=', code)
      .executeTakeFirstOrThrow();
    const input = index === 2 ? {} : { product_id: customer.products[0] };
    await runActionByName(
      operations,
      operations.contract.entity('subscription'),
      index === 2 ? 'cancel' : 'activate',
      id,
      input,
    );
    if (index === 2) continue;
    const paid = {
      subscription_id: id,
      amount: 128_000_00 + index * 36_500_00,
      currency: 'CNY',
      paid_at: operations.now.toISOString(),
    };
    await create(operations, operations.contract.entity('payment'), paid);
  }
}

/** An issuing profile, and a tie between an order and a project. */
export async function makeProfiles(as: As, admin: number, customer: DemoCustomer): Promise<void> {
  const operations = as({ id: admin, role: 'SuperAdmin', enterprise_id: null });
  await create(operations, operations.contract.entity('product_license'), {
    product_id: customer.products[0],
    comment: 'Default profile 默认配置',
  });
  const project = customer.projects[0];
  const order = await operations.trx
    .selectFrom('orders')
    .select('id')
    .where('enterprise_id', '=', customer.enterprise)
    .where('product_id', '=', project?.product ?? 0)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (order && project)
    await create(operations, operations.contract.entity('order_project'), {
      order_id: order.id,
      project_id: project.id,
    });
}

/** A third-party account of the first salesman, as the provider would bind it. */
export async function bindSalesman(context: Context, user_id: number): Promise<void> {
  const union_id = randomBytes(12).toString('hex');
  await insert(context, 'user_oauth', { user_id, nick: '林悦', union_id });
}
