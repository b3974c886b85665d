import { sealAudit } from '../../../server/core/audit/auditChain.ts';
import { purgeDailyNotices, sendDailyMails } from '../../../server/core/mail/dailyMail.ts';
import { createSecrets } from '../../../server/core/secrets.ts';
import { purgeAnswers } from '../../../server/core/security/idempotency.ts';
import { purgeRateLimits } from '../../../server/core/security/requestLimit.ts';
import { purgeChanges } from '../../../server/db/changes/changeLog.ts';
import { purgeOauthStates } from '../../../server/domain/account/dingtalk.ts';
import { endStaleSessions, purgeSessions } from '../../../server/domain/account/session.ts';
import { endSubscriptions } from '../../../server/domain/account/subscriptionTerm.ts';
import { overdueTasks } from '../../../server/domain/licence/licence.ts';
import { type Client, ok } from '../product.ts';
import { idOf, type Steps, type World } from './world.ts';

const secrets = createSecrets('a secret key for tests alone');

const file = async (world: World): Promise<number> =>
  (await ok(world.subUser.post('/v1/allocation', { project_id: idOf(world, 'project'), hosts: 1 }))).id;

/** Applications by sub-users and by link, and the decisions on them (B16, B30, C15). */
export const applications: Steps = {
  async 'allocation: create'(world) {
    world.ids.application = await file(world);
  },
  'allocation: edit': (world) =>
    ok(world.subUser.post(`/v1/allocation/${idOf(world, 'application')}`, { comment: 'For the new site' })),
  'allocation: remove': async (world) => ok(world.subUser.delete(`/v1/allocation/${await file(world)}`)),
  allocation_assignment_count: ({ customer }) => ok(customer.get('/v1/allocation_assignment/count')),
  allocation_assignment_list: ({ customer }) => ok(customer.get('/v1/allocation_assignment/list')),
  allocation_approve: (world) =>
    ok(world.customer.post(`/v1/allocation/approve/${idOf(world, 'application')}`, { status: 1 })),
  allocation_mail: (world) => ok(world.customer.get(`/v1/allocation/mail/${idOf(world, 'application')}`)),
  'allocation_approve: a rejection': async (world) =>
    ok(world.customer.post(`/v1/allocation/approve/${await file(world)}`, { status: 9, comment: 'Not now' })),
  async allocation_assignment_create(world) {
    const orders = [{ order_id: idOf(world, 'order'), hosts: 1 }];
    await ok(world.customer.post('/v1/allocation_assignment', { allocation_id: await file(world), orders }));
  },
  async application_link(world) {
    const body = { project_id: idOf(world, 'project'), source: 3, days: 7 };
    world.texts.link = (await ok(world.customer.post('/v1/application/link', body))).token;
  },
  application_link_get: ({ request, texts }) => ok(request('GET', `/v1/application/${texts.link}`)),
  application_link_apply: ({ request, texts }) =>
    ok(request('POST', `/v1/application/${texts.link}`, { body: { hosts: 1, mail: 'guest@x.example' } })),
};

const form = { company: 'Harbour', contact_man: 'Ann', contact_mail: 'ann@x.example', hosts: 5 };

let webhooks = 0;
const madeWebhook = (customer: Client) => {
  webhooks += 1;
  return ok(customer.post('/v1/webhook', { name: 'Shop', url: `https://hooks.example/${webhooks}`, events: ['*'] }));
};

/** Accounts, tokens and webhooks of programs (issue 34). */
export const programs: Steps = {
  async service_token_revoke(world) {
    const { id } = await ok(world.customer.post('/v1/service_account', { name: 'Shop' }));
    const token = await ok(world.customer.post('/v1/service_token', { account_id: id, name: 'First' }));
    await ok(world.customer.post(`/v1/service_token/revoke/${token.id}`, {}));
  },
  async webhook_test(world) {
    const { id } = await madeWebhook(world.customer);
    await ok(world.customer.post(`/v1/webhook/test/${id}`, {}));
  },
  async webhook_replay(world) {
    const { id } = await madeWebhook(world.customer);
    await ok(world.customer.post(`/v1/webhook/replay/${id}`, { since: new Date(0).toISOString() }));
  },
  async webhook_delivery_replay(world) {
    const { id } = await madeWebhook(world.customer);
    await ok(world.customer.post(`/v1/webhook/test/${id}`, {}));
    const { items } = await ok(world.customer.get(`/v1/webhook_delivery/list?filter_webhook_id=${id}`));
    await ok(world.customer.post(`/v1/webhook_delivery/replay/${items[0].id}`, {}));
  },
};

