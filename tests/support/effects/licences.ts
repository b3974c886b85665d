import { testKey } from '../../../scripts/kit/testKeys.ts';
import { failIssue } from '../../../server/domain/licence/licence.ts';
import { createSigner } from '../../../server/gateways/signer.ts';
import { issueLicence } from '../../../server/jobs/issueLicence.ts';
import { sendMail } from '../../../server/jobs/sendMail.ts';
import { relayReport, relayRequest } from '../../../server/relay/request.ts';
import { ok } from '../product.ts';
import { remindOfEnds } from '../reminders.ts';
import { idOf, type Steps, type World } from './world.ts';

const signer = createSigner();

async function allocate(world: World): Promise<{ id: number; task: { uuid: string } }> {
  const orders = [{ order_id: idOf(world, 'order'), hosts: 1 }];
  const mails = { project_mail: 'p@x.example', others: ['a@x.example'] };
  const body = { project_id: idOf(world, 'project'), orders, mails, sub_user_id: world.subUser.id };
  return (await ok(world.customer.post('/v1/assignment', body))).items[0];
}

const issue = ({ product: { inTransaction } }: World, uuid: string) =>
  issueLicence(inTransaction, (claims, key) => signer.sign({ ...claims }, key), uuid);

async function mailOf(world: World, key: string): Promise<number> {
  const { task_data } = await ok(world.customer.get(`/v1/assignment/mail/${idOf(world, 'licence')}`));
  return task_data[key].id;
}

async function sendingOf(world: World, key: string) {
  const mail_id = await mailOf(world, key);
  const { rows } = await world.database.executeSql('select message_id from mail where id = $1', [mail_id]);
  return { mail_id, message_id: String(rows[0]?.['message_id']) };
}

const target = (world: World) => ({ type: 'assignment', id: idOf(world, 'licence'), send_flag: 'standard' });

const fingerprint = 'fingerprint-of-a-machine';

const send = (world: World, path: string, body: object) =>
  ok(world.request('POST', path, { key: world.texts.licence ?? '', body }));

/** The key of the relay that these steps have. */
async function relayKey() {
  const { kid, publicJwk, privateJwk } = await testKey('relay');
  const { kty, crv, x } = publicJwk;
  return { kid, privateJwk, publicJwk: { kty, crv, x } as typeof publicJwk };
}

/** The report of that relay of a number of machines today. */
async function reportOf(world: World, machines: number): Promise<string> {
  const { jti } = await ok(world.customer.get(`/v1/assignment/${idOf(world, 'licence')}`));
  const { items } = await ok(world.customer.get('/v1/activation/list?filter_kind=2&sort=-id'));
  const day = new Date().toISOString().slice(0, 10);
  return relayReport(await relayKey(), jti, `${jti}.${items[0].id}`, [{ day, seats: machines, machines }], 0);
}

