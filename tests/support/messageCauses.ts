import { type Account, type Accounts, password } from './account.ts';

let serial = 0;
/** A login name that no test has used. */
export function freshName(role: string): string {
  serial += 1;
  return `${role}.${Date.now().toString(36)}${serial}`;
}

/**
 * Creates a user with the role of the demo account and in the same enterprise.
 * @returns the login name
 */
export async function makeSimilarUser(desk: Accounts, account: Account): Promise<string> {
  const maker = await desk.api(account === 'subuser' ? 'enterprise' : 'superadmin');
  const { welcome } = await desk.api(account);
  const { role_id, enterprise_id, nick_name } = welcome.user;
  const name = freshName(account);
  const place = account === 'enterprise' ? { enterprise_id } : {};
  await maker.call('POST', '/v1/user', { name, nick_name, role_id, password, phone: '+86 137 0000 0000', ...place });
  await desk.settle(name);
  return name;
}

/** Creates an order of the demo's enterprise, which waits for its salesman. */
export async function makeOrder(desk: Accounts): Promise<{ id: number; code: string }> {
  const buyer = await desk.api('enterprise');
  const { items } = await buyer.call('GET', '/v1/enterprise_product/list');
  return buyer.call('POST', '/v1/order', {
    category_id: 1001,
    product_id: items[0].product_id,
    purchased: { hosts: 5 },
    params: { delivery_method: 'payment_after_delivery', is_stamp: false },
  });
}

async function application(desk: Accounts): Promise<{ id: number }> {
  const applicant = await desk.api('subuser');
  const { items } = await applicant.call('GET', '/v1/project/list');
  return applicant.call('POST', '/v1/allocation', { project_id: items[0].id, hosts: 1 });
}

/** Another user's action that sends each account a message (C9). */
const messageCauses: Readonly<Record<Account, (desk: Accounts) => Promise<unknown>>> = {
  superadmin: async (desk) => {
    const body = { name: freshName('admin'), nick_name: 'New', role_id: 1, password, phone: '+86 137 0000 0001' };
    await (await desk.api('operations')).call('POST', '/v1/user', body);
  },
  operations: async (desk) => {
    const { id } = await makeOrder(desk);
    const sales = await desk.api('sales');
    await sales.call('POST', `/v1/order/${id}`, { status: 1, use_period: 365, assign_period: 180 });
  },
  sales: makeOrder,
  enterprise: application,
  subuser: async (desk) => {
    const { id } = await application(desk);
    await (await desk.api('enterprise')).call('POST', `/v1/allocation/approve/${id}`, { status: 9 });
  },
};

/** Creates this number of unread messages for the account. */
export async function withUnread(desk: Accounts, account: Account, count: number): Promise<void> {
  await (await desk.api(account)).call('POST', '/v1/notification/update/all', {});
  for (let made = 0; made < count; made += 1) await messageCauses[account](desk);
}
