import { ok, password } from '../product.ts';
import { idOf, type Steps, type World } from './world.ts';

const act = (key: string, id: number, { request }: World) => ok(request('POST', `/v1/auth/login/user/${id}`, { key }));

/** Signs in through DingTalk with a code of the account, or binds the account to a signed-in caller. */
async function overDingtalk({ request }: World, code: string, key?: string) {
  const uri = key ? '/userinfo' : '/login';
  const headers = { accept: 'application/json' };
  const { url, verifier } = await ok(request('GET', `/v1/oauth/jump/dingtalk?uri=${uri}`, { key, headers }));
  const state = new URL(url).searchParams.get('state');
  return ok(request('GET', `/v1/oauth/login/dingtalk?authCode=${code}&state=${state}&verifier=${verifier}`, { key }));
}

/** Signs in through a provider, or links the account to a signed-in caller. */
async function overProvider({ request, ids }: World, code: string, key?: string) {
  const { url, verifier } = await ok(request('POST', '/v1/oidc/begin', { key, body: { provider_id: ids.provider } }));
  const parameters = `code=${code}&state=${new URL(url).searchParams.get('state')}`;
  return request('POST', '/v1/oidc/finish', { key, body: { parameters, verifier } });
}

/** Sign-in and sign-out, acting for a customer and returning, passwords, DingTalk (B3-B5, C12, C19). */
export const signingIn: Steps = {
  login: (world) => world.login('first'),
  'login: a failed one': ({ request }) =>
    request('POST', '/v1/auth/login', { body: { name: 'first', password: 'wrong' } }),
  second_factor: ({ customer }) => ok(customer.get('/v1/auth/second_factor')),
  login_second_factor: ({ request }) =>
    request('POST', '/v1/auth/login/second_factor', { body: { ticket: 'no-ticket', code: '123456' } }),
  passkey_list: ({ customer }) => ok(customer.get('/v1/auth/passkey')),
  passkey_sign_in_begin: ({ request }) => ok(request('POST', '/v1/auth/login/passkey/begin', { body: {} })),
  passkey_sign_in({ request }) {
    const credential = { id: 'AAAA', client_data: 'e30', authenticator_data: 'AAAA', signature: 'AAAA' };
    return request('POST', '/v1/auth/login/passkey', { body: { credential } });
  },
  password_forgotten: ({ request }) =>
    ok(request('POST', '/v1/auth/password/forgotten', { body: { account: 'nobody@mail.example' } })),
  password_link: ({ request }) => request('POST', '/v1/auth/password/link', { body: { token: 'no-token' } }),
  password_reset({ request }) {
    const body = { account: 'first', code: '0000-0000', password1: 'Chosen-2026', password2: 'Chosen-2026' };
    return request('POST', '/v1/auth/password/reset', { body });
  },
  async act(world) {
    const { key } = await world.login('sales');
    const { api_key } = await act(key, world.customer.id, world);
    const back = await act(api_key, world.sales.id, world);
    world.texts.sales = back.api_key;
  },
  confirm: ({ customer }) => ok(customer.post('/v1/auth/confirm', { password })),
  logout_others: ({ customer }) => ok(customer.post('/v1/auth/logout/others')),
  logout: ({ request, texts }) => ok(request('POST', '/v1/auth/logout', { key: texts.sales })),
  async password(world) {
    const { key } = await world.login('second');
    const body = { password, password1: `${password}x`, password2: `${password}x` };
    await ok(world.request('POST', '/v1/auth/password', { key, body }));
  },
  async dingtalk_jump(world) {
    const { api_key, user } = await overDingtalk(world, 'seller');
    world.ids.seller = user.id;
    world.texts.seller = api_key;
  },
  dingtalk_login: (world) => overDingtalk(world, 'another', world.texts.seller),
  async 'identity_provider: create'(world) {
    const body = {
      label_en: 'Sign in',
      label_zh: '登录',
      issuer: 'https://id.example',
      client_id: 'a',
      client_secret: 'b',
    };
    world.ids.provider = (await ok(world.admin.post('/v1/identity_provider', body))).id;
  },
  'role_variant: create': (world) =>
    ok(world.admin.post('/v1/role_variant', { name: 'Sales without steps', role_id: 3, withheld: ['order:export'] })),
  async oidc_begin(world) {
    const { key } = await world.login('first');
    world.texts.linked = (await ok(overProvider(world, 'subject', key))).api_key;
  },
  oidc_finish: (world) => overProvider(world, 'subject'),
  'oidc_finish: an address that is known': (world) => overProvider(world, 'mail@x.example'),
  oidc_backchannel_logout: ({ request }) =>
    ok(request('POST', '/v1/oidc/backchannel_logout', { body: { logout_token: 'a logout token' } })),
  async oidc_test({ admin, ids, texts }) {
    const { state, verifier } = await ok(admin.post('/v1/oidc/test', { provider_id: ids.provider }));
    texts.tested = JSON.stringify({ parameters: `code=subject&state=${state}`, verifier });
  },
  oidc_test_finish: ({ admin, texts }) => ok(admin.post('/v1/oidc/test/finish', JSON.parse(texts.tested ?? ''))),
  oidc_identities: ({ customer }) => ok(customer.get('/v1/oidc/identity')),
  async oidc_unlink({ request, texts: { linked } }) {
    const { items } = await ok(request('GET', '/v1/oidc/identity', { key: linked }));
    await ok(request('POST', '/v1/oidc/unlink', { key: linked, body: { id: items.at(-1).id } }));
  },
  user_oauth_relation: ({ customer }) => ok(customer.get('/v1/user_oauth/relation')),
  'user_oauth: list': ({ admin }) => ok(admin.get('/v1/user_oauth/list')),
  'session: list': ({ customer }) => ok(customer.get('/v1/session/list')),
  async 'session: remove'(world) {
    const { key } = await world.login('first');
    const { items } = await ok(world.request('GET', '/v1/session/list', { key }));
    const { id } = items.find((one: { current: boolean }) => one.current);
    await ok(world.customer.delete(`/v1/session/${id}`));
  },
};

