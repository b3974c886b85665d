import { delivery } from '../../support/cast.ts';
import { password } from '../../support/product.ts';
import type { MatrixRow, RoleName } from './allowed.ts';
import type { Relation, World } from './world.ts';

/** The target of a request: a record in a relation to the actor, a missing one, or none. */
export type Target = Relation | 'missing' | 'none';

export interface Sent {
  readonly path: string;
  readonly body?: object;
  readonly headers?: Record<string, string>;
}

const missing = 999_999;
let serial = 0;
const next = (): number => {
  serial += 1;
  return serial;
};

/** Entities whose path differs from their name. */
const named: Readonly<Record<string, string>> = {
  'product/license': 'product_license',
  'subscription/temp': 'subscription',
  'payment/temp': 'payment',
  'order/assignment': 'assignment',
  enterprise_sale: 'enterprise',
  role_user: 'user',
  allocation_assignment: 'application',
  allocation: 'application',
};

/** The entity whose records an endpoint concerns. */
const about: Readonly<Record<string, string>> = {
  'POST /v1/auth/login/user/{id}': 'user',
  'POST /v1/user/invite/{id}': 'user',
  'POST /v1/user/reset_second_factor/{id}': 'user',
  'POST /v1/user/deactivate/{id}': 'user',
  'POST /v1/user/reactivate/{id}': 'user',
  'GET /v1/product/{id}/users': 'product',
  'GET /v1/product/{id}/user/{key}': 'product',
  'POST /v1/project/relocation/{id}': 'project',
  'POST /v1/assignment/decline_renewal/{id}': 'assignment',
  'POST /v1/assignment/reconsider_renewal/{id}': 'assignment',
  'POST /v1/assignment/accept_use/{id}': 'assignment',
  'POST /v1/task/{uuid}/retry': 'assignment',
  'POST /v1/assignment/fail_back': 'assignment',
  'POST /v1/assignment/reveal/{id}': 'assignment',
  'POST /v1/lease/offline': 'assignment',
  'POST /v1/relay/report/offline': 'assignment',
  'GET /v1/assignment/saas_license/{id}': 'assignment',
  'GET /v1/assignment/usage/{id}': 'assignment',
  'GET /v1/assignment/usage_days/{id}': 'assignment',
  'GET /v1/enterprise/usage_days/{id}': 'enterprise',
  'POST /v1/allocation_assignment': 'application',
  'POST /v1/mail': 'assignment',
  'POST /v1/mail/custom': 'assignment',
  'GET /v1/order/timeline/{id}': 'order',
  'GET /v1/history/{entity}/{id}': 'order',
  'GET /v1/timeline/{entity}/{id}': 'project',
  'GET /v1/use/{entity}/{id}': 'project',
  'GET /v1/assignment/mail/{id}': 'assignment',
  'GET /v1/allocation/mail/{id}': 'application',
  'POST /v1/allocation/approve/{id}': 'application',
  'POST /v1/application/link': 'project',
  'POST /v1/subscription/temp/update_status': 'subscription',
  'POST /v1/user': 'enterprise',
  'POST /v1/product/license': 'product',
  'POST /v1/user_product': 'product',
  'POST /v1/enterprise_product': 'enterprise',
  'POST /v1/project': 'product',
  'POST /v1/order': 'product',
  'POST /v1/order_project': 'order',
  'POST /v1/allocation': 'project',
  'POST /v1/assignment': 'project',
  'POST /v1/payment/temp': 'subscription',
  'GET /v1/service_account/activity/{id}': 'service_account',
  'POST /v1/service_token': 'service_account',
  'POST /v1/service_token/rotate/{id}': 'service_token',
  'POST /v1/service_token/revoke/{id}': 'service_token',
  'POST /v1/webhook/rotate/{id}': 'webhook',
  'POST /v1/webhook/test/{id}': 'webhook',
  'POST /v1/webhook/replay/{id}': 'webhook',
  'POST /v1/webhook_delivery/replay/{id}': 'webhook_delivery',
  'GET /v1/payment/temp/{id}/receipt/{file}': 'payment',
  'GET /v1/setting/product/{id}/logo_en/{file}': 'product_setting',
  'GET /v1/setting/product/{id}/logo_zh/{file}': 'product_setting',
};