/** Subscriptions and payments, messages, saved views, audit (B10, B25, B26, C9, C10, C17). */
export const others: Steps = {
  async subscription_create(world) {
    const { code } = await ok(world.request('POST', '/v1/subscription', { key: world.customer.key, body: form }));
    const { rows } = await world.database.executeSql(
      'select id from subscription where lower(code) = lower($1) and deleted_at is null',
      [code],
    );
    world.ids.subscription = Number(rows[0]?.id);
  },
  search: async ({ admin, customer }) => {
    for (const client of [admin, customer]) await ok(client.get('/v1/search?q=no-such-code'));
  },
  history: async (world) => {
    for (const client of [world.admin, world.sales]) await ok(client.get(`/v1/history/order/${idOf(world, 'order')}`));
  },
  use: async (world) => {
    await ok(world.admin.get(`/v1/use/project/${idOf(world, 'project')}`));
  },
  timeline: async (world) => {
    for (const client of [world.admin, world.customer])
      await ok(client.get(`/v1/timeline/order/${idOf(world, 'order')}`));
  },
  events: async (world) => {
    const position = /^id: (.+)$/m.exec(String(await ok(world.customer.get('/v1/events?wait=0'))))?.[1] ?? '';
    await ok(world.admin.post(`/v1/project/${idOf(world, 'project')}`, { comment: 'Followed' }));
    const events = await ok(world.admin.get('/v1/events?wait=0', { 'last-event-id': position }));
    if (!String(events).includes('"project"')) throw new Error(`what was changed was not told: ${events}`);
  },
  async subscription_update_status(world) {
    const body = { id: idOf(world, 'subscription'), status: 1, product_id: world.productId };
    await ok(world.operations.post('/v1/subscription/temp/update_status', body));
  },
  'payment: create': (world) =>
    ok(
      world.admin.post('/v1/payment/temp', {
        subscription_id: idOf(world, 'subscription'),
        amount: 1000,
        currency: 'EUR',
        paid_at: new Date().toISOString(),
      }),
    ),
  'notification: list': ({ customer }) => ok(customer.get('/v1/notification/list?filter_status=false')),
  async notification_update({ customer }) {
    const { items } = await ok(customer.get('/v1/notification/list'));
    await ok(customer.post('/v1/notification/update', { ids: [items[0].uuid] }));
  },
  notification_update_all: ({ customer }) => ok(customer.post('/v1/notification/update/all')),
  notification_delete_all: ({ customer }) => ok(customer.post('/v1/notification/delete/all')),
  'saved_view: create': ({ customer }) =>
    ok(customer.post('/v1/saved_view', { screen: '/authorization/order', name: 'Approved', query: 'filter_status=2' })),
  'audit: list': ({ admin }) => ok(admin.get('/v1/audit/list')),
  'audit: list, of who acts now': ({ admin }) => ok(admin.get('/v1/audit/list?filter_acting=true')),
};

/** Effects that only time causes, except reminders of ends; see server/start/compose.ts. */
export const byTheClock: Steps = {
  'the clock: tasks that take too long': ({ product }) => product.inTransaction(overdueTasks),
  'the clock: the audit is sealed': ({ product }) => product.inTransaction(({ trx }) => sealAudit(trx, secrets)),
  'the clock: subscriptions end': ({ product }) => product.inTransaction(endSubscriptions),
  'the clock: daily mails are saved': ({ product }) => product.inTransaction(sendDailyMails),
  'the clock: notices of old daily mails are forgotten': ({ product }) => product.inTransaction(purgeDailyNotices),
  'the clock: stale sessions end': ({ product }) => product.inTransaction(endStaleSessions),
  'the clock: ended sessions are forgotten': ({ product }) => product.inTransaction(purgeSessions),
  'the clock: answers are forgotten': ({ product }) => product.inTransaction(purgeAnswers),
  'the clock: states are forgotten': ({ product }) => product.inTransaction(purgeOauthStates),
  'the clock: counts are forgotten': ({ product }) => product.inTransaction(purgeRateLimits),
  'the clock: changes are forgotten': ({ product }) => product.inTransaction(purgeChanges),
};
