import type { Context } from '../core/context.ts';
import { insert } from '../db/write/store.ts';
import { hashPassword } from '../domain/account/password.ts';
import { updateRecord } from '../resource/write/write.ts';
import { demoPassword } from './accounts.ts';
import { asDemoCaller, createDemoRecord, type DemoBody } from './caller.ts';
import { enterprises, products, salesmen } from './data.ts';

export interface DemoStaff {
  admin: number;
  operations: number;
  sales: number[];
  products: number[];
}
export interface DemoCast extends DemoStaff {
  customers: Customer[];
  subUser: number;
}
export interface Customer {
  enterprise: number;
  user: number;
  sales: number;
  /** Its projects are test projects, which only trials can serve (B29). */
  test: boolean;
  products: number[];
  projects: { id: number; product: number }[];
}

/** The first account of an empty database is inserted directly, since there is no caller yet. */
async function firstAdmin(context: Context): Promise<number> {
  const password_hash = await hashPassword(demoPassword);
  const values = { name: 'superadmin', nick_name: 'Administrator 管理员', role_id: 1 as const, password_hash };
  return (await insert(context, 'user', values)).id;
}

export const demoUser = (name: string, nick_name: string, role_id: number, more: DemoBody = {}): DemoBody => ({
  name,
  nick_name,
  role_id,
  password: demoPassword,
  ...more,
});

/** The vendor's users and products. */
export async function makeStaff(context: Context): Promise<DemoStaff> {
  const admin = await firstAdmin(context);
  const by = asDemoCaller(context, { id: admin, role: 'SuperAdmin' });
  const operations = await createDemoRecord(by, 'user', demoUser('operations', 'Operations 运营', 2));
  const sales: number[] = [];
  for (const { name, nick_name, phone } of salesmen)
    sales.push(await createDemoRecord(by, 'user', demoUser(name, nick_name, 3, { phone })));
  const made: number[] = [];
  for (const product of products) made.push(await createDemoRecord(by, 'product', product));
  for (const user_id of sales)
    for (const product_id of made) await createDemoRecord(by, 'user_product', { user_id, product_id });
  return { admin, operations, sales, products: made };
}

/**
 * Creates an enterprise with its first user; undefined if it is not approved.
 * @param index the index in the demo data
 */
export async function makeCustomer(context: Context, cast: DemoStaff, index: number): Promise<Customer | undefined> {
  const plan = enterprises[index];
  const sales = cast.sales[plan?.sales ?? 0] ?? 0;
  const admin = asDemoCaller(context, { id: cast.admin, role: 'SuperAdmin' });
  if (!plan) return undefined;
  const who = { name: plan.name, code: plan.code, type: plan.type, contact_man: plan.contact };
  const contact = {
    contact_mail: `contact@${plan.code.toLowerCase()}.example`,
    contact_phone: `+86 21 5550 01${10 + index}`,
  };
  if (plan.review) {
    const id = await createDemoRecord(asDemoCaller(context, { id: sales, role: 'SalesMan' }), 'enterprise', {
      ...who,
      ...contact,
    });
    if (plan.review === 'rejected') await updateRecord(admin, admin.contract.entity('enterprise'), id, { status: 9 });
    return undefined;
  }
  const enterprise = await createDemoRecord(admin, 'enterprise', { ...who, ...contact, sales_user_id: sales });
  const granted = plan.products.map((one) => cast.products[one] ?? 0);
  for (const product_id of granted)
    await createDemoRecord(admin, 'enterprise_product', { enterprise_id: enterprise, product_id });
  const params = {
    liaison_man: plan.contact,
    liaison_mail: contact.contact_mail,
    liaison_phone: contact.contact_phone,
    tutelage: false,
  };
  const user = await createDemoRecord(
    admin,
    'user',
    demoUser(plan.user, plan.contact, 4, { enterprise_id: enterprise, parent_id: sales, params }),
  );
  return { enterprise, user, sales, test: plan.type !== 1, products: granted, projects: [] };
}