const keyOf = ({ method, path }: MatrixRow): string => `${method} ${path}`;
const pathName = (path: string): string => path.replace('/v1/', '').replace(/\/(list|(restore\/)?\{id\})$/, '');

/** The entity of a row's records; undefined for an endpoint without a record. */
export function entityOf(row: MatrixRow): string | undefined {
  const known = about[keyOf(row)];
  if (known) return known;
  if (!row.path.endsWith('/list') && !row.path.endsWith('/{id}')) return undefined;
  const name = pathName(row.path);
  return named[name] ?? name;
}

export function idOf(world: World, role: RoleName, entity: string, target: Target): number | undefined {
  if (target === 'missing') return missing;
  const records = { ...world.common, ...world.own[role] }[entity] ?? {};
  return target === 'none' ? undefined : records[target];
}

type Make = (world: World, role: RoleName, target: Target, id: number) => Omit<Sent, 'path'> & { path?: string };

const stale = { headers: { 'If-Match': '"0"' }, body: {} };
const enterpriseOf = (world: World, target: Target) => idOf(world, 'SA', 'enterprise', target === 's' ? 'o' : target);
const productOf = (world: World, target: Target) => idOf(world, 'SA', 'product', target === 's' ? 'o' : target);
const orderShare = (world: World, target: Target) => [{ order_id: idOf(world, 'SA', 'order', target), hosts: 1 }];
const mail = { type: 'assignment', address: 'a@b.example', send_flag: 'standard' };
const newUser = () => ({ name: `made.${next()}`, nick_name: 'Made', password });