/** The lifecycle of a licence from its allocation to its end, and its mails (B17, B38, C4, C6-C8, C14). */
export const licences: Steps = {
  async assignment_create(world) {
    const { id, task } = await allocate(world);
    world.ids.licence = id;
    world.texts.task = task.uuid;
  },
  'the job that issues a licence': (world) => issue(world, world.texts.task ?? ''),
  'the job that sends a mail': async (world) =>
    sendMail(world.product.inTransaction, async () => {}, await sendingOf(world, 'project_mail')),
  'the job that sends a mail in vain': async (world) => {
    const refused = () => Promise.reject(new Error('550 no such mailbox'));
    await sendMail(world.product.inTransaction, refused, await sendingOf(world, 'others')).catch(() => undefined);
  },
  mail_resend: (world) =>
    ok(world.customer.post('/v1/mail', { ...target(world), mail_type: 'others', address: 'b@x.example' })),
  mail_custom: (world) => ok(world.customer.post('/v1/mail/custom', { ...target(world), address: 'c@x.example' })),
  mail_get: async (world) => ok(world.customer.get(`/v1/mail/${await mailOf(world, 'others')}`)),
  assignment_mail: (world) => mailOf(world, 'others'),
  fail_back: (world) =>
    ok(world.customer.post('/v1/assignment/fail_back', { assignment_id: idOf(world, 'licence'), failback_key: 'FB' })),
  assignment_reveal: (world) => ok(world.customer.post(`/v1/assignment/reveal/${idOf(world, 'licence')}`, {})),
  saas_license: (world) => ok(world.customer.get(`/v1/assignment/saas_license/${idOf(world, 'licence')}`)),
  assignment_usage: (world) => ok(world.customer.get(`/v1/assignment/usage/${idOf(world, 'licence')}`)),
  assignment_usage_days: (world) => ok(world.customer.get(`/v1/assignment/usage_days/${idOf(world, 'licence')}`)),
  async usage(world) {
    const { lic_secret } = await ok(world.customer.get(`/v1/assignment/${idOf(world, 'licence')}`));
    await ok(world.request('POST', '/v1/usage', { key: lic_secret, body: { used: 2 } }));
  },
  async assignment_accept_use(world) {
    await ok(world.sales.post(`/v1/assignment/accept_use/${idOf(world, 'licence')}`, { above_reason: 'peak' }));
  },
  async enterprise_usage_days(world) {
    const { enterprise_id } = await ok(world.sales.get(`/v1/assignment/${idOf(world, 'licence')}`));
    await ok(world.sales.get(`/v1/enterprise/usage_days/${enterprise_id}`));
  },
  async 'an issue that fails'(world) {
    const { id, task } = await allocate(world);
    world.ids.failed = id;
    world.texts.failed = task.uuid;
    await world.product.inTransaction((context) => failIssue(context, task.uuid, 'issue_failed'));
  },
  assignment_decline: (world) =>
    ok(world.sales.post(`/v1/assignment/decline_renewal/${idOf(world, 'licence')}`, { decline_reason: 'unused' })),
  assignment_reconsider: (world) =>
    ok(world.customer.post(`/v1/assignment/reconsider_renewal/${idOf(world, 'licence')}`)),
  task_retry: (world) => ok(world.customer.post(`/v1/task/${world.texts.failed}/retry`)),
  async 'assignment: cancel and remove'(world) {
    const { inTransaction } = world.product;
    await inTransaction((context) => failIssue(context, world.texts.failed ?? '', 'issue_overdue'));
    const { id, task } = await allocate(world);
    await inTransaction((context) => failIssue(context, task.uuid, 'issue_failed'));
    await ok(world.customer.delete(`/v1/assignment/${id}`));
    await ok(world.customer.post(`/v1/assignment/${idOf(world, 'failed')}`, { status: 8 }));
  },
  'a licence that comes near its end': async (world) => {
    const soon = "update assignment set expired_at = now() + interval '5 days' where id = $1";
    await world.database.executeSql(soon, [idOf(world, 'licence')]);
    await world.product.inTransaction(remindOfEnds);
  },
  order_timeline: (world) => ok(world.customer.get(`/v1/order/timeline/${idOf(world, 'order')}`)),
  order_assignment_list: (world) =>
    ok(world.customer.get(`/v1/order/assignment/list?filter_order_id=${idOf(world, 'order')}`)),
  async activate(world) {
    const licence = await ok(world.customer.get(`/v1/assignment/${idOf(world, 'licence')}`));
    const { product_id } = await ok(world.admin.get(`/v1/project/${idOf(world, 'project')}`));
    const { items } = await ok(world.admin.get(`/v1/product/license/list?filter_product_id=${product_id}`));
    const profile = `/v1/product/license${items[0] ? `/${items[0].id}` : ''}`;
    await ok(world.admin.post(profile, { ...(items[0] ? {} : { product_id }), activation: true, relay: true }));
    world.texts.licence = licence.lic_secret;
    await send(world, '/v1/activation', { fingerprint, name: 'Machine' });
  },
  renew_lease: (world) => send(world, '/v1/lease/renew', { fingerprint }),
  release_lease: (world) => send(world, '/v1/lease/release', { fingerprint }),
  async delegate(world) {
    const { jti } = await ok(world.customer.get(`/v1/assignment/${idOf(world, 'licence')}`));
    const request = await relayRequest(await relayKey(), jti, { name: 'Relay', seats: 1 }, 0);
    await send(world, '/v1/relay/delegation', { request });
  },
  async relay_report(world) {
    await send(world, '/v1/relay/report', { report: await reportOf(world, 0) });
  },
  async take_relay_report(world) {
    const report = await reportOf(world, 1);
    await ok(world.customer.post('/v1/relay/report/offline', { assignment_id: idOf(world, 'licence'), report }));
  },
  async 'activation: stop'(world) {
    const { items } = await ok(world.customer.get('/v1/activation/list?filter_status=4'));
    await ok(world.customer.post(`/v1/activation/${items[0].id}`, { status: 5 }));
    // Its seat is free when its delegation ends.
    await world.database.executeSql(`update activation set expires_at = now() where id = $1`, [items[0].id]);
  },
  async activate_offline(world) {
    const request = Buffer.from(JSON.stringify({ fingerprint, name: 'Vault' })).toString('base64url');
    await ok(world.customer.post('/v1/lease/offline', { assignment_id: idOf(world, 'licence'), request }));
  },
  async 'activation: release'(world) {
    const { items } = await ok(world.customer.get('/v1/activation/list?filter_status=1'));
    await ok(world.customer.post(`/v1/activation/${items[0].id}`, { status: 8 }));
  },
  'assignment: withdraw': (world) =>
    ok(world.operations.post(`/v1/assignment/${idOf(world, 'licence')}`, { status: 8 })),
  revocation_list: ({ request }) => ok(request('GET', '/.well-known/revoked.jws')),
};
