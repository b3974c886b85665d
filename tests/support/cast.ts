import type { Database } from '../../server/db/connection.ts';
import type { EngineName } from './database.ts';
import { type Client, type GivenParts, ok, password, startProduct, type TestProduct } from './product.ts';

/** The users and records of a small world: one vendor, and two customers of different salesmen. */
export interface Cast extends TestProduct {
  readonly admin: Client;
  readonly operations: Client;
  readonly sales: Client;
  readonly otherSales: Client;
  readonly customer: Client;
  readonly otherCustomer: Client;
  readonly enterprise: number;
  readonly otherEnterprise: number;
  readonly productId: number;
  readonly project: number;
}

export const delivery = { delivery_method: 'payment_after_delivery', is_stamp: false };
export const periods = { use_period: 365, assign_period: 30 };

const createRecord = async (client: Client, entity: string, body: object): Promise<number> =>
  (await ok(client.post(`/v1/${entity}`, body))).id;

async function customerOf(admin: Client, sales_user_id: number, product_id: number, code: string) {
  const enterprise = await createRecord(admin, 'enterprise', { name: `Enterprise ${code}`, code, sales_user_id });
  await createRecord(admin, 'enterprise_product', { enterprise_id: enterprise, product_id });
  const name = code.toLowerCase();
  const user = { name, nick_name: name, role_id: 4, password, enterprise_id: enterprise };
  await createRecord(admin, 'user', user);
  return { enterprise, name };
}

/** Creates the world through the API alone. */
export async function startCast(given: EngineName | Database, parts: GivenParts = {}, env = {}): Promise<Cast> {
  const product = await startProduct(given, parts, env);
  const admin = await product.login('admin');
  const person = (name: string, role_id: number) =>
    createRecord(admin, 'user', { name, nick_name: name, role_id, password });
  await person('operations', 2);
  const sales = await person('sales', 3);
  const otherSales = await person('sales.other', 3);
  const productId = await createRecord(admin, 'product', {
    name: 'Mover',
    code: 'MOVER',
    deployment_id: 1,
    category_id: 1001,
  });
  for (const user_id of [sales, otherSales])
    await createRecord(admin, 'user_product', { user_id, product_id: productId });
  const first = await customerOf(admin, sales, productId, 'FIRST');
  const second = await customerOf(admin, otherSales, productId, 'SECOND');
  const customer = await product.login(first.name);
  const project = await effectiveProject(customer, productId, 'KEY-1');
  return {
    ...product,
    admin,
    operations: await product.login('operations'),
    sales: await product.login('sales'),
    otherSales: await product.login('sales.other'),
    customer,
    otherCustomer: await product.login(second.name),
    enterprise: first.enterprise,
    otherEnterprise: second.enterprise,
    productId,
    project,
  };
}

/** A project to which licences can be allocated. */
export async function effectiveProject(customer: Client, product_id: number, license_key: string): Promise<number> {
  const id = await createRecord(customer, 'project', { name: `Project ${license_key}`, product_id, license_key });
  await ok(customer.post(`/v1/project/${id}`, { status: 1 }));
  return id;
}

/** An order of the customer, at status 0. */
export const placeOrder = (cast: Cast, hosts: number, client = cast.customer): Promise<number> =>
  createRecord(client, 'order', {
    category_id: 1001,
    product_id: cast.productId,
    purchased: { hosts },
    params: delivery,
  });

/** An order that is confirmed and approved. */
export async function approvedOrder(cast: Cast, hosts: number): Promise<number> {
  const id = await placeOrder(cast, hosts);
  await ok(cast.sales.post(`/v1/order/${id}`, { status: 1, ...periods }));
  await ok(cast.operations.post(`/v1/order/${id}`, { status: 2 }));
  return id;
}

export const allocationBody = (cast: Cast, order_id: number, hosts: number, more = {}) =>
  cast.customer.post('/v1/assignment', { project_id: cast.project, orders: [{ order_id, hosts }], ...more });

/**
 * Waits until the task of the licence has ended.
 * @returns the licence
 */
export async function issuedLicence(cast: Cast, id: number, ms = 15_000) {
  const end = Date.now() + ms;
  while (Date.now() < end) {
    const found = await ok(cast.customer.get(`/v1/assignment/${id}`));
    if (found.task.status !== 'running') return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`the issue of licence ${id} did not end`);
}