const custom: Readonly<Record<string, Make>> = {
  'POST /v1/auth/login': () => ({ body: { name: 'nobody', password: 'nothing' } }),
  'POST /v1/auth/password': () => ({ body: { password: 'wrong', password1: 'Another-1', password2: 'Other' } }),
  'GET /v1/oauth/jump/dingtalk': () => ({ path: '/v1/oauth/jump/dingtalk?uri=/login' }),
  'GET /v1/oauth/login/dingtalk': () => ({ path: '/v1/oauth/login/dingtalk?authCode=x&state=y' }),
  'POST /v1/oidc/begin': () => ({ body: { provider_id: missing } }),
  'POST /v1/oidc/finish': () => ({ body: { parameters: 'code=x&state=y', verifier: 'z' } }),
  'POST /v1/oidc/link': () => ({ body: { ticket: 'x', password: 'wrong' } }),
  'POST /v1/oidc/unlink': () => ({ body: { id: missing } }),
  'POST /v1/oidc/backchannel_logout': () => ({ body: { logout_token: 'no.such.token' } }),
  'POST /v1/oidc/test': () => ({ body: { provider_id: missing } }),
  'POST /v1/oidc/test/finish': () => ({ body: { parameters: 'code=x&state=y', verifier: 'z' } }),
  'GET /v1/events': () => ({ path: '/v1/events?wait=0' }),
  'GET /v1/search': () => ({ path: '/v1/search?q=first' }),
  'GET /v1/history/{entity}/{id}': (_world, _role, _target, id) => ({ path: `/v1/history/order/${id}` }),
  'GET /v1/timeline/{entity}/{id}': (_world, _role, _target, id) => ({ path: `/v1/timeline/project/${id}` }),
  'GET /v1/use/{entity}/{id}': (_world, _role, _target, id) => ({ path: `/v1/use/project/${id}` }),
  'POST /v1/service_account': () => ({ body: { name: 'Made' } }),
  'POST /v1/service_token': (_world, _role, _target, id) => ({ body: { account_id: id, name: 'Made' } }),
  'GET /v1/webhook/example/{type}': () => ({ path: '/v1/webhook/example/order.created' }),
  'POST /v1/webhook': () => ({ body: { name: 'Made', url: `https://made.example/${next()}`, events: ['order.*'] } }),
  'POST /v1/webhook/replay/{id}': () => ({ body: { since: '2026-01-01T00:00:00Z' } }),
  'POST /v1/usage': () => ({ body: { used: 1 } }),
  'POST /v1/activation': () => ({ body: { fingerprint: 'fingerprint', name: 'Machine' } }),
  'POST /v1/lease/renew': () => ({ body: { fingerprint: 'fingerprint' } }),
  'POST /v1/lease/release': () => ({ body: { fingerprint: 'fingerprint' } }),
  'POST /v1/relay/delegation': () => ({ body: { request: 'unreadable' } }),
  'POST /v1/relay/report': () => ({ body: { report: 'unreadable' } }),
  'POST /v1/relay/report/offline': (_world, _role, _target, id) => ({
    body: { assignment_id: id, report: 'unreadable' },
  }),
  'POST /v1/lease/offline': (_world, _role, _target, id) => ({ body: { assignment_id: id, request: 'unreadable' } }),
  'POST /v1/user/update_config': () => ({ body: { language: 'en' } }),
  'POST /v1/profile': () => ({ body: { nick_name: 'Own', language: 'browser', version: 0 } }),
  'POST /v1/profile/notices': () => ({ body: { pace: 'at_once', kinds: [] } }),
  'POST /v1/user/check': () => ({ body: { type: 'name', name: 'somebody' } }),
  'POST /v1/enterprise/check': () => ({ body: { type: 'code', name: 'CODE' } }),
  'POST /v1/notification/update': () => ({ body: { ids: [] } }),
  'POST /v1/saved_view': () => ({ body: { screen: '/authorization/order', name: `view ${next()}`, query: '{}' } }),
  'POST /v1/enterprise': () => ({
    body: { name: `E ${next()}`, code: 'X' },
  }),
  'POST /v1/enterprise/import': () => ({ body: { columns: ['name'], rows: [['New']], dry_run: true } }),
  'POST /v1/product/import': () => ({ body: { columns: ['name'], rows: [['New']], dry_run: true } }),
  'POST /v1/product': () => ({ body: { name: 'New', code: '', deployment_id: 1, category_id: 1001 } }),
  'POST /v1/user': (_world, role, _target, id) => ({
    body: { ...newUser(), role_id: role === 'EN' || role === 'IMP' ? 5 : 4, enterprise_id: id },
  }),
  'POST /v1/product/license': (_world, _role, _target, id) => ({ body: { product_id: id } }),
  'POST /v1/user_product': (world, _role, _target, id) => ({ body: { user_id: world.cast.sales.id, product_id: id } }),
  'POST /v1/enterprise_product': (world, _role, target, id) => ({
    body: { enterprise_id: id, product_id: target === 'missing' ? missing : productOf(world, target) },
  }),
  'POST /v1/project': (world, role, target, id) => ({
    body: {
      name: 'P',
      product_id: id,
      ...(role === 'SA' || role === 'GA' ? { enterprise_id: enterpriseOf(world, target) } : {}),
    },
  }),
  'POST /v1/order': (world, role, target, id) => ({
    body: {
      category_id: 1001,
      product_id: id,
      purchased: { hosts: 1 },
      params: delivery,
      ...(role === 'GA' || role === 'SM'
        ? { enterprise_id: enterpriseOf(world, target), user_id: world.cast.customer.id }
        : {}),
    },
  }),
  'POST /v1/order_project': (world, _role, target, id) => ({
    body: { order_id: id, project_id: idOf(world, 'SA', 'project', target) },
  }),
  'POST /v1/allocation': (_world, _role, _target, id) => ({ body: { project_id: id, hosts: 1 } }),
  'POST /v1/payment/temp': (_world, _role, _target, id) => ({
    body: { subscription_id: id, amount: 1, currency: 'CNY', paid_at: '2026-01-01T00:00:00Z' },
  }),
  'POST /v1/setting/product/upload/logo_en': () => ({
    path: '/v1/setting/product/upload/logo_en?name=a.png',
    body: {},
  }),
  'POST /v1/setting/product/upload/logo_zh': () => ({
    path: '/v1/setting/product/upload/logo_zh?name=a.png',
    body: {},
  }),
  'GET /v1/setting/product/{id}/logo_en/{file}': ({ logos }, _role, _target, id) => ({
    path: `/v1/setting/product/${id}/logo_en/${logos.logo_en}`,
  }),
  'GET /v1/setting/product/{id}/logo_zh/{file}': ({ logos }, _role, _target, id) => ({
    path: `/v1/setting/product/${id}/logo_zh/${logos.logo_zh}`,
  }),
  'POST /v1/payment/temp/upload/receipt': () => ({ path: '/v1/payment/temp/upload/receipt?name=a.pdf', body: {} }),
  'GET /v1/payment/temp/{id}/receipt/{file}': (world, _role, target, id) => ({
    path: `/v1/payment/temp/${id}/receipt/${world.receipts[target as Relation] ?? world.receipts.o}`,
  }),
  'POST /v1/assignment': (world, _role, target, id) => ({
    body: { project_id: id, orders: orderShare(world, target) },
  }),
  'POST /v1/assignment/decline_renewal/{id}': () => ({ body: { decline_reason: 'unused' } }),
  'POST /v1/assignment/accept_use/{id}': () => ({ body: { above_reason: 'peak' } }),
  'POST /v1/task/{uuid}/retry': (world, _role, target) => ({
    path: `/v1/task/${target in world.tasks ? world.tasks[target as Relation] : 'no-task'}/retry`,
  }),
  'POST /v1/assignment/fail_back': (_world, _role, _target, id) => ({
    body: { assignment_id: id, failback_key: 'FB' },
  }),
  'POST /v1/allocation_assignment': (world, _role, target, id) => ({
    body: { allocation_id: id, orders: orderShare(world, target) },
  }),
  'POST /v1/mail': (_world, _role, _target, id) => ({ body: { ...mail, id, mail_type: 'nobody' } }),
  'POST /v1/mail/custom': (_world, _role, _target, id) => ({ body: { ...mail, send_flag: 'dr', id } }),
  'POST /v1/allocation/approve/{id}': () => ({ body: { status: 9 } }),
  'POST /v1/application/link': (_world, _role, _target, id) => ({ body: { project_id: id, source: 3, days: 1 } }),
  'POST /v1/subscription/temp/update_status': (_world, _role, _target, id) => ({ body: { id } }),
  'GET /v1/product/{id}/user/{key}': (world, _role, target, id) => ({
    path: `/v1/product/${id}/user/${world.licenceKeys[target as Relation] ?? 'no-key'}`,
  }),
};

/**
 * The request of a cell. An edit has an outdated version, so that an allowed one is refused as stale and changes
 * nothing for the following cells.
 */
export function requestOf(world: World, row: MatrixRow, role: RoleName, target: Target): Sent {
  const entity = entityOf(row);
  const id = entity ? (idOf(world, role, entity, target) ?? missing) : 0;
  const special = custom[keyOf(row)]?.(world, role, target, id);
  const path = row.path.replace('{id}', String(id)).replace(/\{\w+\}/g, 'nothing');
  const plain = row.method === 'POST' ? (row.path.endsWith('/{id}') && !about[keyOf(row)] ? stale : { body: {} }) : {};
  return { path, ...plain, ...special };
}
