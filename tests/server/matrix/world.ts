import { type Cast, delivery, effectiveProject, startCast } from '../../support/cast.ts';
import { pdf, pngOf } from '../../support/contents.ts';
import type { EngineName } from '../../support/database.ts';
import { fakeOidc } from '../../support/fakeOidc.ts';
import { type Client, client, ok, password } from '../../support/product.ts';
import type { RoleName } from './allowed.ts';

export type Relation = 'o' | 's' | 't' | 'f';
export const relations: readonly Relation[] = ['o', 's', 't', 'f'];

/** For each entity, the id of a record in this relation to the actor; undefined without such a record. */
export type Records = Readonly<Record<string, Partial<Record<Relation, number>>>>;

export interface World {
  readonly cast: Cast;
  readonly actors: Readonly<Record<RoleName, Client>>;
  /** Records as seen from the first enterprise and its salesman. */
  readonly common: Records;
  /** Records that belong to single users, as seen by each. */
  readonly own: Readonly<Record<RoleName, Records>>;
  readonly licenceKeys: Readonly<Record<Relation, string>>;
  readonly tasks: Partial<Record<Relation, string>>;
  /** The files of the receipts of payments. */
  readonly receipts: Partial<Record<Relation, string>>;
  /** The files of the logos of the console. */
  readonly logos: Readonly<Record<'logo_en' | 'logo_zh', string>>;
}

const made = async (maker: Client, path: string, body: object): Promise<number> =>
  (await ok(maker.post(`/v1/${path}`, body))).id;

const person = (name: string, role_id: number, more: object = {}) => ({
  name,
  nick_name: name,
  role_id,
  password,
  ...more,
});

/** Products: `first` of both customers' salesmen, `second` of the first salesman, `third` of the other one. */
async function products(cast: Cast) {
  const product = (code: string) =>
    made(cast.admin, 'product', { name: code, code, deployment_id: 1, category_id: 1001 });
  const second = await product('SECOND-P');
  const third = await product('THIRD-P');
  await made(cast.admin, 'user_product', { user_id: cast.sales.id, product_id: second });
  const foreign = await made(cast.admin, 'user_product', { user_id: cast.otherSales.id, product_id: third });
  return { second, third, foreign };
}

interface Customer {
  enterprise: number;
  user: Client;
  product: number;
}

async function customer(cast: Cast, code: string, sales_user_id: number, product_id: number): Promise<Customer> {
  const enterprise = await made(cast.admin, 'enterprise', { name: code, code, sales_user_id });
  await made(cast.admin, 'enterprise_product', { enterprise_id: enterprise, product_id });
  const name = `${code.toLowerCase()}.user`;
  await made(cast.admin, 'user', person(name, 4, { enterprise_id: enterprise }));
  return { enterprise, user: await cast.login(name), product: product_id };
}

const order = (buyer: Client, product_id: number, hosts = 5) =>
  made(buyer, 'order', { category_id: 1001, product_id, purchased: { hosts }, params: delivery });

async function approvedOrder(cast: Cast, buyer: Client, product_id: number, sales: Client): Promise<number> {
  const id = await order(buyer, product_id);
  await ok(sales.post(`/v1/order/${id}`, { status: 1, use_period: 365, assign_period: 30 }));
  await ok(cast.operations.post(`/v1/order/${id}`, { status: 2 }));
  return id;
}

async function allocated(buyer: Client, project_id: number, order_id: number, more: object = {}) {
  const { items } = await ok(buyer.post('/v1/assignment', { project_id, orders: [{ order_id, hosts: 1 }], ...more }));
  return { id: items[0].id as number, task: items[0].task.uuid as string };
}

/** Creates a customer's records of every entity that belongs to an enterprise. */
async function recordsOf(cast: Cast, buyer: Client, product: number, sales: Client, key: string, more: object = {}) {
  const project = await effectiveProject(buyer, product, key);
  const approved = await approvedOrder(cast, buyer, product, sales);
  const { id: assignment, task } = await allocated(buyer, project, approved, more);
  const allocation = await made(cast.admin, 'allocation', { project_id: project, hosts: 1 });
  return { project, order: await order(buyer, product), assignment, task, allocation };
}

/**
 * Uploads a file as the administrator.
 * @returns its id
 */
async function uploaded(cast: Cast, path: string, content: Buffer): Promise<string> {
  const headers = { authorization: cast.admin.key };
  const sent = await cast.app.request(`/v1/${path}`, { method: 'POST', headers, body: new Uint8Array(content) });
  return ((await sent.json()) as { id: string }).id;
}

/** Gives the console a logo for each language. */
async function logosOf(cast: Cast): Promise<World['logos']> {
  const upload = (field: string) => uploaded(cast, `setting/product/upload/${field}?name=logo.png`, pngOf(60, 20));
  const logos = { logo_en: await upload('logo_en'), logo_zh: await upload('logo_zh') };
  await ok(
    cast.admin.post('/v1/setting/product/1', { logo_en: { id: logos.logo_en }, logo_zh: { id: logos.logo_zh } }),
  );
  return logos;
}