/** Users and enterprises (A8, B12, B14, B27). */
export const accounts: Steps = {
  async 'user: create'(world) {
    const body = { name: 'sub.user', nick_name: 'Sub', role_id: 5, password };
    const { id } = await ok(world.customer.post('/v1/user', body));
    world.ids.subUser = id;
    world.subUser = await world.login('sub.user');
  },
  'user: edit': (world) =>
    ok(world.customer.post(`/v1/user/${idOf(world, 'subUser')}`, { phone: '+86 139 1234 5678' })),
  'user: another password': (world) =>
    ok(world.admin.post(`/v1/user/${world.otherSales.id}`, { password: `${password}y` })),
  async 'user: remove'(world) {
    const body = { name: 'short.stay', nick_name: 'Short', role_id: 1, password };
    const { id } = await ok(world.operations.post('/v1/user', body));
    await ok(world.admin.delete(`/v1/user/${id}`));
  },
  user_check: ({ customer }) => ok(customer.post('/v1/user/check', { type: 'name', name: 'somebody' })),
  'user_check: phone': ({ customer }) => ok(customer.post('/v1/user/check', { type: 'phone', name: '13912345678' })),
  user_config: ({ customer }) => ok(customer.get('/v1/user/config')),
  user_update_config: ({ customer }) => ok(customer.post('/v1/user/update_config', { language: 'en' })),
  profile: ({ customer }) => ok(customer.get('/v1/profile')),
  async profile_save({ customer }) {
    const { nick_name, phone, version } = await ok(customer.get('/v1/profile'));
    const own = { nick_name, phone, mail: 'renamed@x.example' };
    await ok(customer.post('/v1/profile', { ...own, language: 'zh-CN', time_zone: 'Asia/Shanghai', version }));
  },
  profile_notices: ({ customer }) => ok(customer.get('/v1/profile/notices')),
  async profile_notices_save({ customer }) {
    const kinds = [{ name: 'order.approve', bell: true, mail: true }];
    await ok(customer.post('/v1/profile/notices', { pace: 'daily', kinds }));
    await ok(customer.post('/v1/profile/notices', { pace: 'at_once', kinds: [] }));
  },
  role_user_list: ({ customer }) => ok(customer.get('/v1/role_user/list?filter_role_alias=Subordinate')),
  user_sale_list: ({ admin, sales }) => ok(admin.get(`/v1/user_sale/list?filter_user_id=${sales.id}`)),
  product_users: ({ admin, productId }) => ok(admin.get(`/v1/product/${productId}/users`)),
  async 'enterprise: create'(world) {
    const { id } = await ok(world.sales.post('/v1/enterprise', { name: 'New one', code: 'NEWONE' }));
    world.ids.enterprise = id;
  },
  'enterprise: approve': (world) =>
    ok(world.operations.post(`/v1/enterprise/${idOf(world, 'enterprise')}`, { status: 1 })),
  'enterprise: remove': (world) => ok(world.admin.delete(`/v1/enterprise/${idOf(world, 'enterprise')}`)),
  enterprise_check: ({ admin }) => ok(admin.post('/v1/enterprise/check', { type: 'name', name: 'Nobody’s' })),
  'enterprise_check: code': ({ admin }) => ok(admin.post('/v1/enterprise/check', { type: 'code', name: 'NOBODY' })),
  enterprise_sale_list: ({ sales }) => ok(sales.get('/v1/enterprise_sale/list')),
};
