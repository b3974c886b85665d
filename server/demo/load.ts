import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Context } from '../core/context.ts';
import { tryAdvisoryLock } from '../db/maintenance/advisoryLock.ts';
import { allocate } from '../domain/licence/allocation.ts';
import { sendReminders } from '../resource/notify/reminders.ts';
import { updateRecord } from '../resource/write/write.ts';
import type { RunningProduct } from '../start/compose.ts';
import { keepPasswords } from './accounts.ts';
import { asDemoCaller, createDemoRecord, type InDemoTransaction } from './caller.ts';
import { comments, enterprises, projectNames } from './data.ts';
import { failed, failSomeMails } from './failures.ts';
import { bindSalesman, makeApplications, makeProfiles, makeSubscriptions } from './otherRecords.ts';
import { type Customer, type DemoCast, demoUser, makeCustomer, makeStaff } from './people.ts';
import { makeRoleAccounts } from './roleAccounts.ts';
import { makeMissingSamples, makeSamples } from './samples.ts';
import { issueWithUsage } from './usage.ts';

const day = 86_400_000;

/** The context of some days ago. */
const daysAgo = (context: Context, days: number): Context => ({
  ...context,
  now: new Date(context.now.getTime() - days * day),
});

/** Random numbers between 0 and 1, the same at every start. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const actingAs = (context: Context, customer: Customer, now = context.now) =>
  asDemoCaller(context, { id: customer.user, role: 'Enterprise', enterprise_id: customer.enterprise }, now);

async function makeProjects(context: Context, customer: Customer, index: number): Promise<void> {
  const by = actingAs(context, customer);
  for (const [at, product_id] of customer.products.entries()) {
    const names = projectNames[(index + at) % projectNames.length] ?? projectNames[0];
    const id = await createDemoRecord(by, 'project', {
      name: names[(index + at) % 2],
      code: `P-${String(index + 1).padStart(2, '0')}${at + 1}`,
      product_id,
      mail: `project${at + 1}@${enterprises[index]?.code.toLowerCase()}.example`,
      license_key: `LK-${String(1000 + index * 10 + at)}-${String(7919 * (index + 3) + at * 131).slice(-4)}`,
      customer_po: at === 0 ? `PO-2026-${100 + index}` : null,
      params: { saas_name: at === 0 ? `${enterprises[index]?.code.toLowerCase()}-cloud` : null },
    });
    await updateRecord(by, context.contract.entity('project'), id, { status: 1 });
    customer.projects.push({ id, product: product_id });
  }
}

const makeSubUser = (context: Context, customer: Customer): Promise<number> =>
  createDemoRecord(
    actingAs(context, customer),
    'user',
    demoUser('subuser', 'Qian Li 钱莉', 5, { phone: '+86 137 2222 9001' }),
  );

/** The other records: applications, subscriptions, an issuing profile and a third-party account. */
async function makeMore(context: Context, cast: DemoCast): Promise<void> {
  const [first] = cast.customers;
  if (!first) return;
  const by: Parameters<typeof makeProfiles>[0] = (user) => asDemoCaller(context, user);
  await makeApplications(by, cast.admin, first, cast.subUser);
  await makeSubscriptions(by, cast.admin, cast.customers);
  await makeProfiles(by, cast.admin, first);
  await bindSalesman(context, cast.sales[0] ?? 0);
}

interface OrderPlan {
  /** The final state of the order (C2). */
  state: 0 | 1 | 2 | 8 | 9;
  category: number;
  hosts: number;
  age: number;
}

const lengths = [365, 180, 90, 270, 30];
const usePeriod = ({ category, hosts }: OrderPlan): number =>
  category === 1003 ? 30 : (lengths[hosts % lengths.length] ?? 365);

/**
 * How many days ago the licence of an order was issued: after the approval, with at least 45 days left; otherwise
 * today.
 */
function issuedBefore(fate: OrderPlan): number {
  const days = Math.min(fate.age - 1, usePeriod(fate) - 45);
  return days < 10 ? 0 : days;
}

async function makeOrder(
  context: Context,
  cast: DemoCast,
  customer: Customer,
  product: number,
  fate: OrderPlan,
  comment: unknown,
) {
  const at = (later: number) => new Date(context.now.getTime() - fate.age * day + later * 3_600_000);
  const buyer = actingAs(context, customer, at(0));
  const id = await createDemoRecord(buyer, 'order', {
    category_id: fate.category,
    product_id: product,
    purchased: { hosts: fate.hosts },
    params: { delivery_method: 'payment_after_delivery', is_stamp: false },
    comment,
  });
  const sales = asDemoCaller(context, { id: customer.sales, role: 'SalesMan' }, at(3));
  const reviewer = asDemoCaller(context, { id: cast.operations, role: 'GeneralAdmin' }, at(8));
  const periods = { use_period: usePeriod(fate), assign_period: 180 };
  const order = context.contract.entity('order');
  if (fate.state === 8) await updateRecord(buyer, order, id, { status: 8 });
  if (fate.state === 9) await updateRecord(sales, order, id, { status: 9, comment: 'Budget not released 预算未批' });
  if (fate.state === 1 || fate.state === 2) await updateRecord(sales, order, id, { status: 1, ...periods });
  if (fate.state === 2) await updateRecord(reviewer, order, id, { status: 2 });
  return id;
}

const states: OrderPlan['state'][] = [2, 2, 2, 0, 2, 1, 2, 9, 2, 8, 0, 2, 1];