/** Creates a subscription of the customer with a payment. */
async function subscriptionOf(cast: Cast, buyer: Client) {
  const body = { company: 'Company', contact_man: 'Somebody', contact_mail: 'a@b.example', hosts: 3 };
  const { code } = await ok(buyer.post('/v1/subscription', body));
  const { items } = await ok(cast.admin.get(`/v1/subscription/temp/list?search=${code}`));
  const subscription = items[0].id as number;
  const paid = { subscription_id: subscription, amount: 100, currency: 'CNY', paid_at: '2026-01-01T00:00:00Z' };
  const id = await uploaded(cast, 'payment/temp/upload/receipt?name=slip.pdf', pdf);
  return { subscription, payment: await made(cast.admin, 'payment/temp', { ...paid, receipt: { id } }), receipt: id };
}

const mailOf = async (buyer: Client, assignment: number): Promise<number> => {
  for (let tries = 0; tries < 150; tries += 1) {
    const { items } = await ok(buyer.get(`/v1/mail/list?filter_assignment_id=${assignment}`));
    if (items[0]) return items[0].id;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the licence was not issued');
};

/** Waits until no licence is being issued and no mail is being sent, so that nothing changes by itself any more. */
async function quiet(cast: Cast): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const { rows } = await cast.database.executeSql(
      `select (select count(*) from assignment where task_status = 'running')
        + (select count(*) from job where failed_at is null) as left`,
    );
    if (Number(rows[0]?.['left']) === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the jobs did not end');
}

const sql = async (cast: Cast, text: string): Promise<number> =>
  Number((await cast.database.executeSql(text)).rows[0]?.['id']);

/** Creates two enterprises of one salesman and one of another, with users, sub-users and records of every kind. */
export async function startWorld(engine: EngineName): Promise<World> {
  const cast = await startCast(engine, { oidc: fakeOidc });
  const { second, third, foreign } = await products(cast);
  const other = await customer(cast, 'OTHER', cast.sales.id, second);
  const strange = await customer(cast, 'STRANGE', cast.otherSales.id, third);
  const colleagueId = await made(cast.admin, 'user', person('colleague', 4, { enterprise_id: cast.enterprise }));
  const colleague = await cast.login('colleague');
  const subUserId = await made(cast.customer, 'user', person('subuser', 5));
  const subUser = await cast.login('subuser');
  const acting = await ok(cast.sales.post(`/v1/auth/login/user/${cast.customer.id}`));
  const actors = {
    SA: cast.admin,
    GA: cast.operations,
    SM: cast.sales,
    EN: cast.customer,
    SU: subUser,
    IMP: client(cast.request, acting.api_key, cast.customer.id),
  };
  const o = await recordsOf(cast, cast.customer, cast.productId, cast.sales, 'KEY-O', { sub_user_id: subUserId });
  const s = await recordsOf(cast, colleague, cast.productId, cast.sales, 'KEY-S');
  const t = await recordsOf(cast, other.user, second, cast.sales, 'KEY-T');
  const f = await recordsOf(cast, strange.user, third, cast.otherSales, 'KEY-F');
  await ok(cast.customer.post(`/v1/project/${o.project}`, { sub_user_id: subUserId }));
  const filed = await made(subUser, 'allocation', { project_id: o.project, hosts: 1 });
  const tie = async (one: typeof o) => {
    const { items } = await ok(cast.admin.get(`/v1/assignment/list?filter_project_id=${one.project}`));
    return made(cast.admin, 'order_project', { order_id: items[0].order_id, project_id: one.project });
  };
  const bought = {
    o: await subscriptionOf(cast, cast.customer),
    t: await subscriptionOf(cast, other.user),
    f: await subscriptionOf(cast, strange.user),
  };
  const grant = async (enterprise: number): Promise<number> =>
    (await ok(cast.admin.get(`/v1/enterprise_product/list?filter_enterprise_id=${enterprise}`))).items[0].id;
  const userGrant = (await ok(cast.admin.get(`/v1/user_product/list?filter_user_id=${cast.sales.id}`))).items.at(-1).id;
  const program = async (buyer: Client) => {
    const account = await made(buyer, 'service_account', { name: 'Program' });
    const webhook = await made(buyer, 'webhook', { name: 'Shop', url: 'https://hooks.example/', events: ['order.*'] });
    await ok(buyer.post(`/v1/webhook/test/${webhook}`));
    const { items } = await ok(buyer.get('/v1/webhook_delivery/list'));
    const token = await made(buyer, 'service_token', { account_id: account, name: 'Token' });
    return { account, token, webhook, webhookDelivery: items[0].id };
  };
  const programs = {
    o: await program(cast.customer),
    t: await program(other.user),
    f: await program(strange.user),
  };
  const machine = ({ assignment }: typeof o) =>
    sql(
      cast,
      `insert into activation (assignment_id, enterprise_id, name, fingerprint, seat, expires_at)
        select id, enterprise_id, 'Machine', 'fingerprint', 1, now() + interval '1 day' from assignment
        where id = ${assignment} returning id`,
    );
  const audits = (await ok(cast.admin.get('/v1/audit/list'))).items;
  const provider = await sql(
    cast,
    `insert into identity_provider (label_en, label_zh, issuer, client_id)
      values ('Sign in', '登录', 'https://id.example', 'console') returning id`,
  );
  const common: Records = {
    enterprise: { o: cast.enterprise, t: other.enterprise, f: strange.enterprise },
    product: { o: cast.productId, t: second, f: third },
    product_license: {
      o: await made(cast.admin, 'product/license', { product_id: cast.productId }),
      f: await made(cast.admin, 'product/license', { product_id: third }),
    },
    user_product: { o: userGrant, f: foreign },
    enterprise_product: {
      o: await grant(cast.enterprise),
      t: await grant(other.enterprise),
      f: await grant(strange.enterprise),
    },
    project: { o: o.project, s: s.project, t: t.project, f: f.project },
    order: { o: o.order, s: s.order, t: t.order, f: f.order },
    order_project: { o: await tie(o), t: await tie(t), f: await tie(f) },
    application: { o: filed, s: s.allocation, t: t.allocation, f: f.allocation },
    assignment: { o: o.assignment, s: s.assignment, t: t.assignment, f: f.assignment },
    activation: { o: await machine(o), s: await machine(s), t: await machine(t), f: await machine(f) },
    mail: { o: await mailOf(cast.customer, o.assignment), f: await mailOf(strange.user, f.assignment) },
    subscription: { o: bought.o.subscription, t: bought.t.subscription, f: bought.f.subscription },
    payment: { o: bought.o.payment, t: bought.t.payment, f: bought.f.payment },
    service_account: { o: programs.o.account, t: programs.t.account, f: programs.f.account },
    service_token: { o: programs.o.token, t: programs.t.token, f: programs.f.token },
    webhook: { o: programs.o.webhook, t: programs.t.webhook, f: programs.f.webhook },
    webhook_delivery: {
      o: programs.o.webhookDelivery,
      t: programs.t.webhookDelivery,
      f: programs.f.webhookDelivery,
    },
    identity_provider: { o: provider },
    role_variant: { o: await made(cast.admin, 'role_variant', { name: 'Sales without export', role_id: 3 }) },
    product_setting: { o: 1 },
    retention_setting: { o: 1 },
    sign_in_setting: { o: 1 },
    mail_setting: { o: 1 },
    audit: { o: audits[0].id, f: audits[1].id },
  };
  const own = {} as Record<RoleName, Records>;
  for (const [name, actor] of Object.entries(actors) as [RoleName, Client][]) {
    own[name] = await ownRecords(cast, actor, strange.user.id, {
      o: actor.id,
      s: name === 'EN' || name === 'IMP' || name === 'SU' || name === 'SM' ? colleagueId : cast.customer.id,
      t: other.user.id,
      f: strange.user.id,
    });
  }
  const logos = await logosOf(cast);
  await quiet(cast);
  const tasks = { o: o.task, s: s.task, t: t.task, f: f.task };
  const receipts = { o: bought.o.receipt, t: bought.t.receipt, f: bought.f.receipt };
  return {
    cast,
    actors,
    common,
    own,
    tasks,
    receipts,
    logos,
    licenceKeys: { o: 'KEY-O', s: 'KEY-S', t: 'KEY-T', f: 'KEY-F' },
  };
}

/** Creates records that belong to one user; rows that no request can create for others are inserted by SQL. */
async function ownRecords(
  cast: Cast,
  actor: Client,
  stranger: number,
  user: Partial<Record<Relation, number>>,
): Promise<Records> {
  const view = (user_id: number) =>
    sql(
      cast,
      `insert into saved_view (screen, name, query, user_id) values ('/x', 'v${Math.random()}', '{}', ${user_id}) returning id`,
    );
  const note = (user_id: number) =>
    sql(
      cast,
      `insert into notification (uuid, user_id, notice) values (gen_random_uuid()::text, ${user_id}, 'x') returning id`,
    );
  const session = (user_id: number) =>
    sql(
      cast,
      `insert into session (key_hash, user_id, seen_at, expires_at) values (gen_random_uuid()::text, ${user_id}, now(), now() + interval '1 day') returning id`,
    );
  const binding = async (user_id: number) => {
    const known = await sql(cast, `select id from user_oauth where user_id = ${user_id}`);
    return (
      known ||
      sql(
        cast,
        `insert into user_oauth (user_id, union_id, nick) values (${user_id}, gen_random_uuid()::text, 'n') returning id`,
      )
    );
  };
  const both = async (make: (user_id: number) => Promise<number>) => ({
    o: await make(actor.id),
    f: await make(stranger),
  });
  return {
    user,
    saved_view: await both(view),
    notification: await both(note),
    session: await both(session),
    user_oauth: await both(binding),
  };
}
