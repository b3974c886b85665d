import { type Accounts, type Api, password } from './account.ts';

interface Product {
  readonly id: number;
  readonly name: string;
  readonly code: string;
}

/** A customer of the demo's salesman `sales`, created for one test and used by no other. */
export interface Customer extends Api {
  /** The login name of its user; all accounts have the same password. */
  readonly name: string;
  readonly enterprise: { id: number; name: string };
  readonly product: Product;
  /** The staff who handle its orders. */
  readonly staff: Readonly<Record<'superadmin' | 'operations' | 'sales', Api>>;
  /** An order of its user at status 0. */
  order(hosts: number, more?: object): Promise<number>;
  /** A confirmed and approved order. */
  approved(hosts: number, more?: object): Promise<number>;
  /** A project to which licences can be allocated. */
  project(more?: object): Promise<number>;
  /** Allocates a licence and waits until its task has ended. */
  licence(project: number, order: number, hosts: number, more?: object): Promise<number>;
}

export const delivery = { delivery_method: 'payment_after_delivery', is_stamp: false };
let serial = 0;

/** A word of letters that is unique to the customer. */
const letters = (number: number): string => [...String(number)].map((digit) => 'ABCDEFGHIJ'[Number(digit)]).join('');

export const confirm = (staff: Customer['staff'], id: number) =>
  staff.sales.call('POST', `/v1/order/${id}`, { status: 1, use_period: 365, assign_period: 180 });

async function productOf(staff: Customer['staff'], word: string, more: object): Promise<Product> {
  const made = { name: `Product ${word}`, code: `P-${word}`, deployment_id: 1, category_id: 1001, ...more };
  const { id } = await staff.superadmin.call('POST', '/v1/product', made);
  await staff.superadmin.call('POST', '/v1/user_product', { user_id: staff.sales.welcome.user.id, product_id: id });
  return { ...made, id };
}

/** Creates a customer with one product, through the API alone. */
export async function makeCustomer(desk: Accounts, product: object = {}): Promise<Customer> {
  const word = `Q${letters(++serial + 1000)}`;
  const [superadmin, operations, sales] = await Promise.all(['superadmin', 'operations', 'sales'].map(desk.api));
  const staff = { superadmin, operations, sales } as Customer['staff'];
  const made = await productOf(staff, word, product);
  const enterprise = { name: `Enterprise ${word}`, code: word, sales_user_id: staff.sales.welcome.user.id };
  const { id } = await staff.superadmin.call('POST', '/v1/enterprise', enterprise);
  await staff.superadmin.call('POST', '/v1/enterprise_product', { enterprise_id: id, product_id: made.id });
  const name = word.toLowerCase();
  const person = { name, nick_name: `Buyer ${word}`, role_id: 4, password, enterprise_id: id };
  await staff.superadmin.call('POST', '/v1/user', person);
  await desk.settle(name);
  const own = await desk.api(name);

  const order = async (hosts: number, more: object = {}): Promise<number> => {
    const body = { category_id: 1001, product_id: made.id, purchased: { hosts }, params: delivery, ...more };
    return (await own.call('POST', '/v1/order', body)).id;
  };
  const approved = async (hosts: number, more: object = {}) => {
    const made = await order(hosts, more);
    await confirm(staff, made);
    await staff.operations.call('POST', `/v1/order/${made}`, { status: 2 });
    return made;
  };
  const project = async (more: object = {}) => {
    const key = `KEY-${word}-${++serial}`;
    const body = { name: `Project ${key}`, product_id: made.id, license_key: key, ...more };
    const { id } = await own.call('POST', '/v1/project', body);
    await own.call('POST', `/v1/project/${id}`, { status: 1 });
    return id as number;
  };
  const licence = async (project_id: number, order_id: number, hosts: number, more: object = {}) => {
    const body = { project_id, orders: [{ order_id, hosts }], ...more };
    const { items } = await own.call('POST', '/v1/assignment', body);
    const issued = async () => (await own.call('GET', `/v1/assignment/${items[0].id}`)).task.status !== 'running';
    while (!(await issued())) await new Promise((resolve) => setTimeout(resolve, 50));
    return items[0].id as number;
  };
  return {
    ...own,
    name,
    enterprise: { id, name: enterprise.name },
    product: made,
    staff,
    order,
    approved,
    project,
    licence,
  };
}