/** Orders of every category and state, spread over the customers, and licences from about every other approved one. */
async function makeOrders(inTransaction: InDemoTransaction, cast: DemoCast, count: number): Promise<void> {
  const random = seeded(2026);
  const bought = new Set<string>();
  let isAbove = false;
  for (let index = 0; index < count; index += 1) {
    const customer = cast.customers[index % cast.customers.length];
    const product = customer?.products[Math.floor(index / cast.customers.length) % customer.products.length];
    if (!customer || !product) continue;
    const key = `${customer.enterprise}:${product}`;
    const trial = (customer.test || index % 9 === 4) && !bought.has(key);
    if (customer.test && !trial) continue;
    if (trial) bought.add(key);
    const category = trial ? 1003 : index % 11 === 5 ? 1004 : 1001;
    const fate = {
      state: states[index % states.length] ?? 2,
      category,
      hosts: 5 + Math.floor(random() * 195),
      age: 1 + Math.floor(random() * 150),
    };
    const id = await inTransaction((context) =>
      makeOrder(context, cast, customer, product, fate, comments[index % comments.length]),
    );
    if (fate.state === 2 && index % 2 === 0) {
      // Of one licence of the first customer more is used than was bought.
      const isNext: boolean = !isAbove && customer === cast.customers[0] && category === 1001;
      const uses: boolean = await inTransaction((context) =>
        licence(context, customer, product, id, fate, { fails: index % 8 === 0, isAbove: isNext }),
      );
      isAbove ||= isNext && uses;
    }
    if (fate.state === 2 && category === 1001 && index % 7 === 0)
      await inTransaction((context) => reissue(context, customer, id));
  }
}

async function reissue(context: Context, customer: Customer, parent_order_id: number): Promise<void> {
  const params = { delivery_method: 'payment_after_delivery', is_stamp: false };
  await createDemoRecord(actingAs(context, customer), 'order', {
    category_id: 1002,
    parent_order_id,
    purchased: { hosts: 2 },
    params,
  });
}

/** @returns true if its use is reported */
async function licence(
  context: Context,
  customer: Customer,
  product: number,
  order_id: number,
  fate: OrderPlan,
  { fails, isAbove }: { fails: boolean; isAbove: boolean },
): Promise<boolean> {
  const project = customer.projects.find((one) => one.product === product);
  if (!project) return false;
  const mails = { project_mail: `ops@customer${customer.enterprise}.example`, others: ['archive@customer.example'] };
  const days = fails ? 0 : issuedBefore(fate);
  const { now: then } = daysAgo(context, days);
  const [id = 0] = await allocate(actingAs(context, customer, then), {
    project_id: project.id,
    orders: [{ order_id, hosts: Math.max(1, Math.floor(fate.hosts / 3)) }],
    mails,
    comment: null,
  });
  if (fails) await failed(context, id);
  if (days > 0) await issueWithUsage(context, id, then, isAbove);
  return days > 0;
}

/** Creates the users and projects of the demo; undefined if there are users already. */
async function makeCast(context: Context): Promise<DemoCast | undefined> {
  if (await context.trx.selectFrom('users').select('id').limit(1).executeTakeFirst()) return undefined;
  const staff = await makeStaff(daysAgo(context, 260));
  const customers: Customer[] = [];
  for (const [index, { review }] of enterprises.entries()) {
    // One enterprise after the other; those that wait for a review are a few days old.
    const then = daysAgo(context, review ? 3 : 230 - 6 * index);
    const customer = await makeCustomer(then, staff, index);
    if (!customer) continue;
    await makeProjects(then, customer, index);
    customers.push(customer);
  }
  const subUser = customers[0] ? await makeSubUser(daysAgo(context, 120), customers[0]) : 0;
  await keepPasswords(context);
  return { ...staff, customers, subUser };
}

/** The same under a lock: only the first of several processes creates the demo. */
async function makeCastOnce(inTransaction: InDemoTransaction): Promise<DemoCast | undefined> {
  for (;;) {
    const done = await inTransaction(
      async (context) => (await tryAdvisoryLock(context.trx, 'demo')) && { cast: await makeCast(context) },
    );
    if (done) return done.cast;
    await pause(200);
  }
}

/** Sends what the clock would announce within the next minute, so that nothing arrives while somebody looks around. */
const sendDueReminders = (inTransaction: InDemoTransaction): Promise<void> =>
  inTransaction(async (context) => {
    for (const entity of context.contract.entities)
      while (await sendReminders(context, entity)) {
        // A portion was sent, and more are due.
      }
  });

/**
 * Fills an empty database with the demo. A database with users gets only the samples of entities that have no record
 * yet. Of several starting processes only one fills it.
 */
export async function loadDemo(product: RunningProduct, log: Logger): Promise<void> {
  const { inTransaction } = product;
  const cast = await makeCastOnce(inTransaction);
  if (!cast) {
    await inTransaction(async (context) => {
      if (await tryAdvisoryLock(context.trx, 'demo')) await makeMissingSamples(context);
    });
    return;
  }
  await makeOrders(inTransaction, cast, 60);
  await inTransaction((context) => makeMore(context, cast));
  await inTransaction(async (context) => {
    const by = asDemoCaller(context, { id: cast.admin, role: 'SuperAdmin' });
    await makeSamples(by, context.contract.entities);
    await makeRoleAccounts(
      by,
      cast.customers.map(({ enterprise }) => enterprise),
    );
    await keepPasswords(context);
  });
  await failSomeMails(inTransaction);
  await sendDueReminders(inTransaction);
  log.info({ enterprises: enterprises.length, orders: 60 }, 'the demo is loaded');
}
